#pragma once
#include <cstdint>
#include <filesystem>
#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "gusset/base/quoting.hpp"
#include "gusset/base/result.hpp"

namespace gusset {

/// The range of numbers that a field accepts, and its wording in an error.
struct NumberRange {
  double min = 0.0;
  double max = 0.0;
  std::string_view expected;
  bool above_min = false;  ///< min itself is excluded
  bool contains(double value) const { return value >= min && value <= max && !(above_min && value == min); }
};
inline constexpr NumberRange any_amount{0.0, 1e100, "a number from 0 to 1e100"};
inline constexpr NumberRange any_count{0.0, 18446744073709551615.0, "a whole number"};
inline constexpr NumberRange any_small_count{0.0, 4294967295.0, "a whole number below 2^32"};

/// Says what is wrong with a document from outside.
class DocumentError : public std::runtime_error {
 public:
  explicit DocumentError(Error error) : std::runtime_error(error.message()), error_(std::move(error)) {}
  const Error& error() const { return error_; }

 private:
  Error error_;
};

/// Describes a value in a few words, for an error.
std::string describe(const nlohmann::json& value);

/// A position in a JSON document from outside. Each getter names the type it expects. Any other value throws
/// a DocumentError such as "FILE: configurations[3].grid: expected text, found 7". A missing member reads as
/// null. The document must outlive its fields.
class JsonField {
 public:
  /// The whole document; errors call it `name`.
  JsonField(const nlohmann::json& document, std::string name) : value_(document), where_(std::move(name)) {}
  /// A value at a place in a document, such as "rows[3]".
  JsonField(const nlohmann::json& value, const std::string& name, const std::string& place);

  const nlohmann::json& value() const { return value_; }
  bool is_null() const { return value_.is_null(); }
  /// Returns a member of an object.
  JsonField at(const std::string& key) const;
  /// Returns an optional member; none if it is missing or null.
  std::optional<JsonField> find(const std::string& key) const;
  /// Returns the members of an object, by name.
  std::vector<std::pair<std::string, JsonField>> members() const;
  /// Returns the elements of a list.
  std::vector<JsonField> list() const;

  bool flag() const;
  std::string text() const;
  double number(const NumberRange& range = any_amount) const;
  std::uint64_t count(const NumberRange& range = any_count) const;
  unsigned small_count(const NumberRange& range = any_small_count) const {
    return static_cast<unsigned>(count(range));
  }
  std::vector<std::string> texts() const;
  /// Applies `read` to each element of a list.
  template <class Read>
  auto list_of(Read read) const {
    std::vector<decltype(read(*this))> result;
    for (const JsonField& field : list()) result.push_back(read(field));
    return result;
  }
  template <class Read>
  auto unless_null(Read read) const -> std::optional<decltype(read(*this))> {
    if (is_null()) return std::nullopt;
    return read(*this);
  }
  std::optional<double> optional_number(const NumberRange& range = any_amount) const {
    return unless_null([&](const JsonField& field) { return field.number(range); });
  }
  std::optional<std::uint64_t> optional_count(const NumberRange& range = any_count) const {
    return unless_null([&](const JsonField& field) { return field.count(range); });
  }
  std::string optional_text() const { return is_null() ? std::string() : text(); }

  /// Throws if the members "format" and "version" have other values.
  void check_format(const std::string& format, std::uint64_t version) const;
  /// Throws if the object has members that the caller never asked this field for.
  void refuse_other_members() const;
  /// Returns the error that says what the document should contain here.
  DocumentError expected(std::string_view what) const { return expected(what, describe(value_)); }
  DocumentError expected(std::string_view what, const std::string& found) const;

 private:
  JsonField(const nlohmann::json& value, const JsonField& parent, const std::string& place);
  JsonField member(const std::string& key, const nlohmann::json& value) const;

  const nlohmann::json& value_;
  std::string where_;
  bool is_whole_ = true;
  mutable std::vector<std::string> requested_;
};

/// A member of a document that is a long list. It is empty in the parsed document, and needs no memory there.
struct LongList {
  std::string member{};
  std::function<void(const JsonField&)> read{};  ///< gets each element, in order; empty: skips the list
};

/// Parses a JSON text. Throws DocumentError, with line and column if the text is not JSON. Also throws if an
/// object has the same member twice, except within a list that is skipped.
nlohmann::json parse_json(std::string_view text, const std::string& name, const LongList& list = {});
/// Reads and parses a JSON file of at most `max_bytes`.
nlohmann::json read_json(const std::filesystem::path& path, std::size_t max_bytes = std::size_t{1} << 30);

/// Returns what `read` returns, or the DocumentError that it throws.
template <class Read>
auto document_result(Read read) -> Result<decltype(read())> {
  try {
    return read();
  } catch (const DocumentError& refused) {
    return refused.error();
  }
}
/// Parses a text and returns what `read` makes of the document, or the DocumentError.
template <class Read>
auto read_document(std::string_view text, const std::string& name, Read read, const LongList& list = {}) {
  return document_result([&] {
    const nlohmann::json document = parse_json(text, name, list);
    return read(JsonField(document, name));
  });
}

/// Returns the text of a document, which is safe to print. Replaces bytes that are not UTF-8. An `indent` of
/// -1 writes one line.
template <class Json = nlohmann::ordered_json>
std::string json_text(const Json& document, int indent = -1) {
  return printable_json(document.dump(indent, ' ', false, Json::error_handler_t::replace));
}

}  // namespace gusset
