#pragma once
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "gusset/traces/answers/table.hpp"

namespace gusset::traces {

using Json = nlohmann::ordered_json;

/// The start of an answer's document: {"format": "gusset idle", "version": 1, "file": …}.
Json answer_document(const std::string& question, const std::string& file);

/// The document as commands print it: indented by two spaces, with a newline at the end. Invalid UTF-8 is
/// replaced and terminal control characters are escaped.
std::string document_text(const Json& document);

/// An array with one object for each row except totals. The columns' keys map to the values in full.
Json rows_json(const Table& table);
/// One row as an object, starting at column `first_column`.
Json row_json(const Table& table, const Table::Row& row, std::size_t first_column = 0);

/// Null if there is no value.
template <class Value>
Json json_or_null(const std::optional<Value>& value) {
  return value ? Json(*value) : Json(nullptr);
}
/// Null for no id.
template <class Id>
Json id_json(Id id) {
  return id.is_none() ? Json(nullptr) : Json(id.value());
}
/// Null for an empty text.
inline Json text_or_null(const std::string& text) {
  return text.empty() ? Json(nullptr) : Json(text);
}

}  // namespace gusset::traces
