#pragma once
#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "errors.hpp"

namespace gusset::cli {

/// A place in a JSON document from outside, which is read by what it should be: anything else is a Failure
/// "FILE: configurations[3].grid: expected a text, found 7". The document outlives it.
class JsonField {
 public:
  /// The whole document; `name` stands for its file.
  JsonField(const nlohmann::json& document, std::string name) : value_(document), name_(std::move(name)) {}

  /// A member, which must be there.
  JsonField at(const std::string& key) const;
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

  /// The Failure that says what should be here.
  Failure expected(const std::string& what) const;

 private:
  JsonField(const nlohmann::json& value, std::string name, std::string path)
      : value_(value), name_(std::move(name)), path_(std::move(path)) {}

  const nlohmann::json& value_;
  std::string name_;
  std::string path_;
};

/// The JSON document in a file. Throws Failure where it can't be read, or is no JSON.
nlohmann::json read_json(const std::string& path);

}  // namespace gusset::cli
