#include "gusset/viewer/app/explain/statistics_panel.hpp"

#include <QAction>
#include <QComboBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QScrollArea>
#include <QScrollBar>
#include <QSplitter>
#include <QStackedWidget>
#include <QTreeWidget>
#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "gusset/traces/answers/flame_answer.hpp"
#include "gusset/traces/answers/stats_answer.hpp"
#include "gusset/viewer/app/explain/statistics_charts.hpp"
#include "widgets/answer_table.hpp"
#include "widgets/qt_helpers.hpp"
#include "widgets/rich_text.hpp"
#include "widgets/share_bar.hpp"

namespace gusset::viewer {
namespace {

enum StatisticsColumn { statistics_name, statistics_share };
constexpr int of_trace_role = Qt::UserRole;
constexpr int of_group_role = Qt::UserRole + 1;   // the group's number; invalid for all groups
constexpr int attribute_role = Qt::UserRole + 1;  // of a choice that groups by an attribute: its name
constexpr int type_role = Qt::UserRole + 2;       // the type's name, if it has a source line
constexpr int messages_item = -1;                 // data of the choice that shows messages, not tasks
constexpr int nested_item = -2;                   // data of the choice that shows nested tasks
constexpr int max_listed_attributes = 30;
constexpr int settle_ms = 150;  // wait for a moving view to come to rest

QColor group_colour(const Document& document, std::size_t panel, traces::GroupBy by,
                    std::optional<std::uint32_t> group) {
  if (group && by == traces::GroupBy::type) return colour_of_type(document, panel, *group);
  return qt_colour(view_palette_on(document.appearance.background).profile);
}

}  // namespace

StatisticsPanel::StatisticsPanel(Session& session, TimelineView& view, Explanations& explanations,
                                 Arrows& arrows, QWidget* parent)
    : QWidget(parent),
      session_(session),
      view_(view),
      explanations_(explanations),
      arrows_(arrows),
      statistics_(session) {
  setObjectName("statistics panel");
  by_ = named(new QComboBox(this), "statistics by");
  by_->addItem("per type", static_cast<int>(traces::GroupBy::type));
  by_->addItem("per worker", static_cast<int>(traces::GroupBy::worker));
  by_->addItem("per node", static_cast<int>(traces::GroupBy::node));
  by_->addItem("messages between nodes", messages_item);
  by_->addItem("nested tasks (flame graph)", nested_item);
  quantity_ = named(new QComboBox(this), "matrix of");
  quantity_->addItem("payload", static_cast<int>(picture::MatrixQuantity::payload));
  quantity_->addItem("messages", static_cast<int>(picture::MatrixQuantity::messages));
  quantity_->addItem("idle time", static_cast<int>(picture::MatrixQuantity::idle));
  quantity_->setToolTip("What the matrix shows: bytes, messages, or idle time spent waiting for messages");
  quantity_->hide();
  range_choice_ = named(new QComboBox(this), "statistics range");
  range_choice_->addItems({"selected or visible range", "whole trace"});
  range_label_ = new QLabel(this);
  range_label_->setTextFormat(Qt::PlainText);
  table_ = named(new QTreeWidget, "statistics table");
  show_columns(*table_, traces::stats_table({}, traces::GroupBy::type));
  table_->header()->setStretchLastSection(false);
  table_->header()->setSectionResizeMode(QHeaderView::ResizeToContents);
  table_->header()->setMaximumSectionSize(
      28 * fontMetrics().averageCharWidth());  // limits names; numbers are shorter
  table_->setItemDelegateForColumn(statistics_share, new ShareBar(table_));
  table_->setRootIsDecorated(false);
  table_->setIndentation(0);
  table_->setFrameShape(QFrame::NoFrame);
  histogram_ = new HistogramView;
  chart_ = named(new ChartView, "statistics chart");
  auto* scroll = new QScrollArea;
  scroll->setFrameShape(QFrame::NoFrame);
  scroll->setWidgetResizable(true);
  scroll->setWidget(chart_);
  pictures_ = new QStackedWidget;
  pictures_->addWidget(histogram_);
  pictures_->addWidget(scroll);
  splitter_ = named(new QSplitter(Qt::Horizontal, this), "statistics splitter");
  splitter_->addWidget(table_);
  splitter_->addWidget(pictures_);
  splitter_->setStretchFactor(1, 1);  // the table keeps its width
  auto* bar = new QHBoxLayout;
  bar->setContentsMargins(6, 4, 6, 0);
  bar->addWidget(by_);
  bar->addWidget(quantity_);
  bar->addWidget(range_choice_);
  bar->addWidget(range_label_, 1);
  auto* layout = tight_column(this, 3);
  layout->addLayout(bar);
  layout->addWidget(splitter_, 1);

  connect(splitter_, &QSplitter::splitterMoved, this, [this] { is_split_by_user_ = true; });
  split_soon_.setSingleShot(true);
  split_soon_.setInterval(0);
  connect(&split_soon_, &QTimer::timeout, this, [this] { split(); });
  connect(table_->header(), &QHeaderView::sectionResized, this, [this] { split_soon_.start(); });
  soon_.setSingleShot(true);
  soon_.setInterval(settle_ms);
  connect(&soon_, &QTimer::timeout, this, [this] { ask(); });
  connect(quantity_, &QComboBox::currentIndexChanged, this, [this] { ask_for_matrix(); });
  connect(by_, &QComboBox::currentIndexChanged, this, [this] {
    quantity_->setVisible(shows_messages());
    ask();
    refresh();
    title_changed();
  });
  connect(range_choice_, &QComboBox::currentIndexChanged, this, [this] { ask(); });
  open_source_ = new QAction(this);
  table_->addAction(open_source_);
  const auto open_source = [this] {
    if (const auto place = source_of_current()) source_requested(*place);
  };
  connect(open_source_, &QAction::triggered, this, open_source);
  connect(table_, &QTreeWidget::itemDoubleClicked, this, open_source);
  connect(table_, &QTreeWidget::currentItemChanged, this, [this] { show_picture(); });
  connections_ = {view.view_changed.connect([this] { soon_.start(); }),
                  view.document_shown.connect([this] {
                    list_attributes();
                    ask();
                    refresh();
                  }),
                  statistics_.changed.connect([this] { refresh(); }),
                  session_.selection().changed.connect([this] {
                    ask();
                    if (shows_messages()) show_picture();
                  }),
                  arrows.links_changed.connect([this] {
                    if (shows_messages()) show_picture();
                  }),
                  explanations.idle().ready.connect([this](std::size_t) { ask_for_matrix(); })};
}

void StatisticsPanel::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  ask();
  statistics_.set_watched(true);
}

void StatisticsPanel::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  split_soon_.start();
}

// Gives the table the width of its columns, while that leaves enough for the picture beside it.
void StatisticsPanel::split() {
  if (is_split_by_user_ || !isVisible()) return;
  const int room = splitter_->width() - splitter_->handleWidth();
  const int columns =
      table_->header()->length() + table_->verticalScrollBar()->sizeHint().width() + 2 * table_->frameWidth();
  const int for_picture = std::max(pictures_->minimumSizeHint().width(), room * 3 / 8);
  const int table = std::min(columns, room - for_picture);
  if (table > 0) splitter_->setSizes({table, room - table});
}

void StatisticsPanel::hideEvent(QHideEvent* event) {
  QWidget::hideEvent(event);
  statistics_.set_watched(false);
}

void StatisticsPanel::ask() {
  soon_.stop();
  const TimeAxis& axis = view_.timeline().axis();
  const std::optional<TimeRange> selected = session_.selection().state().range;
  std::optional<TimeRange> range;
  is_selected_ = false;
  if (range_choice_->currentIndex() == 0 && selected) {
    range = selected;
    is_selected_ = true;
  } else if (range_choice_->currentIndex() == 0 && !axis.shows_everything()) {
    range = TimeRange{std::max<std::int64_t>(0, std::llround(axis.begin_ns())),
                      std::min<std::int64_t>(axis.extent_ns(), std::llround(axis.end_ns()))};
  }
  statistics_.add_nested(shows_nested());
  ask_for_matrix();
  if (!shows_messages() && !shows_nested()) {
    statistics_.group_by(static_cast<traces::GroupBy>(by_->currentData().toInt()),
                         by_->currentData(attribute_role).toString().toStdString());
  }
  statistics_.set_range(range);
}

void StatisticsPanel::refresh() {
  // Keeps the chosen row.
  const QTreeWidgetItem* current = table_->currentItem();
  const QVariant of_trace = current == nullptr ? QVariant() : current->data(statistics_name, of_trace_role);
  const QVariant of_group = current == nullptr ? QVariant() : current->data(statistics_name, of_group_role);
  const QSignalBlocker quiet(table_);
  table_->clear();
  const std::size_t panels = session_.document()->traces.size();
  const bool known = panels > 0 && statistics_.of(0) != nullptr;
  range_label_->setText(
      known ? qt_text(statistics_range_text(*session_.document(), statistics_.range(), is_selected_)) : "");
  for (std::size_t panel = 0; panel < panels; ++panel) {
    if (statistics_.of(panel) == nullptr) continue;
    if (shows_messages()) {
      add_messages(panel);
    } else if (shows_nested()) {
      add_nested(panel);
    } else {
      add_rows(panel);
    }
  }
  QTreeWidgetItem* next = table_->topLevelItem(0);
  for (int i = 0; i < table_->topLevelItemCount(); ++i) {
    QTreeWidgetItem* item = table_->topLevelItem(i);
    if (item->data(statistics_name, of_trace_role) == of_trace &&
        item->data(statistics_name, of_group_role) == of_group)
      next = item;
  }
  table_->setCurrentItem(next);
  show_picture();
}

// Offers the attributes of the open traces, and keeps the choice if it is still there.
void StatisticsPanel::list_attributes() {
  const QString chosen = by_->currentText();
  const QSignalBlocker quiet(by_);
  for (int i = by_->count(); i-- > 0;) {
    if (by_->itemData(i, attribute_role).isValid()) by_->removeItem(i);
  }
  for (const auto& loaded : session_.document()->traces) {
    for (const traces::Attribute& attribute : loaded->trace->attributes) {
      const QString text = "per " + qt_text(attribute.name);
      if (by_->findText(text) >= 0 || by_->count() > max_listed_attributes) continue;
      by_->addItem(text, static_cast<int>(traces::GroupBy::attribute));
      by_->setItemData(by_->count() - 1, qt_text(attribute.name), attribute_role);
    }
  }
  by_->setCurrentIndex(std::max(0, by_->findText(chosen)));
  title_changed();
}

QString StatisticsPanel::title() const {
  if (shows_messages()) return "messages between nodes";
  if (shows_nested()) return "nested tasks";
  return "statistics by " + by_->currentText().section(' ', 1);  // "per type"
}

void StatisticsPanel::add_rows(std::size_t panel) {
  const traces::TaskStatistics& statistics = *statistics_.of(panel);
  const std::shared_ptr<const Document> document = session_.document();
  const traces::GroupBy by = statistics_.known_by();
  const traces::Table table = traces::stats_table(statistics, by, statistics_.known_attribute());
  show_columns(*table_, table);
  for (const traces::Table::Row& row : table.rows) {
    QTreeWidgetItem* item = add_answer_row(*table_, table, row);
    std::optional<std::uint32_t> group;
    if (row.is_total) {
      if (document->traces.size() > 1)
        item->setText(statistics_name,
                      item->text(statistics_name) + ", " + qt_text(panel_name(*document, panel)));
    } else {
      group = static_cast<std::uint32_t>(std::get<std::int64_t>(row.cells.front().value));
      item->setData(statistics_name, of_group_role, *group);
    }
    const QColor colour = group_colour(*document, panel, by, group);
    item->setData(statistics_name, of_trace_role, static_cast<qulonglong>(panel));
    item->setData(statistics_share, ShareBar::colour_role, colour);
    if (group && by == traces::GroupBy::type) {
      item->setIcon(statistics_name, colour_swatch(colour));
      mark_source(*item, document->panel(panel).trace->types[*group]);
    }
  }
}

bool StatisticsPanel::shows_nested() const {
  return by_->currentData().toInt() == nested_item;
}

void StatisticsPanel::add_nested(std::size_t panel) {
  const std::optional<traces::Table> table = table_of(panel);
  if (!table) return;  // the statistics are still those of the previous choice
  show_columns(*table_, *table);
  const std::shared_ptr<const Document> document = session_.document();
  std::uint32_t number = 0;
  for (const traces::Table::Row& row : table->rows) {
    QTreeWidgetItem* item = add_answer_row(*table_, *table, row);
    const std::size_t type = statistics_.nested_of(panel)->frames[number].type.value();
    item->setData(statistics_name, of_trace_role, static_cast<qulonglong>(panel));
    item->setData(statistics_name, of_group_role, number++);
    item->setIcon(statistics_name, colour_swatch(colour_of_type(*document, panel, type)));
    mark_source(*item, document->panel(panel).trace->types[type]);
  }
}

bool StatisticsPanel::shows_messages() const {
  return by_->currentData().toInt() == messages_item;
}

// The matrices of all traces have the same columns, as many as the trace with the most nodes needs.
void StatisticsPanel::add_messages(std::size_t panel) {
  const std::shared_ptr<const Document> document = session_.document();
  const traces::Table& table = *statistics_.messages_of(panel);
  show_columns(*table_, table);
  for (const traces::Table::Row& row : table.rows) {
    QTreeWidgetItem* item = add_answer_row(*table_, table, row);
    if (document->traces.size() > 1)
      item->setText(statistics_name,
                    item->text(statistics_name) + ", " + qt_text(panel_name(*document, panel)));
    item->setData(statistics_name, of_trace_role, static_cast<qulonglong>(panel));
  }
}

// The full table of a trace, with what the panel shows; nothing while it is unknown.
std::optional<traces::Table> StatisticsPanel::table_of(std::size_t panel) const {
  if (statistics_.of(panel) == nullptr) return std::nullopt;
  if (shows_messages()) return *statistics_.messages_of(panel);
  if (!shows_nested())
    return traces::stats_table(*statistics_.of(panel), statistics_.known_by(), statistics_.known_attribute());
  if (statistics_.nested_of(panel) == nullptr) return std::nullopt;
  return traces::flame_table(*session_.document()->panel(panel).trace, *statistics_.nested_of(panel));
}

std::optional<traces::CsvTable> StatisticsPanel::csv() const {
  traces::CsvTable csv;
  if (!isVisible() || !statistics_.is_current()) return std::nullopt;
  for (std::size_t panel = 0; panel < session_.document()->traces.size(); ++panel) {
    const std::optional<traces::Table> table = table_of(panel);
    if (!table || table->rows.empty()) continue;
    traces::add_to_csv(csv, session_.document()->panel(panel).name(), *table);
  }
  return csv.rows.empty() ? std::nullopt : std::optional(std::move(csv));
}

// Makes a type's name look like a link if it has a source line.
void StatisticsPanel::mark_source(QTreeWidgetItem& item, const std::string& type) {
  const std::optional<SourceLocation> place = source_location(type);
  if (!place) return;
  item.setData(statistics_name, type_role, qt_text(type));
  item.setForeground(statistics_name, palette().link());
  item.setToolTip(statistics_name, plain_tooltip("Double-click: open " + qt_text(place_text(*place))));
}

std::optional<SourceLocation> StatisticsPanel::source_of_current() const {
  const QTreeWidgetItem* item = table_->currentItem();
  if (item == nullptr) return std::nullopt;
  return source_location(item->data(statistics_name, type_role).toString().toStdString());
}

// Shows the picture that belongs to the chosen row.
void StatisticsPanel::show_picture() {
  const std::optional<SourceLocation> place = source_of_current();
  open_source_->setVisible(place.has_value());
  if (place) open_source_->setText("Open " + qt_text(place_text(*place)).replace('&', "&&"));
  const QTreeWidgetItem* item = table_->currentItem();
  const std::size_t panel = item == nullptr ? 0 : item->data(statistics_name, of_trace_role).toULongLong();
  const bool has_chart = shows_messages() || shows_nested();
  pictures_->setCurrentIndex(has_chart ? 1 : 0);
  if (!has_chart) return show_histogram(panel);
  ChartView::Chart chart;
  const picture::MatrixChart* messages = statistics_.message_chart_of(panel);
  if (shows_messages() && item != nullptr && messages != nullptr) {
    picture::MatrixChart matrix = *messages;
    matrix.marked = selected_cells(panel, matrix.nodes_per_row);
    chart = message_matrix_chart(
        std::move(matrix), chart_->box().width,
        [this, panel](const picture::MatrixCell& cell) { statistics_.select_cell(panel, cell); });
  } else if (const traces::FlameGraph* nested = statistics_.nested_of(panel); nested != nullptr) {
    chart = nested_tasks_chart(*session_.document(), panel, *nested, [this, panel](std::size_t frame) {
      for (int i = 0; i < table_->topLevelItemCount(); ++i) {
        QTreeWidgetItem* row = table_->topLevelItem(i);
        if (row->data(statistics_name, of_trace_role).toULongLong() == panel &&
            row->data(statistics_name, of_group_role).toULongLong() == frame)
          table_->setCurrentItem(row);
      }
    });
  }
  chart_->show_chart(std::move(chart));
}

void StatisticsPanel::show_messages() {
  by_->setCurrentIndex(by_->findData(messages_item));
}

void StatisticsPanel::group_by(const QString& key) {
  if (const int place = by_->findText("per " + key); place >= 0) by_->setCurrentIndex(place);
}

// Idle time is computed only once a matrix is to show it.
void StatisticsPanel::ask_for_matrix() {
  const auto quantity = static_cast<picture::MatrixQuantity>(quantity_->currentData().toInt());
  std::vector<std::shared_ptr<const IdleFacts>> idle;
  if (shows_messages() && isVisible()) {
    if (quantity == picture::MatrixQuantity::idle) explanations_.idle().need_all();
    for (std::size_t panel = 0; panel < session_.document()->traces.size(); ++panel)
      idle.push_back(explanations_.idle().shared(panel));
  }
  statistics_.show_in_matrix(quantity, std::move(idle));
}

// Returns the pairs of nodes whose messages the selected tasks needed or sent. If rows are selected, returns
// all pairs of their nodes.
std::vector<picture::MatrixCell> StatisticsPanel::selected_cells(std::size_t panel,
                                                                 std::size_t nodes_per_row) const {
  std::vector<picture::MatrixCell> cells;
  if (panel >= session_.document()->traces.size()) return cells;
  const LoadedTrace& loaded = session_.document()->panel(panel);
  const auto add = [&](traces::NodeId from, traces::NodeId to) {
    const picture::MatrixCell cell{from.value() / nodes_per_row, to.value() / nodes_per_row};
    if (std::find(cells.begin(), cells.end(), cell) == cells.end()) cells.push_back(cell);
  };
  for (const LinkedTasks& linked : arrows_.linked()) {
    if (linked.panel != panel) continue;
    for (const traces::TaskLink& link : linked.found.links) {
      if (!link.message) continue;
      const traces::Message& message = loaded.trace->messages[*link.message];
      add(message.from, message.to);
    }
  }
  if (session_.selection().state().task() || session_.selection().state().set != nullptr) return cells;
  std::set<traces::NodeId> nodes;
  for (const RowReference& row : session_.selection().state().rows) {
    if (row.panel == panel) nodes.insert(traces::node_of_lane(*loaded.trace, loaded.rows[row.row].lane));
  }
  for (const traces::NodeId from : nodes) {
    for (const traces::NodeId to : nodes) {
      if (from != to) add(from, to);
    }
  }
  return cells;
}

void StatisticsPanel::show_histogram(std::size_t panel) {
  const QTreeWidgetItem* item = table_->currentItem();
  const traces::TaskStatistics* statistics = statistics_.of(panel);
  if (item == nullptr || statistics == nullptr) {
    histogram_->show_bars({}, {}, {});
    return;
  }
  std::optional<std::uint32_t> group;
  if (const QVariant number = item->data(statistics_name, of_group_role); number.isValid())
    group = number.toUInt();
  std::vector<traces::HistogramBin> bars = statistics->histogram;
  for (const traces::TaskGroupStatistics& of : statistics->groups) {
    if (group && of.number == *group) bars = of.histogram;
  }
  histogram_->bars_chosen = [this, panel, group](const traces::HistogramBin& bar) {
    statistics_.select_bar(panel, group, bar);
  };
  histogram_->show_bars(std::move(bars),
                        group_colour(*session_.document(), panel, statistics_.known_by(), group),
                        "Durations, " + item->text(statistics_name));
}

}  // namespace gusset::viewer
