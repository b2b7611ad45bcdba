#include "gusset/viewer/app/timeline/legend_panel.hpp"

#include <QClipboard>
#include <QColorDialog>
#include <QContextMenuEvent>
#include <QGuiApplication>
#include <QHeaderView>
#include <QKeyEvent>
#include <QMenu>
#include <QMouseEvent>
#include <QPainter>
#include <QPixmap>
#include <algorithm>
#include <set>
#include <utility>
#include <vector>

#include "gusset/base/numbers.hpp"
#include "gusset/traces/answers/idle_answer.hpp"
#include "gusset/traces/model/names.hpp"
#include "gusset/traces/picture/timeline/category_colours.hpp"
#include "gusset/viewer/model/document/task_query.hpp"
#include "gusset/viewer/model/timeline/legend.hpp"
#include "widgets/hatch_swatch.hpp"
#include "widgets/qt_helpers.hpp"
#include "widgets/rich_text.hpp"
#include "widgets/share_bar.hpp"

namespace gusset::viewer {
namespace {

enum Column { type_column, tasks_column, busy_column, share_column, column_count };
constexpr int name_role = Qt::UserRole;  // role of the type column
constexpr int swatch_pixels = 12;
constexpr int share_width = 84;
constexpr int row_height = 22;
constexpr int heading_height = row_height + 6;
constexpr int max_types_in_sight = 5;

// Hollow if the tasks are hidden.
QIcon swatch(QColor colour, bool hidden) {
  QPixmap pixmap(swatch_pixels, swatch_pixels);
  pixmap.fill(hidden ? Qt::transparent : colour);
  QPainter painter(&pixmap);
  painter.setPen(QPen(colour, 2));
  painter.drawRect(1, 1, swatch_pixels - 2, swatch_pixels - 2);
  return pixmap;
}

std::optional<std::string> name_of(const QTreeWidgetItem* item) {
  if (item == nullptr || !item->data(type_column, name_role).isValid()) return std::nullopt;
  return item->data(type_column, name_role).toString().toStdString();
}

// The tooltip's end for a type whose name has a source line.
QString source_note(const std::string& name) {
  const auto place = source_location(name);
  return place ? " or open " + qt_text(place_text(*place)) : QString();
}

// Says what the type of an OpenMP program's code outside of regions is. Empty for other types.
QString meaning_note(const traces::Trace& trace, const std::string& type) {
  const auto place = std::find(trace.types.begin(), trace.types.end(), type);
  const traces::TypeId id(static_cast<std::size_t>(place - trace.types.begin()));
  const bool is_serial = place != trace.types.end() && traces::is_serial_type(trace, id);
  return is_serial ? "\nWhat the program runs " + qt_text(traces::outside_regions_text) : QString();
}

void add_note(QTreeWidgetItem& heading, const QString& text) {
  auto* note = new QTreeWidgetItem(&heading);
  note->setText(type_column, text);
  note->setFirstColumnSpanned(true);
  note->setSizeHint(type_column, {0, row_height});
  note->setFlags(Qt::ItemIsEnabled);
  QFont italic = heading.treeWidget()->font();
  italic.setItalic(true);
  note->setFont(type_column, italic);
}

// Adds a note about types that share a colour, in the same words as figures.
void add_shared_colours(QTreeWidgetItem& heading, const Document& document, std::size_t panel,
                        const std::vector<LegendRow>& rows) {
  std::vector<traces::Colour> colours;
  for (const LegendRow& row : rows) {
    if (row.cells[panel]) colours.push_back(row.colour);
  }
  const bool is_by_type = document.panel(panel).colouring == nullptr;
  const std::string text = picture::shared_colours_text(colours, is_by_type ? "type" : "value");
  if (!text.empty()) add_note(heading, qt_text(text));
}

}  // namespace

LegendPanel::LegendPanel(Session& session, Explanations& explanations, QWidget* parent)
    : QTreeWidget(parent), session_(session), explanations_(explanations) {
  setObjectName("legend");
  setColumnCount(column_count);
  setHeaderLabels({"Type", "Tasks", "Busy", "Share"});
  headerItem()->setToolTip(share_column, "Share of the trace's busy time");
  for (int column = tasks_column; column < column_count; ++column) {
    headerItem()->setTextAlignment(column, Qt::AlignRight | Qt::AlignVCenter);
  }
  header()->setStretchLastSection(false);
  header()->setSectionResizeMode(QHeaderView::ResizeToContents);
  header()->setSectionResizeMode(type_column, QHeaderView::Stretch);
  header()->setSectionResizeMode(share_column, QHeaderView::Fixed);
  header()->resizeSection(share_column, share_width);
  setItemDelegateForColumn(share_column, new ShareBar(this));
  setRootIsDecorated(false);
  setIndentation(0);
  setSelectionMode(QAbstractItemView::NoSelection);
  setFocusPolicy(Qt::StrongFocus);
  setFrameShape(QFrame::NoFrame);
  setExpandsOnDoubleClick(false);
  connect(this, &QTreeWidget::itemClicked, this, [this](const QTreeWidgetItem* item) {
    before_click_ = session_.appearance();
    if (const auto name = name_of(item)) toggle(*name);
  });
  connections_ = {session.document_changed.connect([this] { refresh(); }),
                  session.totals().changed.connect([this] { refresh(); }),
                  explanations.shapes_changed.connect([this] { refresh_hatching(); })};
  refresh();
}

// Overrides QTreeWidget's handling: the first click replaced the items, so QTreeWidget would take the second
// click for one on another item.
void LegendPanel::mouseDoubleClickEvent(QMouseEvent* event) {
  const std::optional<std::string> name = name_of(itemAt(event->pos()));
  if (event->button() != Qt::LeftButton || !name) return;
  is_double_click_ = true;
  session_.set_appearance(isolated(before_click_, session_.document()->colours.names(), *name),
                          UndoStep::join_previous);
}

void LegendPanel::mousePressEvent(QMouseEvent* event) {
  is_double_click_ = false;
  QTreeWidget::mousePressEvent(event);
}

void LegendPanel::mouseReleaseEvent(QMouseEvent* event) {
  if (!std::exchange(is_double_click_, false)) QTreeWidget::mouseReleaseEvent(event);
}

void LegendPanel::toggle(const std::string& name) {
  session_.set_appearance(toggled(session_.appearance(), name));
}

void LegendPanel::isolate(const std::string& name) {
  session_.set_appearance(isolated(session_.appearance(), session_.document()->colours.names(), name));
}

void LegendPanel::choose_colour(const std::string& name) {
  const std::vector<std::string>& names = session_.document()->colours.names();
  const auto place = std::find(names.begin(), names.end(), name);
  if (place == names.end()) return;
  const traces::Colour now =
      session_.document()->colours.colour(static_cast<std::size_t>(place - names.begin()));
  auto* dialog = named(new QColorDialog(QColor(now.red, now.green, now.blue), this), "colour dialog");
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  connect(dialog, &QColorDialog::colorSelected, this, [this, name](const QColor& colour) {
    const auto channel = [](int value) { return static_cast<std::uint8_t>(value); };
    Edits next = session_.edits();
    next.custom_colours[name] = {channel(colour.red()), channel(colour.green()), channel(colour.blue())};
    session_.edit(std::move(next));
  });
  dialog->open();
}

void LegendPanel::reset_colour(const std::string& name) {
  Edits next = session_.edits();
  next.custom_colours.erase(name);
  session_.edit(std::move(next));
}

void LegendPanel::contextMenuEvent(QContextMenuEvent* event) {
  const QTreeWidgetItem* item = event->reason() == QContextMenuEvent::Keyboard
                                    ? currentItem()
                                    : itemAt(viewport()->mapFromGlobal(event->globalPos()));
  const std::optional<std::string> name = name_of(item);
  auto* menu = named(new QMenu(this), "legend menu");
  menu->setAttribute(Qt::WA_DeleteOnClose);
  if (name) add_actions_of(*name, *menu);
  menu->addActions(actions());  // the table's actions
  menu->popup(event->globalPos());
}

void LegendPanel::add_actions_of(const std::string& name, QMenu& menu) {
  const bool is_hidden = session_.appearance().hidden.contains(name);
  menu.addAction(is_hidden ? "Show" : "Hide", this, [this, name] { toggle(name); });
  menu.addAction("Show only this", this, [this, name] { isolate(name); });
  named(menu.addAction("Show all", this,
                       [this] {
                         Appearance next = session_.appearance();
                         next.hidden.clear();
                         session_.set_appearance(std::move(next));
                       }),
        "show all types")
      ->setEnabled(!session_.appearance().hidden.empty());
  menu.addSeparator();
  // Only types have a condition that finds their tasks; categories of other colourings have none.
  if (const auto quoted = in_quotes(name); quoted && legend_title(*session_.document()) == "Type") {
    named(menu.addAction("Find its tasks", this,
                         [this, quoted] { find_requested("type=" + qt_text(*quoted)); }),
          "find its tasks");
  }
  named(
      menu.addAction("Copy its name", this, [name] { QGuiApplication::clipboard()->setText(qt_text(name)); }),
      "copy its name");
  menu.addSeparator();
  if (const auto place = source_location(name)) {
    const QString text = "Open " + qt_text(place_text(*place)).replace('&', "&&");
    menu.addAction(text, this, [this, place] { source_requested(*place); });
    menu.addSeparator();
  }
  menu.addAction("Colour…", this, [this, name] { choose_colour(name); });
  QAction* const own = menu.addAction("Reset colour", this, [this, name] { reset_colour(name); });
  own->setEnabled(session_.appearance().custom_colours.contains(name));
  menu.addSeparator();
}

void LegendPanel::keyPressEvent(QKeyEvent* event) {
  const std::optional<std::string> name = name_of(currentItem());
  if (name && event->key() == Qt::Key_Space) {
    toggle(*name);
  } else if (name && (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)) {
    isolate(*name);
  } else {
    QTreeWidget::keyPressEvent(event);
  }
}

void LegendPanel::refresh() {
  const std::optional<std::string> current = name_of(currentItem());
  clear();
  const std::shared_ptr<const Document> document = session_.document();
  if (document->empty()) return;
  const std::vector<const traces::Statistics*> totals = session_.totals().statistics();
  const std::vector<LegendRow> rows = legend_rows(*document, session_.totals().categories());
  headerItem()->setText(type_column, qt_text(legend_title(*document)));
  for (std::size_t panel = 0; panel < totals.size(); ++panel) {
    const LoadedTrace& loaded = document->panel(panel);
    auto* heading = new QTreeWidgetItem(this);
    const auto is_like_this = [&loaded](const auto& other) {
      return other->origin_name() == loaded.origin_name();
    };
    const bool is_named = std::count_if(document->traces.begin(), document->traces.end(), is_like_this) > 1;
    std::string text =
        (is_named ? panel_name(*document, panel) : loaded.origin_name()) + " · " +
        (loaded.is_graph_only() ? "not run yet" : percent_text(totals[panel]->busy_share) + " busy");
    if (session_.totals().range()) text += " in the selected range";
    heading->setText(type_column, qt_text(text));
    heading->setToolTip(type_column, plain_tooltip(qt_text(text)));
    heading->setFirstColumnSpanned(true);
    heading->setSizeHint(type_column, {0, heading_height});
    QFont bold = font();
    bold.setBold(true);
    heading->setFont(type_column, bold);
    bool repeats = false;
    for (const LegendRow& row : rows) {
      if (!row.cells[panel]) continue;
      if (!row.same_colour_as.empty() && !std::exchange(repeats, true))
        add_shared_colours(*heading, *document, panel, rows);
      const CategoryTotal& cell = *row.cells[panel];
      const QColor colour(row.colour.red, row.colour.green, row.colour.blue);
      auto* item = new QTreeWidgetItem(heading);
      item->setSizeHint(type_column, {0, row_height});
      item->setIcon(type_column, swatch(colour, row.hidden));
      item->setText(type_column, qt_text(row.name));
      item->setData(type_column, name_role, qt_text(row.name));
      item->setToolTip(type_column, plain_tooltip(qt_text(row.name) +
                                                  (row.same_colour_as.empty()
                                                       ? ""
                                                       : "\nSame colour as " + qt_text(row.same_colour_as)) +
                                                  meaning_note(*loaded.trace, row.name) +
                                                  "\nClick: hide or show · Double-click: show only this · "
                                                  "Right-click: menu" +
                                                  source_note(row.name)));
      if (row.hidden) {
        for (int column = 0; column < column_count; ++column)
          item->setForeground(column, palette().color(QPalette::Disabled, QPalette::Text));
      }
      if (row.name == current) setCurrentItem(item);
      item->setText(tasks_column, qt_text(count_text(cell.tasks)));
      if (!loaded.is_graph_only()) {
        item->setText(busy_column, qt_text(duration_text_ns(cell.busy_ns)));
        item->setText(share_column, qt_text(percent_text(cell.share)));
      }
      item->setData(share_column, ShareBar::share_role, row.hidden ? 0.0 : cell.share);
      item->setData(share_column, ShareBar::colour_role, colour);
      for (int column = tasks_column; column < column_count; ++column) {
        item->setTextAlignment(column, Qt::AlignRight | Qt::AlignVCenter);
      }
    }
    heading->setExpanded(true);
  }
  add_hatching();
  updateGeometry();
}

std::vector<LegendPanel::Hatch> LegendPanel::hatching() const {
  std::vector<Hatch> kinds;
  const std::shared_ptr<const Document> document = session_.document();
  const traces::Background background = document->appearance.background;
  std::set<traces::IdleCause> causes;
  bool is_off_core = false;
  for (std::size_t panel = 0; panel < document->traces.size(); ++panel) {
    const picture::OffCore* off_core = explanations_.off_core().get(panel);
    is_off_core = is_off_core || (off_core != nullptr && !off_core->empty());
    const IdleFacts* facts = explanations_.idle().get(panel);
    if (!explanations_.shows_idle() || facts == nullptr) continue;
    for (std::size_t i = 0; i < traces::idle_causes; ++i) {
      const bool occurs = std::any_of(facts->time.workers.begin(), facts->time.workers.end(),
                                      [i](const traces::IdleParts& parts) { return parts.ns[i] > 0; });
      if (occurs) causes.insert(static_cast<traces::IdleCause>(i));
    }
  }
  if (is_off_core) {
    const QBrush lines(palette().color(QPalette::Text), Qt::BDiagPattern);
    kinds.push_back({"no processor", hatch_swatch(lines, qt_colour(traces::type_colour(0, background))),
                     "In a task: its thread could run but had no processor"});
  }
  for (const traces::IdleCause cause : causes) {
    kinds.push_back({"idle: " + qt_text(traces::cause_text(cause).heading),
                     hatch_swatch(brush_of(picture::cause_look(cause, background))),
                     "Most of a gap between tasks: " + qt_text(traces::cause_text(cause).meaning)});
  }
  return kinds;
}

void LegendPanel::refresh_hatching() {
  QStringList names;
  for (const Hatch& kind : hatching()) names << kind.name;
  if (names != shown_hatching_) refresh();
}

void LegendPanel::add_hatching() {
  shown_hatching_.clear();
  const std::vector<Hatch> kinds = hatching();
  if (kinds.empty()) return;
  auto* heading = new QTreeWidgetItem(this);
  heading->setText(type_column, "Hatching");
  heading->setFirstColumnSpanned(true);
  heading->setSizeHint(type_column, {0, heading_height});
  QFont bold = font();
  bold.setBold(true);
  heading->setFont(type_column, bold);
  for (const Hatch& kind : kinds) {
    shown_hatching_ << kind.name;
    auto* item = new QTreeWidgetItem(heading);
    item->setText(type_column, kind.name);
    item->setIcon(type_column, kind.swatch);
    item->setToolTip(type_column, plain_tooltip(kind.tooltip));
    item->setFirstColumnSpanned(true);
    item->setSizeHint(type_column, {0, row_height});
    item->setFlags(Qt::ItemIsEnabled);
  }
  heading->setExpanded(true);
}

QSize LegendPanel::minimumSizeHint() const {
  const QTreeWidgetItem* heading = topLevelItem(0);
  const int types = heading == nullptr ? 0 : std::min(heading->childCount(), max_types_in_sight);
  return {QTreeWidget::minimumSizeHint().width(),
          header()->sizeHint().height() + heading_height + types * row_height + 2 * frameWidth()};
}

}  // namespace gusset::viewer
