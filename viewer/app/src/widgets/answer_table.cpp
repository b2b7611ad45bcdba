#include "answer_table.hpp"

#include "share_bar.hpp"
#include "widgets/qt_helpers.hpp"

namespace gusset::viewer {
namespace {

QString heading(const traces::Table::Column& column) {
  QString text = qt_text(column.heading);
  if (!text.isEmpty()) text[0] = text[0].toUpper();
  return text;
}

bool is_number(const traces::Table::Column& column) {
  return column.kind != traces::Table::Kind::text;
}

}  // namespace

void show_columns(QTreeWidget& tree, const traces::Table& table) {
  int shown = 0;
  for (std::size_t i = 0; i < table.columns.size(); ++i) shown += table.is_shown(i) ? 1 : 0;
  tree.setColumnCount(shown);
  int at = 0;
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    if (!table.is_shown(i)) continue;
    const traces::Table::Column& column = table.columns[i];
    tree.headerItem()->setText(at, heading(column));
    tree.headerItem()->setToolTip(at, qt_text(column.meaning));
    if (is_number(column)) tree.headerItem()->setTextAlignment(at, Qt::AlignRight | Qt::AlignVCenter);
    ++at;
  }
}

QTreeWidgetItem* add_answer_row(QTreeWidget& tree, const traces::Table& table,
                                const traces::Table::Row& row) {
  auto* item = new QTreeWidgetItem(&tree);
  const QColor muted = tree.palette().color(QPalette::PlaceholderText);
  QFont bold = tree.font();
  bold.setBold(true);
  int at = 0;
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    if (!table.is_shown(i)) continue;
    const traces::Table::Column& column = table.columns[i];
    item->setText(at, qt_text(traces::cell_text(column.kind, row.cells[i])));
    if (is_number(column)) item->setTextAlignment(at, Qt::AlignRight | Qt::AlignVCenter);
    const auto* share = std::get_if<double>(&row.cells[i].value);
    if (column.kind == traces::Table::Kind::share && share != nullptr && !row.is_total)
      item->setData(at, ShareBar::share_role, *share);
    if (row.is_total) item->setFont(at, bold);
    if (std::holds_alternative<traces::NotRecorded>(row.cells[i].value)) item->setForeground(at, muted);
    ++at;
  }
  return item;
}

}  // namespace gusset::viewer
