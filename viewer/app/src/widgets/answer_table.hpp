#pragma once
#include <QString>
#include <QTreeWidget>

#include "gusset/traces/answers/table.hpp"

namespace gusset::viewer {

/// Makes a tree show an answer's table: its columns with their headings and explanations, numbers to the
/// right.
void show_columns(QTreeWidget& tree, const traces::Table& table);

/// Adds a row of the table, as text. Totals stand out less.
QTreeWidgetItem* add_answer_row(QTreeWidget& tree, const traces::Table& table, const traces::Table::Row& row);

}  // namespace gusset::viewer
