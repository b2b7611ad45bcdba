#pragma once
#include <QString>
#include <QTreeWidget>

#include "gusset/traces/answers/table.hpp"

namespace gusset::viewer {

/// Sets up a tree for an answer's table: columns with headings and tooltips, numbers right-aligned.
void show_columns(QTreeWidget& tree, const traces::Table& table);

/// Adds a row of the table as text. Totals are less prominent.
QTreeWidgetItem* add_answer_row(QTreeWidget& tree, const traces::Table& table, const traces::Table::Row& row);

}  // namespace gusset::viewer
