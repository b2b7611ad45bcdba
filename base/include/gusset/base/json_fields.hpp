#pragma once
#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "gusset/base/json_field.hpp"

namespace gusset {

// The fields of plain data in a document, each named once for both directions: a JsonWriter takes their
// values and a JsonReader sets them. Beside the data's type, outside of unnamed namespaces, stands
//   void fields(auto& io, IsOneOf<Range> auto& range) {
//     io("min", range.min_s);
//     io("max", range.max_s);
//   }

template <class T, class... Others>
concept IsOneOf = (std::same_as<std::remove_const_t<T>, Others> || ...);

template <class T>
constexpr bool is_optional = false;
template <class T>
constexpr bool is_optional<std::optional<T>> = true;
template <class T>
constexpr bool is_list = false;
template <class T>
constexpr bool is_list<std::vector<T>> = true;

/// Numbers, texts, lists, values that may be absent (null), and data that has fields.
class JsonWriter {
 public:
  nlohmann::ordered_json object = nlohmann::ordered_json::object();

  template <class T>
  void operator()(const char* key, const T& value) {
    object[key] = json_of(value);
  }
  /// Null where the value is empty, or 0.
  template <class T>
  void unless_empty(const char* key, const T& value) {
    object[key] = value == T{} ? nlohmann::ordered_json(nullptr) : json_of(value);
  }
  /// A field that documents of earlier versions lack.
  void later(const char* key, const auto& value) { (*this)(key, value); }
  /// A value of a type of its own: `write` makes JSON of it, and `read` makes it of a JsonField.
  void custom(const char* key, const auto& value, auto write, auto /*read*/) { object[key] = write(value); }
  /// What follows from other fields: it is written alone.
  void derived(const char* key, const auto& value) { object[key] = value; }
  /// The place of the data in its list.
  void index(const char* key) { object[key] = index_; }
  /// An object of fields that data has without one.
  void part(const char* key, auto write_part) {
    JsonWriter part;
    write_part(part);
    object[key] = std::move(part.object);
  }

 private:
  template <class T>
  static nlohmann::ordered_json json_of(const T& value, std::size_t index = 0) {
    if constexpr (is_optional<T>) {
      return value ? json_of(*value) : nlohmann::ordered_json(nullptr);
    } else if constexpr (std::is_arithmetic_v<T> || std::same_as<T, std::string>) {
      return value;
    } else if constexpr (is_list<T>) {
      auto list = nlohmann::ordered_json::array();
      for (std::size_t i = 0; i < value.size(); ++i) list.push_back(json_of(value[i], i));
      return list;
    } else {
      JsonWriter io;
      io.index_ = index;
      fields(io, value);
      return std::move(io.object);
    }
  }

  std::size_t index_ = 0;
};

/// Throws a DocumentError where a field is missing or is another value.
class JsonReader {
 public:
  explicit JsonReader(const JsonField& field) : field_(field) {}

  void operator()(const char* key, auto& value) { read(field_.at(key), value); }
  void unless_empty(const char* key, auto& value) { later(key, value); }
  void later(const char* key, auto& value) {
    if (const auto field = field_.find(key)) read(*field, value);
  }
  void custom(const char* key, auto& value, auto /*write*/, auto read_value) {
    value = read_value(field_.at(key));
  }
  void derived(const char*, const auto&) {}
  void index(const char*) {}
  void part(const char* key, auto read_part) {
    JsonReader part(field_.at(key));
    read_part(part);
  }

 private:
  template <class T>
  static void read(const JsonField& field, T& value) {
    if constexpr (is_optional<T>) {
      if (!field.is_null()) read(field, value.emplace());
    } else if constexpr (std::same_as<T, bool>) {
      value = field.flag();
    } else if constexpr (std::same_as<T, double>) {
      value = field.number();
    } else if constexpr (std::same_as<T, unsigned>) {
      value = field.small_count();
    } else if constexpr (std::same_as<T, std::uint64_t>) {
      value = field.count();
    } else if constexpr (std::same_as<T, std::string>) {
      value = field.text();
    } else if constexpr (is_list<T>) {
      for (const JsonField& item : field.list()) read(item, value.emplace_back());
    } else {
      JsonReader io(field);
      fields(io, value);
    }
  }

  JsonField field_;
};

/// The data whose fields a document, or a part of it, holds.
template <class T>
T read_fields(const JsonField& field) {
  T value;
  JsonReader io(field);
  fields(io, value);
  return value;
}

}  // namespace gusset
