#include "gusset/traces/answers/table.hpp"

#include <cmath>

#include "gusset/base/numbers.hpp"

namespace gusset::traces {
namespace {

std::string number_text(Table::Kind kind, double number) {
  switch (kind) {
    case Table::Kind::duration:
      return duration_text(number * 1e-9);
    case Table::Kind::change:
      return (number > 0.0 ? "+" : number < 0.0 ? "-" : "") + duration_text(std::abs(number) * 1e-9);
    case Table::Kind::bytes:
      return bytes_text(number);
    case Table::Kind::share:
      return percent_text(number);
    case Table::Kind::ratio:
      return ratio_text(number);
    case Table::Kind::deviation:
      return deviation_text(number);
    case Table::Kind::count:
      return count_text(static_cast<std::uint64_t>(std::llround(number)));
    case Table::Kind::text:
    case Table::Kind::number:
      break;
  }
  return work_text(number);
}

std::string csv_cell(const Table::Column& column, const Cell& cell) {
  if (const auto* text = std::get_if<std::string>(&cell.value)) return *text;
  if (const auto* number = std::get_if<double>(&cell.value))
    return csv_number(column.is_in_seconds() ? *number * 1e-9 : *number);
  if (const auto* number = std::get_if<std::int64_t>(&cell.value))
    return column.is_in_seconds() ? csv_number(seconds(*number)) : csv_number(*number);
  return {};
}

std::vector<std::string> csv_cells(const Table& table, const Table::Row& row) {
  std::vector<std::string> cells;
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    if (!table.columns[i].key.empty()) cells.push_back(csv_cell(table.columns[i], row.cells[i]));
  }
  return cells;
}

}  // namespace

std::string cell_text(Table::Kind kind, const Cell& cell) {
  if (const auto* text = std::get_if<std::string>(&cell.value)) return *text;
  if (std::holds_alternative<NotRecorded>(cell.value)) return "not recorded";
  if (const auto* number = std::get_if<double>(&cell.value)) return number_text(kind, *number);
  const auto* whole = std::get_if<std::int64_t>(&cell.value);
  if (whole == nullptr) return "–";
  if (kind == Table::Kind::text) return std::to_string(*whole);
  return kind == Table::Kind::duration ? duration_text_ns(*whole)
                                       : number_text(kind, static_cast<double>(*whole));
}

CsvTable csv_of(const Table& table) {
  CsvTable csv;
  for (const Table::Column& column : table.columns) {
    if (!column.key.empty()) csv.header.push_back(column.key);
  }
  for (const Table::Row& row : table.rows) csv.rows.push_back(csv_cells(table, row));
  return csv;
}

void add_to_csv(CsvTable& csv, const std::string& trace, const Table& table) {
  CsvTable added = csv_of(table);
  if (csv.header.empty()) {
    csv.header = std::move(added.header);
    csv.header.insert(csv.header.begin(), "trace");
  }
  for (std::vector<std::string>& row : added.rows) {
    row.insert(row.begin(), trace);
    csv.rows.push_back(std::move(row));
  }
}

}  // namespace gusset::traces
