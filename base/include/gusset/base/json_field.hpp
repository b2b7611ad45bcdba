#pragma once
#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "gusset/base/result.hpp"

namespace gusset {

/// What is wrong with a document from outside, in one line.
class DocumentError : public std::runtime_error {
 public:
  explicit DocumentError(const Error& error) : std::runtime_error(error.message()) {}
};
/// "WHERE: expected …, found …".
DocumentError bad_document(const std::string& where, const std::string& expected, const std::string& found);

/// A place in a JSON document from outside, which is read by what it should be: anything else is a
/// DocumentError "FILE: configurations[3].grid: expected a text, found 7". The document outlives it.
class JsonField {
 public:
  /// The whole document; `name` stands for its file.
  JsonField(const nlohmann::json& document, std::string name) : value_(document), name_(std::move(name)) {}

  /// A member, which must be there.
  JsonField at(const std::string& key) const;
  /// A member that later versions have: none where it is missing or null.
  std::optional<JsonField> find(const std::string& key) const;
  /// Elements of a list.
  std::vector<JsonField> list() const;
  bool is_null() const { return value_.is_null(); }

  std::string text() const;
  double number() const;
  std::uint64_t count() const;
  /// A count that fits.
  unsigned small_count() const;
  std::vector<std::string> texts() const;

  /// What `read` makes of it, or nothing where it is null.
  template <class Read>
  auto unless_null(Read read) const -> std::optional<decltype(read(*this))> {
    if (is_null()) return std::nullopt;
    return read(*this);
  }

  /// The DocumentError that says what should be here.
  DocumentError expected(const std::string& what) const;

 private:
  JsonField(const nlohmann::json& value, std::string name, std::string path)
      : value_(value), name_(std::move(name)), path_(std::move(path)) {}

  const nlohmann::json& value_;
  std::string name_;
  std::string path_;
};

/// The JSON document in a file. Throws DocumentError where it can't be read, or is no JSON.
nlohmann::json read_json(const std::string& path);

}  // namespace gusset
