#include "fitted_columns.hpp"

#include <QHeaderView>
#include <QHelpEvent>
#include <QStyledItemDelegate>
#include <QTimer>
#include <QToolTip>
#include <QTreeWidget>
#include <algorithm>
#include <cstddef>
#include <utility>

#include "share_bar.hpp"
#include "widgets/rich_text.hpp"

namespace gusset::viewer {
namespace {

constexpr int least_bar_width = 84;
constexpr int least_width = 24;
constexpr int least_letters = 12;  // of a name, with its colour

constexpr int max_measured_rows = 200;

struct CellWidths {
  int needed = 0;
  int all = 0;
};

// Words such as "not recorded" need no room among figures; names do.
CellWidths cell_widths(const QTreeWidget& table, int column, bool has_names) {
  const QAbstractItemModel& model = *table.model();
  CellWidths widths;
  for (int row = 0; row < std::min(model.rowCount(), max_measured_rows); ++row) {
    if (table.isFirstColumnSpanned(row, {})) continue;
    const QModelIndex cell = model.index(row, column);
    const int width = table.sizeHintForIndex(cell).width();
    const QString text = cell.data().toString();
    widths.all = std::max(widths.all, width);
    const bool is_needed =
        has_names || std::any_of(text.begin(), text.end(), [](QChar c) { return c.isDigit(); });
    if (is_needed) widths.needed = std::max(widths.needed, width);
  }
  return widths;
}

// Makes rows as high as their wrapped texts need. Qt's rows are one line high.
class WrappedCells : public QStyledItemDelegate {
 public:
  explicit WrappedCells(QTreeWidget& table) : QStyledItemDelegate(&table), table_(table) {}
  QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override {
    QStyleOptionViewItem cell = option;
    cell.rect = QRect(0, 0, table_.columnWidth(index.column()), QWIDGETSIZE_MAX);
    const int height = QStyledItemDelegate::sizeHint(cell, index).height();
    cell.features.setFlag(QStyleOptionViewItem::WrapText, false);
    return {QStyledItemDelegate::sizeHint(cell, index).width(), height};
  }

 private:
  QTreeWidget& table_;
};

}  // namespace

std::vector<int> fitted_widths(const std::vector<ColumnNeed>& columns, int room, int least_name) {
  std::vector<int> widths;
  int spare = room;
  for (const ColumnNeed& column : columns) {
    widths.push_back(column.content);
    spare -= column.content;
  }
  if (widths.empty()) return widths;
  for (std::size_t i = 1; i < columns.size() && spare > 0; ++i) {
    const int grown = std::clamp(columns[i].wanted - columns[i].content, 0, spare);
    widths[i] += grown;
    spare -= grown;
  }
  if (spare > 0) widths[0] += spare;
  const auto shrink = [&](std::size_t i, int least) {
    const int shrunk = std::clamp(widths[i] - least, 0, std::max(0, -spare));
    widths[i] -= shrunk;
    spare += shrunk;
  };
  shrink(0, least_name);
  for (std::size_t i = columns.size(); i-- > 1;) shrink(i, least_width);
  return widths;
}

FittedColumns::FittedColumns(QTreeWidget& table) : QObject(&table), table_(table) {
  table.header()->setStretchLastSection(false);
  table.header()->setSectionResizeMode(QHeaderView::Fixed);
  table.header()->setMinimumSectionSize(least_width);
  if (table.wordWrap()) table.setItemDelegateForColumn(0, new WrappedCells(table));
  table.viewport()->installEventFilter(this);
  const QAbstractItemModel& model = *table.model();
  connect(&model, &QAbstractItemModel::dataChanged, this, [this] { fit_soon(); });
  connect(&model, &QAbstractItemModel::headerDataChanged, this, [this] { fit_soon(); });
  connect(&model, &QAbstractItemModel::rowsInserted, this, [this] { fit_soon(); });
}

// Later, once for all changes that a table's refresh makes.
void FittedColumns::fit_soon() {
  if (std::exchange(is_fitting_soon_, true)) return;
  QTimer::singleShot(0, this, [this] {
    is_fitting_soon_ = false;
    fit();
  });
}

void FittedColumns::fit() {
  std::vector<ColumnNeed> needs;
  std::vector<int> columns;
  for (int column = 0; column < table_.columnCount(); ++column) {
    if (table_.isColumnHidden(column)) continue;
    const bool has_bar = dynamic_cast<ShareBar*>(table_.itemDelegateForColumn(column)) != nullptr;
    const CellWidths cells = cell_widths(table_, column, needs.empty());
    const int heading = table_.header()->sectionSizeHint(column);
    needs.push_back({cells.needed, std::max({cells.all, heading, has_bar ? least_bar_width : 0})});
    columns.push_back(column);
  }
  const int least_name = least_letters * table_.fontMetrics().averageCharWidth();
  const std::vector<int> widths = fitted_widths(needs, table_.viewport()->width(), least_name);
  for (std::size_t i = 0; i < columns.size(); ++i) table_.header()->resizeSection(columns[i], widths[i]);
  if (table_.wordWrap()) fit_height();
}

void FittedColumns::fit_height() {
  table_.doItemsLayout();  // the heights of rows depend on the widths
  int height = table_.header()->height() + 2 * table_.frameWidth();
  for (int row = 0; row < table_.topLevelItemCount(); ++row)
    height += table_.visualItemRect(table_.topLevelItem(row)).height();
  table_.setFixedHeight(height);
}

bool FittedColumns::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::Resize) fit_soon();
  if (event->type() == QEvent::ToolTip) {
    const auto& help = static_cast<const QHelpEvent&>(*event);
    const QModelIndex cell = table_.indexAt(help.pos());
    const bool is_cut =
        cell.isValid() && static_cast<const QAbstractItemView&>(table_).sizeHintForIndex(cell).width() >
                              table_.visualRect(cell).width();
    if (is_cut && cell.data(Qt::ToolTipRole).toString().isEmpty()) {
      QToolTip::showText(help.globalPos(), plain_tooltip(cell.data().toString()), &table_);
      return true;
    }
  }
  return QObject::eventFilter(watched, event);
}

}  // namespace gusset::viewer
