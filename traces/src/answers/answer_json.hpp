#pragma once
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "gusset/traces/answers/table.hpp"

namespace gusset::traces {

using Json = nlohmann::ordered_json;

/// The beginning of an answer's document: {"format": "gusset idle", "version": 1, "file": …}.
Json answer_document(const std::string& question, const std::string& file);

/// The document as commands print it: two blanks of indentation, a newline at the end; text that is not UTF-8
/// is replaced, and what would steer a terminal is escaped.
std::string document_text(const Json& document);

/// An array of objects, one for each row but totals: the columns' keys and the values in full.
Json rows_json(const Table& table);
/// The object of one row, from a column on.
Json row_json(const Table& table, const Table::Row& row, std::size_t first_column = 0);

/// Null where there is none.
template <class Value>
Json json_or_null(const std::optional<Value>& value) {
  return value ? Json(*value) : Json(nullptr);
}
/// Null for none.
template <class Id>
Json id_json(Id id) {
  return id.is_none() ? Json(nullptr) : Json(id.value());
}
/// Null where it is empty.
inline Json text_or_null(const std::string& text) {
  return text.empty() ? Json(nullptr) : Json(text);
}

}  // namespace gusset::traces
