#include "gusset/base/json_field.hpp"

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <limits>

namespace gusset {
namespace {

using nlohmann::json;

// Short enough for one line.
std::string shown(const json& value) {
  if (value.is_object()) return "an object";
  if (value.is_array()) return "a list";
  const std::string text = value.dump(-1, ' ', false, json::error_handler_t::replace);
  constexpr std::size_t most = 40;
  if (text.size() <= most) return text;
  return value.is_string() ? "a longer text" : "a longer number";
}

}  // namespace

DocumentError bad_document(const std::string& where, const std::string& expected, const std::string& found) {
  return DocumentError({where, expected, found});
}

JsonField JsonField::at(const std::string& key) const {
  if (!value_.is_object()) throw expected("an object");
  const auto found = value_.find(key);
  const std::string path = path_.empty() ? key : path_ + "." + key;
  if (found == value_.end()) throw bad_document(name_ + ": " + path, "this field", "none");
  return {*found, name_, path};
}

std::optional<JsonField> JsonField::find(const std::string& key) const {
  if (!value_.is_object()) throw expected("an object");
  if (!value_.contains(key) || value_.at(key).is_null()) return std::nullopt;
  return at(key);
}

std::vector<JsonField> JsonField::list() const {
  if (!value_.is_array()) throw expected("a list");
  std::vector<JsonField> fields;
  for (std::size_t i = 0; i < value_.size(); ++i) {
    fields.push_back({value_[i], name_, path_ + "[" + std::to_string(i) + "]"});
  }
  return fields;
}

std::string JsonField::text() const {
  if (!value_.is_string()) throw expected("a text");
  return value_.get<std::string>();
}

double JsonField::number() const {
  if (!value_.is_number() || !std::isfinite(value_.get<double>()) || value_.get<double>() < 0.0 ||
      value_.get<double>() > 1e100)
    throw expected("a number from 0 to 1e100");
  return value_.get<double>();
}

std::uint64_t JsonField::count() const {
  if (!value_.is_number_integer() || value_ < 0) throw expected("a whole number");
  return value_.get<std::uint64_t>();
}

unsigned JsonField::small_count() const {
  const std::uint64_t value = count();
  if (value > std::numeric_limits<unsigned>::max()) throw expected("a whole number below 2^32");
  return static_cast<unsigned>(value);
}

std::vector<std::string> JsonField::texts() const {
  std::vector<std::string> result;
  for (const JsonField& field : list()) result.push_back(field.text());
  return result;
}

DocumentError JsonField::expected(const std::string& what) const {
  return bad_document(path_.empty() ? name_ : name_ + ": " + path_, what, shown(value_));
}

json read_json(const std::string& path) {
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) throw bad_document(path, "a JSON document", "a folder");
  errno = 0;
  std::ifstream file(path, std::ios::binary);
  if (!file)
    throw DocumentError({path, "a readable JSON document", "\"" + std::string(std::strerror(errno)) + "\""});
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  try {
    return json::parse(text);
  } catch (const json::parse_error& error) {
    throw bad_document(path + ": offset " + std::to_string(error.byte), "well-formed JSON",
                       text.empty() ? "an empty file" : "something else");
  }
}

}  // namespace gusset
