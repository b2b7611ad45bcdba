#pragma once
#include <QHeaderView>
#include <QTreeWidget>

namespace gusset::viewer {

/// Makes a tree a flat table of clickable rows. Columns from `first_number` on are numbers.
inline void make_plain_table(QTreeWidget& table, int first_number) {
  for (int column = first_number; column < table.columnCount(); ++column)
    table.headerItem()->setTextAlignment(column, Qt::AlignRight | Qt::AlignVCenter);
  table.header()->setStretchLastSection(false);
  table.setRootIsDecorated(false);
  table.setIndentation(0);
  table.setFrameShape(QFrame::NoFrame);
  table.setSelectionMode(QAbstractItemView::NoSelection);
  table.setFocusPolicy(Qt::NoFocus);
  table.viewport()->setCursor(Qt::PointingHandCursor);
}

/// Lets a table take no more height than its rows need, so that a neighbour gets the rest. Needs a row.
inline void limit_height(QTreeWidget& table) {
  table.setMaximumHeight(table.header()->sizeHint().height() +
                         (table.topLevelItemCount() + 1) * table.sizeHintForRow(0));
}

}  // namespace gusset::viewer
