#pragma once
#include <string>
#include <string_view>

namespace gusset::traces::import {

/// A string of JSON without its quotes and escapes; other tokens as they are. What is no valid escape stays.
std::string json_string(std::string_view token);

/// The members of one JSON object, one after the other: simdjson gives such a part of a document as text.
/// What is malformed ends it.
class JsonMembers {
 public:
  explicit JsonMembers(std::string_view object) : text_(object) {}

  /// `key` and `value` are as written; a value that is an object or list is whole.
  bool next(std::string_view& key, std::string_view& value);

 private:
  void skip_blanks();
  /// Takes one value of any kind.
  bool take(std::string_view& value);
  bool take_string(std::string_view& token);

  std::string_view text_;
  bool is_begun_ = false;
};

}  // namespace gusset::traces::import
