#include "table.hpp"

#include <algorithm>
#include <cassert>
#include <utility>

#include "gusset/base/numbers.hpp"
#include "gusset/base/quoting.hpp"
#include "gusset/base/utf8.hpp"

namespace gusset::cli {
std::string more_rows_text(std::size_t left_out, const std::string& noun, const std::string& where) {
  return left_out == 0 ? "" : "… and " + count_text(left_out, "more " + noun) + ": see " + where + "\n";
}

void Table::add_row(std::vector<std::string> cells, std::string bar) {
  assert(cells.size() == rows_.front().size());
  for (std::string& cell : cells) cell = printable(cell);
  rows_.push_back(std::move(cells));
  bars_.push_back(std::move(bar));
}

std::string Table::text(std::size_t most, const std::string& noun, const std::string& where) const {
  const std::size_t rows = rows_.size() - 1;
  if (rows <= most) return text();
  return text_of(most + 1) + more_rows_text(rows - most, noun, where);
}

std::string Table::text_of(std::size_t rows) const {
  std::vector<std::size_t> widths(rows_.front().size());
  for (std::size_t r = 0; r < rows; ++r) {
    for (std::size_t i = 0; i < widths.size(); ++i)
      widths[i] = std::max(widths[i], character_count(rows_[r][i]));
  }
  std::string text;
  for (std::size_t r = 0; r < rows; ++r) {
    const auto& row = rows_[r];
    std::string line;
    for (std::size_t i = 0; i < row.size(); ++i) {
      const std::string padding(widths[i] - character_count(row[i]), ' ');
      line += i == 0 ? row[i] + padding : "  " + padding + row[i];
    }
    if (!bars_[r].empty()) line += "  " + bars_[r];
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + "\n";
  }
  return text;
}

}  // namespace gusset::cli
