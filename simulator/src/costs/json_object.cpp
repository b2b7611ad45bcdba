#include "json_object.hpp"

#include <utility>
#include <vector>

namespace gusset::simulator {
namespace {

using nlohmann::json;

const json nothing;

std::string place(std::string_view text, std::size_t byte, const std::string& name) {
  std::size_t line = 1;
  std::size_t column = 1;
  for (std::size_t i = 0; i + 1 < byte && i < text.size(); ++i) {
    ++column;
    if (text[i] == '\n') {
      ++line;
      column = 1;
    }
  }
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
  switch (value.type()) {
    case json::value_t::object:
      return "an object";
    case json::value_t::array:
      return "an array";
    case json::value_t::null:
      return "nothing";
    default: {
      std::string text = value.dump(-1, ' ', true, json::error_handler_t::replace);
      constexpr std::size_t longest = 60;
      if (text.size() > longest) text = text.substr(0, longest) + "…";
      return text;
    }
  }
}

Result<json> parse_json(std::string_view text, const std::string& name) {
  std::vector<std::set<std::string>> keys;  // of the objects that are open
  std::string twice;
  const auto watch = [&](int, json::parse_event_t event, json& value) {
    if (event == json::parse_event_t::object_start) keys.emplace_back();
    if (event == json::parse_event_t::object_end && !keys.empty()) keys.pop_back();
    if (event == json::parse_event_t::key && !keys.empty()) {
      const auto& key = value.get_ref<const std::string&>();
      if (!keys.back().insert(key).second && twice.empty()) twice = key;
    }
    return true;
  };
  json document;
  try {
    document = json::parse(text, watch);
  } catch (const json::parse_error& error) {
    return Error{place(text, error.byte, name), "JSON", found_at(text, error.byte)};
  } catch (const json::exception&) {  // a number beyond what a double holds
    return Error{name, "numbers of at most 1.8e308", "a larger one"};
  }
  if (!document.is_object()) return Error{name, "a JSON object", describe(document)};
  if (!twice.empty()) {
    return Error{name, "each field once", describe(json(twice)) + " twice"};
  }
  return document;
}

JsonObject::JsonObject(const json& object, std::string where) : object_(object), where_(std::move(where)) {
  if (!object.is_object()) error_ = Error{where_, "an object", describe(object)};
}

const json& JsonObject::find(const std::string& key) {
  asked_.insert(key);
  if (!object_.is_object()) return nothing;
  const auto found = object_.find(key);
  return found == object_.end() ? nothing : *found;
}

void JsonObject::refuse(const std::string& key, std::string expected, std::string found) {
  if (!error_) error_ = Error{where_ + ": " + key, std::move(expected), std::move(found)};
}

double JsonObject::number(const std::string& key, const NumberRange& range) {
  const json& value = find(key);
  if (value.is_number() && range.contains(value.get<double>())) return value.get<double>();
  refuse(key, std::string(range.expected), describe(value));
  return range.min;
}

std::optional<double> JsonObject::optional_number(const std::string& key, const NumberRange& range) {
  if (find(key).is_null()) return std::nullopt;
  return number(key, range);
}

std::uint64_t JsonObject::integer(const std::string& key, const NumberRange& range) {
  const json& value = find(key);
  if (value.is_number_unsigned() && range.contains(value.get<double>())) return value.get<std::uint64_t>();
  refuse(key, std::string(range.expected), describe(value));
  return static_cast<std::uint64_t>(range.min);
}

std::optional<std::uint64_t> JsonObject::optional_integer(const std::string& key, const NumberRange& range) {
  if (find(key).is_null()) return std::nullopt;
  return integer(key, range);
}

std::string JsonObject::text(const std::string& key) {
  const json& value = find(key);
  if (value.is_string()) return value.get<std::string>();
  refuse(key, "text", describe(value));
  return {};
}

std::string JsonObject::optional_text(const std::string& key) {
  return find(key).is_null() ? std::string() : text(key);
}

const json& JsonObject::object(const std::string& key) {
  const json& value = find(key);
  if (!value.is_object()) refuse(key, "an object", describe(value));
  return value;
}

const json& JsonObject::array(const std::string& key) {
  const json& value = find(key);
  if (!value.is_array()) refuse(key, "an array", describe(value));
  return value;
}

const json& JsonObject::optional_object(const std::string& key) {
  return find(key).is_null() ? nothing : object(key);
}

const json& JsonObject::optional_array(const std::string& key) {
  return find(key).is_null() ? nothing : array(key);
}

std::optional<Error> JsonObject::error() {
  if (error_ || !object_.is_object()) return error_;
  for (const auto& item : object_.items()) {
    if (asked_.contains(item.key())) continue;
    std::string known;
    for (const std::string& key : asked_) known += (known.empty() ? "" : ", ") + key;
    return Error{where_, "fields " + known, describe(json(item.key()))};
  }
  return std::nullopt;
}

}  // namespace gusset::simulator
