#include "print_answer.hpp"

#include <algorithm>

#include "gusset/base/quoting.hpp"
#include "output/table.hpp"

namespace gusset::cli {
namespace {

// The longest bar of a histogram, in characters.
constexpr std::size_t bar_width = 50;

std::int64_t bar_of(const traces::Table& table, const traces::Table::Row& row) {
  const auto* count = std::get_if<std::int64_t>(&row.cells[*table.bars].value);
  return count == nullptr ? 0 : *count;
}

// Shows at least one mark for a count above 0, so that no count vanishes.
std::string bar_text(std::int64_t count, std::int64_t most) {
  if (count <= 0) return {};
  const auto marks = static_cast<std::size_t>(count) * bar_width / static_cast<std::size_t>(most);
  return std::string(std::max<std::size_t>(1, marks), '#');
}

}  // namespace

std::string table_text(const traces::Table& table) {
  std::vector<std::string> header;
  for (const traces::Table::Column& column : table.columns) {
    if (!column.heading.empty()) header.push_back(column.heading);
  }
  Table text(std::move(header));
  std::int64_t most = 1;
  if (table.bars) {
    for (const traces::Table::Row& row : table.rows) most = std::max(most, bar_of(table, row));
  }
  const std::size_t max_shown = table.is_ranked ? max_ranked_rows : max_rows;
  std::size_t shown = 0;
  std::size_t left_out = 0;
  for (const traces::Table::Row& row : table.rows) {
    if (!row.is_total && shown == max_shown) {
      ++left_out;
      continue;
    }
    if (!row.is_total) ++shown;
    std::vector<std::string> cells;
    for (std::size_t i = 0; i < table.columns.size(); ++i) {
      if (table.is_shown(i)) cells.push_back(traces::cell_text(table.columns[i].kind, row.cells[i]));
    }
    text.add_row(std::move(cells), table.bars ? bar_text(bar_of(table, row), most) : "");
  }
  return text.text() + more_rows_text(left_out, table.noun) +
         (table.remark.empty() ? "" : printable(table.remark) + "\n");
}

std::string answer_text(const traces::Answer& answer) {
  std::string text;
  if (answer.verdict.headline) text += traces::headline_text(*answer.verdict.headline) + "\n";
  std::size_t number = 0;
  for (const traces::Finding& finding : answer.verdict.findings) {
    // Sentences with a suggestion are numbered by rank.
    if (!finding.next.empty()) text += std::to_string(++number) + ". ";
    text += printable(finding.sentence) + "\n";
    if (!finding.next.empty())
      text += std::string("   ") + traces::next_label + printable(finding.next) + "\n";
  }
  for (const std::string& note : answer.notes) text += "Note: " + printable(note) + "\n";
  for (const traces::Table& table : answer.tables) text += (text.empty() ? "" : "\n") + table_text(table);
  return text;
}

}  // namespace gusset::cli
