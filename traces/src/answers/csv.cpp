#include "gusset/traces/answers/csv.hpp"

#include <cmath>

#include "gusset/base/numbers.hpp"
#include "gusset/base/quoting.hpp"
#include "gusset/traces/model/trace.hpp"

namespace gusset::traces {
namespace {

void add_line(std::string& text, const std::vector<std::string>& cells) {
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (i > 0) text += ',';
    text += csv_cell(cells[i]);
  }
  text += '\n';
}

}  // namespace

std::string to_csv(const CsvTable& table) {
  std::string text;
  add_line(text, table.header);
  for (const std::vector<std::string>& row : table.rows) add_line(text, row);
  return text;
}

std::string csv_number(double value) {
  return std::isfinite(value) ? shortest_text(value) : std::string();
}

std::string csv_time(std::int64_t time_ns) {
  return time_ns == unknown_time ? std::string() : std::to_string(time_ns);
}

}  // namespace gusset::traces
