#include "gusset/base/json_fields.hpp"

#include <algorithm>

namespace gusset {

void JsonWriter::open(char bracket) {
  text_ += bracket;
  ++depth_;
  is_first_ = true;
}

void JsonWriter::close(char bracket) {
  --depth_;
  if (!std::exchange(is_first_, false) && indent_ >= 0) {
    text_ += '\n';
    text_.append(depth_ * static_cast<std::size_t>(indent_), ' ');
  }
  text_ += bracket;
}

void JsonWriter::begin(const char* key) {
  begin_element();
  text_ += '"';
  text_ += key;
  text_ += indent_ >= 0 ? "\": " : "\":";
}

void JsonWriter::begin_element() {
  if (!std::exchange(is_first_, false)) text_ += ',';
  if (indent_ < 0) return;
  text_ += '\n';
  text_.append(depth_ * static_cast<std::size_t>(indent_), ' ');
}

void JsonWriter::write(const nlohmann::ordered_json& document) {
  // Line breaks in texts are escaped, so each one here begins a line of the document.
  for (const char c : json_text(document, indent_)) {
    text_ += c;
    if (c == '\n') text_.append(depth_ * static_cast<std::size_t>(indent_), ' ');
  }
}

}  // namespace gusset
