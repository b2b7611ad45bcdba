#include "gusset/base/json_field.hpp"

#include <algorithm>
#include <set>

#include "gusset/base/text_file.hpp"

namespace gusset {
namespace {

using nlohmann::json;

const json nothing;

std::string place(std::string_view text, std::size_t byte, const std::string& name) {
  const std::string_view before = text.substr(0, byte == 0 ? 0 : byte - 1);
  const auto line = 1 + std::count(before.begin(), before.end(), '\n');
  const std::size_t column = byte == 0 ? 1 : byte - (before.rfind('\n') + 1);  // npos + 1 is 0
  return name + ": line " + std::to_string(line) + ", column " + std::to_string(column);
}

std::string found_at(std::string_view text, std::size_t byte) {
  if (byte == 0 || byte > text.size()) return "the end of the file";
  const char c = text[byte - 1];
  if (c >= ' ' && c <= '~') return std::string("'") + c + "'";
  return "byte " + std::to_string(static_cast<unsigned char>(c));
}

}  // namespace

std::string describe(const json& value) {
  if (value.is_object()) return "an object";
  if (value.is_array()) return "a list";
  if (value.is_null()) return "nothing";
  std::string text = value.dump(-1, ' ', true, json::error_handler_t::replace);
  constexpr std::size_t max_length = 60;
  if (text.size() > max_length) text = text.substr(0, max_length) + "…";
  return text;
}

JsonField::JsonField(const json& value, const JsonField& parent, const std::string& place)
    : value_(value), where_(parent.where_ + (parent.is_whole_ ? ": " : "") + place), is_whole_(false) {}

JsonField JsonField::member(const std::string& key, const json& value) const {
  return {value, *this, is_whole_ ? key : "." + key};
}

JsonField JsonField::at(const std::string& key) const {
  if (!value_.is_object()) throw expected(is_whole_ ? "a JSON object" : "an object");
  requested_.push_back(key);
  const auto found = value_.find(key);
  return member(key, found == value_.end() ? nothing : *found);
}

std::optional<JsonField> JsonField::find(const std::string& key) const {
  const JsonField field = at(key);
  return field.is_null() ? std::nullopt : std::optional(field);
}

std::vector<std::pair<std::string, JsonField>> JsonField::members() const {
  if (!value_.is_object()) throw expected("an object");
  std::vector<std::pair<std::string, JsonField>> fields;
  for (const auto& [key, value] : value_.items()) fields.emplace_back(key, member(key, value));
  return fields;
}

std::vector<JsonField> JsonField::list() const {
  if (!value_.is_array()) throw expected("a list");
  std::vector<JsonField> fields;
  fields.reserve(value_.size());
  for (std::size_t i = 0; i < value_.size(); ++i) {
    fields.push_back(JsonField(value_[i], *this, "[" + std::to_string(i) + "]"));
  }
  return fields;
}

bool JsonField::flag() const {
  if (!value_.is_boolean()) throw expected("true or false");
  return value_.get<bool>();
}

std::string JsonField::text() const {
  if (!value_.is_string()) throw expected("text");
  return value_.get<std::string>();
}

double JsonField::number(const NumberRange& range) const {
  if (!value_.is_number() || !range.contains(value_.get<double>())) throw expected(range.expected);
  return value_.get<double>();
}

std::uint64_t JsonField::count(const NumberRange& range) const {
  if (!value_.is_number_integer() || value_ < 0 || !range.contains(value_.get<double>()))
    throw expected(range.expected);
  return value_.get<std::uint64_t>();
}

std::vector<std::string> JsonField::texts() const {
  return list_of([](const JsonField& field) { return field.text(); });
}

void JsonField::check_format(const std::string& format, std::uint64_t version) const {
  if (const JsonField found = at("format"); found.value_ != format)
    throw found.expected("\"" + format + "\"");
  if (const JsonField found = at("version"); found.value_ != version)
    throw found.expected(std::to_string(version));
}

void JsonField::refuse_other_members() const {
  const std::set<std::string> requested(requested_.begin(), requested_.end());
  for (const auto& item : value_.items()) {
    if (requested.contains(item.key())) continue;
    std::string known;
    for (const std::string& key : requested) known += (known.empty() ? "" : ", ") + key;
    throw expected("fields " + known, describe(json(item.key())));
  }
}

DocumentError JsonField::expected(std::string_view what, const std::string& found) const {
  return DocumentError({where_, std::string(what), found});
}

json parse_json(std::string_view text, const std::string& name) {
  std::vector<std::set<std::string>> keys;  // of the open objects
  std::string duplicate;
  const auto check_key = [&](int, json::parse_event_t event, json& value) {
    if (event == json::parse_event_t::object_start) keys.emplace_back();
    if (event == json::parse_event_t::object_end && !keys.empty()) keys.pop_back();
    if (event == json::parse_event_t::key && !keys.empty()) {
      const auto& key = value.get_ref<const std::string&>();
      if (!keys.back().insert(key).second && duplicate.empty()) duplicate = key;
    }
    return true;
  };
  json document;
  try {
    document = json::parse(text, check_key);
  } catch (const json::parse_error& error) {
    throw DocumentError({place(text, error.byte, name), "JSON", found_at(text, error.byte)});
  } catch (const json::exception&) {  // a number beyond the range of a double
    throw DocumentError({name, "numbers of at most 1.8e308", "a larger number"});
  }
  if (!duplicate.empty())
    throw DocumentError({name, "each field once", describe(json(duplicate)) + " twice"});
  return document;
}

json read_json(const std::filesystem::path& path, std::size_t max_bytes) {
  const auto text = read_text(path, max_bytes);
  if (!text) throw DocumentError(text.error());
  return parse_json(*text, path.string());
}

}  // namespace gusset
