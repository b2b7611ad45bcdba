#include "gusset/traces/answers/answer_json.hpp"

#include "gusset/base/json_field.hpp"
#include "gusset/base/numbers.hpp"

namespace gusset::traces {
namespace {

Json cell_json(const Table::Column& column, const Cell& cell) {
  const bool in_seconds = column.is_in_seconds();
  if (const auto* text = std::get_if<std::string>(&cell.value)) return *text;
  if (const auto* number = std::get_if<double>(&cell.value)) return in_seconds ? *number * 1e-9 : *number;
  if (const auto* number = std::get_if<std::int64_t>(&cell.value))
    return in_seconds ? Json(seconds(*number)) : Json(*number);
  return nullptr;
}

}  // namespace

Json answer_document(const std::string& question, const std::string& file) {
  return {{"format", "gusset " + question}, {"version", 1}, {"file", file}};
}

std::string document_text(const Json& document) {
  return json_text(document, 2) + "\n";
}

Json rows_json(const Table& table) {
  Json rows = Json::array();
  for (const Table::Row& row : table.rows) {
    if (!row.is_total) rows.push_back(row_json(table, row));
  }
  return rows;
}

Json row_json(const Table& table, const Table::Row& row, std::size_t first_column) {
  Json entry = Json::object();
  for (std::size_t i = first_column; i < table.columns.size(); ++i) {
    if (!table.columns[i].key.empty())
      entry[table.columns[i].key] = cell_json(table.columns[i], row.cells[i]);
  }
  return entry;
}

}  // namespace gusset::traces
