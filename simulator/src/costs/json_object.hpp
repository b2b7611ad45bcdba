#pragma once
#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "gusset/base/result.hpp"

namespace gusset::simulator {

/// The numbers that a field may have, and how an error words them.
struct NumberRange {
  double min = 0.0;
  double max = 0.0;
  std::string_view expected;
  bool above_min = false;  ///< min itself is excluded
  bool contains(double value) const { return value >= min && value <= max && !(above_min && value == min); }
};

/// Parses a document whose top is an object. Fails with line and column; a key that stands twice in an object
/// is refused.
Result<nlohmann::json> parse_json(std::string_view text, const std::string& name);

/// What a value is, in few words, for an error.
std::string describe(const nlohmann::json& value);

/// Reads the fields of one JSON object and remembers the first thing that is wrong; unknown fields are wrong
/// too. A getter of a wrong field returns a value that nobody should use: ask `error` after the last one.
class JsonObject {
 public:
  /// `where` stands for the object in errors: a file, or a file and the object's place in it.
  JsonObject(const nlohmann::json& object, std::string where);

  double number(const std::string& key, const NumberRange& range);
  std::optional<double> optional_number(const std::string& key, const NumberRange& range);
  std::uint64_t integer(const std::string& key, const NumberRange& range);
  std::optional<std::uint64_t> optional_integer(const std::string& key, const NumberRange& range);
  std::string text(const std::string& key);
  std::string optional_text(const std::string& key);
  /// The object or array of that key; another value where it is wrong.
  const nlohmann::json& object(const std::string& key);
  const nlohmann::json& array(const std::string& key);
  /// Null where the key is missing.
  const nlohmann::json& optional_object(const std::string& key);
  const nlohmann::json& optional_array(const std::string& key);
  /// Whatever stands there, for the caller to check; null where nothing does.
  const nlohmann::json& optional_value(const std::string& key) { return find(key); }

  void refuse(const std::string& key, std::string expected, std::string found);
  /// The first thing wrong, or the first field that nobody asked for.
  std::optional<Error> error();

 private:
  const nlohmann::json& find(const std::string& key);

  const nlohmann::json& object_;
  std::string where_;
  std::set<std::string> asked_;
  std::optional<Error> error_;
};

}  // namespace gusset::simulator
