#include "gusset/viewer/app/explain/compare_panel.hpp"

#include <QComboBox>
#include <QGridLayout>
#include <QHeaderView>
#include <QLabel>
#include <QMenu>
#include <QPainter>
#include <QPushButton>
#include <QSignalBlocker>
#include <QStyledItemDelegate>
#include <QTextBrowser>
#include <QTreeWidget>
#include <QVBoxLayout>
#include <algorithm>

#include "gusset/base/numbers.hpp"
#include "gusset/viewer/model/explain/comparison_report.hpp"
#include "gusset/viewer/model/explain/csv_tables.hpp"
#include "gusset/viewer/model/explain/verdict.hpp"
#include "widgets/qt_helpers.hpp"
#include "widgets/report_html.hpp"

namespace gusset::viewer {
namespace {

enum BarColumn { name_column, bar_column, change_column, a_column, b_column, bar_columns };
constexpr int bar_role = Qt::UserRole;
constexpr int bar_width = 84;
constexpr int bar_row_height = 20;
constexpr int min_bars_height = 64;
constexpr int min_text_height = 48;
constexpr std::size_t max_offered_marks = 20;
constexpr int min_width_of_sides = 420;  // narrower docks show A and B only in tooltips
// Blue for less, orange for more: distinguishable for colour-blind readers, and also by the side of zero.
const QColor less_colour(0x2b, 0x6c, 0xb0);
const QColor more_colour(0xdd, 0x6b, 0x20);

QString range_text(const traces::ComparedRange& range) {
  return qt_text(duration_text_ns(range.begin_ns) + " to " + duration_text_ns(range.end_ns));
}

class ChangeBarDelegate : public QStyledItemDelegate {
 public:
  using QStyledItemDelegate::QStyledItemDelegate;
  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override {
    QStyledItemDelegate::paint(painter, option, index);
    const QVariant share = index.data(bar_role);
    if (!share.isValid()) return;
    const QRectF area = QRectF(option.rect).adjusted(4, 4, -4, -4);
    const double middle = area.center().x();
    const double length = share.toDouble() * area.width() / 2.0;
    const QRectF bar(std::min(middle, middle + length), area.top(), std::abs(length), area.height());
    painter->fillRect(bar, share.toDouble() < 0.0 ? less_colour : more_colour);
    painter->fillRect(QRectF(middle - 0.5, area.top() - 2.0, 1.0, area.height() + 4.0),
                      QColor(0x78, 0x83, 0x8f));
  }
};

}  // namespace

ComparePanel::ComparePanel(Session& session, Comparisons& comparisons, QWidget* parent)
    : QWidget(parent), session_(session), comparisons_(comparisons) {
  setObjectName("compare");
  auto* column = new QVBoxLayout(this);
  auto* grid = new QGridLayout;
  grid->setColumnStretch(1, 1);
  add_side(a_, *grid, 0, "A");
  add_side(b_, *grid, 1, "B");
  column->addLayout(grid);
  text_ = named(new QTextBrowser, "compare text");
  text_->setOpenLinks(false);
  text_->setFrameShape(QFrame::NoFrame);
  connect(text_, &QTextBrowser::anchorClicked, this, [this](const QUrl& link) {
    const std::optional<TaskReference> task = task_of_link(link);
    const std::shared_ptr<const Document> document = session_.document();
    if (task && document->has(*task))
      session_.selection().select_task(*task, document->row_of(*task), SelectionOrigin::details);
  });
  text_->setMinimumHeight(min_text_height);
  column->addWidget(text_, 2);
  bars_ = named(new QTreeWidget, "compare bars");
  bars_->setColumnCount(bar_columns);
  bars_->setHeaderLabels({"", "− 0 +", "B − A", "A", "B"});
  bars_->setRootIsDecorated(false);
  bars_->setUniformRowHeights(true);
  bars_->setMinimumHeight(min_bars_height);
  bars_->setIndentation(0);
  bars_->setFrameShape(QFrame::NoFrame);
  bars_->setItemDelegateForColumn(bar_column, new ChangeBarDelegate(bars_));
  bars_->header()->setStretchLastSection(false);
  bars_->header()->setSectionResizeMode(QHeaderView::ResizeToContents);
  bars_->header()->setSectionResizeMode(name_column, QHeaderView::Stretch);
  bars_->header()->setSectionResizeMode(bar_column, QHeaderView::Fixed);
  bars_->header()->resizeSection(bar_column, bar_width);
  for (int cell = bar_column; cell < bar_columns; ++cell) {
    bars_->headerItem()->setTextAlignment(
        cell, cell == bar_column ? Qt::AlignCenter : Qt::AlignRight | Qt::AlignVCenter);
  }
  column->addWidget(bars_, 3);
  connections_ = {session.document_changed.connect([this] { refresh(); }),
                  comparisons.changed.connect([this] { refresh(); })};
  refresh();
}

void ComparePanel::add_side(Side& side, QGridLayout& grid, int row, const QString& name) {
  side.box = named(new QComboBox, "compare " + name.toLower());
  side.box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  show_choices_tooltip(*side.box);
  connect(side.box, &QComboBox::activated, this, [this](int) {
    check_ranges();
    show_report();
  });
  side.range_button = named(new QPushButton, "compare " + name.toLower() + " range");
  side.range_button->setToolTip("The compared part of " + name);
  side.range_menu = new QMenu(side.range_button);
  side.range_button->setMenu(side.range_menu);
  connect(side.range_menu, &QMenu::aboutToShow, this, [this, &side] { offer_ranges(side); });
  set_range(side, std::nullopt);
  // The names of traces are long, so each has its own row.
  grid.addWidget(new QLabel(name), 2 * row, 0);
  grid.addWidget(side.box, 2 * row, 1);
  grid.addWidget(side.range_button, 2 * row + 1, 1, Qt::AlignLeft);
}

void ComparePanel::offer_ranges(Side& side) {
  const std::shared_ptr<const Document> document = session_.document();
  side.range_menu->clear();
  const auto offer = [&](const QString& text, std::optional<traces::ComparedRange> range) {
    QAction* action = side.range_menu->addAction(QString(text).replace('&', "&&"));
    connect(action, &QAction::triggered, this, [this, &side, range] {
      set_range(side, range);
      show_report();
    });
    return action;
  };
  offer("Whole trace", std::nullopt);
  if (side.box->currentIndex() < 0) return;
  const auto panel = static_cast<std::size_t>(side.box->currentIndex());
  const auto own = [&](const TimeRange& on_axis) {
    const TimeRange range = document->own_range(panel, on_axis);
    return traces::ComparedRange{std::max<std::int64_t>(0, range.begin_ns),
                                 std::min(range.end_ns, document->panel(panel).totals.makespan_ns)};
  };
  const auto offer_range = [&](const QString& name, const TimeRange& on_axis) {
    const traces::ComparedRange range = own(on_axis);
    if (range.length_ns() > 0) {
      offer(name + ", " + range_text(range), range);
    } else {
      offer(name + ", outside of this trace", range)->setEnabled(false);
    }
  };
  if (const std::optional<TimeRange> selected = session_.selection().state().range) {
    offer_range("Selected range", *selected);
  } else {
    offer("Selected range (drag across the timeline first)", std::nullopt)->setEnabled(false);
  }
  std::vector<Mark> marks = session_.edits().marks;
  std::sort(marks.begin(), marks.end());
  const auto name_of = [](const Mark& mark) {
    return mark.note.empty() ? QString("mark") : "“" + qt_text(mark.note) + "”";
  };
  for (std::size_t i = 1; i < std::min(marks.size(), max_offered_marks); ++i) {
    // Marks are in the top trace's time.
    const TimeRange between = document->on_axis(0, {marks[i - 1].time_ns, marks[i].time_ns});
    if (between.duration_ns() > 0)
      offer_range("From " + name_of(marks[i - 1]) + " to " + name_of(marks[i]), between);
  }
}

void ComparePanel::set_range(Side& side, std::optional<traces::ComparedRange> range) {
  side.range = range;
  side.range_button->setText(range ? range_text(*range) : "Whole trace");
}

void ComparePanel::check_ranges() {
  const std::shared_ptr<const Document> document = session_.document();
  for (Side* side : {&a_, &b_}) {
    const int place = side->box->currentIndex();
    const auto trace = place < 0 ? nullptr : document->panel(static_cast<std::size_t>(place)).trace;
    if (side->trace != trace) set_range(*side, std::nullopt);
    side->trace = trace;
  }
}

std::shared_ptr<const PairFacts> ComparePanel::facts() {
  const std::shared_ptr<const Document> document = session_.document();
  const auto a = static_cast<std::size_t>(a_.box->currentIndex());
  const auto b = static_cast<std::size_t>(b_.box->currentIndex());
  if (!a_.range && !b_.range) return comparisons_.facts(a, b);
  const auto range_of = [&](const Side& side, std::size_t panel) {
    return side.range.value_or(traces::ComparedRange{0, document->panel(panel).totals.makespan_ns});
  };
  return comparisons_.facts(a, b, traces::ComparedRanges{range_of(a_, a), range_of(b_, b)});
}

void ComparePanel::refresh() {
  list_traces();
  check_ranges();
  if (isVisible()) show_report();
}

void ComparePanel::list_traces() {
  const std::shared_ptr<const Document> document = session_.document();
  const auto count = static_cast<int>(document->traces.size());
  int place = 0;
  for (QComboBox* box : {a_.box, b_.box}) {
    const int chosen = box->currentIndex();
    const QSignalBlocker quiet(box);
    box->clear();
    for (int panel = 0; panel < count; ++panel) {
      const auto place_of = static_cast<std::size_t>(panel);
      const QString name =
          qt_text(document->panel(place_of).origin_name() + ": " + panel_name(*document, place_of));
      box->addItem(name);
      box->setItemData(panel, plain_tooltip(name), Qt::ToolTipRole);
    }
    box->setCurrentIndex(chosen >= 0 && chosen < count ? chosen : std::min(place, count - 1));
    ++place;
  }
  // Both boxes chose the same trace while there was only one.
  if (count > 1 && a_.box->currentIndex() == b_.box->currentIndex()) {
    a_.box->setCurrentIndex(0);
    b_.box->setCurrentIndex(1);
  }
  for (QComboBox* box : {a_.box, b_.box}) box->setToolTip(box->currentData(Qt::ToolTipRole).toString());
}

void ComparePanel::show_message(const QString& text) {
  text_->setHtml(paragraph_html(escaped_html(text), palette().color(QPalette::PlaceholderText).name()));
  bars_->clear();
}

bool ComparePanel::are_sides_different() const {
  return a_.box->currentIndex() != b_.box->currentIndex() || a_.range != b_.range;
}

void ComparePanel::show_report() {
  const std::shared_ptr<const Document> document = session_.document();
  if (document->traces.empty() || (document->traces.size() < 2 && !are_sides_different())) {
    show_message(
        "Open two traces, or add one (Ctrl+Shift+O): a run and its prediction, or two runs. Or "
        "choose two ranges of one trace.");
    return;
  }
  const auto a = static_cast<std::size_t>(a_.box->currentIndex());
  if (!are_sides_different()) {
    show_message("Choose two different traces, or two ranges of one.");
    return;
  }
  const std::shared_ptr<const PairFacts> facts = this->facts();
  if (facts == nullptr) {
    if (comparisons_.busy()) show_message("Comparing…");
    return;
  }
  QString html;
  for (const traces::Finding& finding : facts->answer.verdict.findings) {
    html += "<p style=\"margin:0 0 6px 0\">";
    for (const ReportPiece& piece : linked_pieces(finding, a)) html += piece_html(piece);
    html += "</p>";
  }
  text_->setHtml(html);
  bars_->clear();
  const auto heading = [this](const std::string& text, bool is_title) {
    auto* item = new QTreeWidgetItem(bars_, {qt_text(text)});
    item->setFirstColumnSpanned(true);
    QFont font = item->font(name_column);
    font.setBold(is_title);
    font.setItalic(!is_title);
    item->setFont(name_column, font);
  };
  for (const traces::Table& whole : facts->answer.tables) {
    const traces::Table table = largest_changes(whole);
    const std::vector<double> shares = change_shares(table);
    heading(table.columns[name_cell].heading, true);
    for (std::size_t row = 0; row < table.rows.size(); ++row) {
      const auto text = [&](ChangeColumn cell) {
        return qt_text(traces::cell_text(table.columns[cell].kind, table.rows[row].cells[cell]));
      };
      auto* item = new QTreeWidgetItem(bars_);
      item->setText(name_column, text(name_cell));
      item->setText(change_column, text(change_cell));
      item->setText(a_column, text(a_cell));
      item->setText(b_column, text(b_cell));
      if (shares[row] != 0.0) item->setData(bar_column, bar_role, shares[row]);
      for (int cell = change_column; cell < bar_columns; ++cell)
        item->setTextAlignment(cell, Qt::AlignRight | Qt::AlignVCenter);
      const QString sides = text(name_cell) + ": A " + text(a_cell) + ", B " + text(b_cell);
      for (int cell = name_column; cell <= change_column; ++cell)
        item->setToolTip(cell, plain_tooltip(sides));
      item->setSizeHint(name_column, {0, bar_row_height});
    }
    if (!table.remark.empty()) heading(table.remark, false);
  }
}

std::optional<traces::CsvTable> ComparePanel::csv() {
  const std::shared_ptr<const Document> document = session_.document();
  if (document->traces.empty() || !are_sides_different()) return std::nullopt;
  const auto a = static_cast<std::size_t>(a_.box->currentIndex());
  const auto b = static_cast<std::size_t>(b_.box->currentIndex());
  const std::shared_ptr<const PairFacts> facts = this->facts();
  if (facts == nullptr) return std::nullopt;
  return comparison_table(document->panel(a).name(), document->panel(b).name(), facts->answer);
}

void ComparePanel::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  for (const int side : {a_column, b_column}) bars_->setColumnHidden(side, width() < min_width_of_sides);
}

void ComparePanel::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  show_report();
}

}  // namespace gusset::viewer
