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

// The JSON fields of plain data, named once for both directions: a JsonWriter reads their values and a
// JsonReader sets them. Next to the data's type, outside any unnamed namespace, define
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

/// Writes numbers, texts, lists, optional values (null if absent), and data that has fields. The document is
/// an object; it needs no memory besides its text.
class JsonWriter {
 public:
  /// An indent of -1 writes one line.
  explicit JsonWriter(int indent = -1) : indent_(indent) { open('{'); }

  template <class T>
  void operator()(const char* key, const T& value) {
    begin(key);
    write(value);
  }
  /// Writes null if the value is empty or 0.
  template <class T>
  void unless_empty(const char* key, const T& value) {
    begin(key);
    if (value == T{}) {
      write(nullptr);
    } else {
      write(value);
    }
  }
  /// A field that earlier versions of the document lack.
  void later(const char* key, const auto& value) { (*this)(key, value); }
  /// A field that the document only has if the value is known.
  template <class T>
  void if_known(const char* key, const std::optional<T>& value) {
    if (value) (*this)(key, *value);
  }
  /// A value with a custom conversion: `convert` turns it into JSON or into another value that can be
  /// written, and `read` makes it from a JsonField.
  void custom(const char* key, const auto& value, auto convert, auto /*read*/) {
    (*this)(key, convert(value));
  }
  /// A value that follows from other fields: written but never read.
  void derived(const char* key, const auto& value) { (*this)(key, value); }
  /// The data's index in its list.
  void index(const char* key) { (*this)(key, index_); }
  /// The fields of optional data, on the same level as this data's own fields; `first` names the first of
  /// them. Writes none of them if the data is absent.
  void inlined(const char* /*first*/, const auto& value) {
    if (value) fields(*this, *value);
  }
  /// A text or a list. The document omits it if it is empty.
  void if_any(const char* key, const auto& value) {
    if (!value.empty()) (*this)(key, value);
  }
  /// An object in the document that groups fields of this data.
  void part(const char* key, auto write_part) {
    begin(key);
    open('{');
    write_part(*this);
    close('}');
  }

  /// Ends the document and returns its text, which is safe to print. The writer can't be used any more.
  std::string text() {
    close('}');
    return std::move(text_);
  }

 private:
  void open(char bracket);
  void close(char bracket);
  /// Begins the next member of an object, or the next element of a list.
  void begin(const char* key);
  void begin_element();
  void write(const nlohmann::ordered_json& document);

  template <class T>
  void write(const T& value) {
    if constexpr (is_optional<T>) {
      if (value) {
        write(*value);
      } else {
        write(nullptr);
      }
    } else if constexpr (std::integral<T> && !std::same_as<T, bool>) {
      text_ += std::to_string(value);
    } else if constexpr (std::constructible_from<nlohmann::ordered_json, T> && !is_list<T>) {
      write(nlohmann::ordered_json(value));
    } else if constexpr (is_list<T>) {
      open('[');
      const std::size_t outer = index_;
      for (index_ = 0; index_ < value.size(); ++index_) {
        begin_element();
        write(value[index_]);
      }
      index_ = outer;
      close(']');
    } else {
      open('{');
      fields(*this, value);
      close('}');
    }
  }

  const int indent_;
  std::size_t depth_ = 0;
  bool is_first_ = true;  // nothing follows the last bracket yet
  std::size_t index_ = 0;
  std::string text_;
};

/// Throws a DocumentError if a field is missing or has another type.
class JsonReader {
 public:
  explicit JsonReader(const JsonField& field) : field_(field) {}

  void operator()(const char* key, auto& value) { read(field_.at(key), value); }
  void unless_empty(const char* key, auto& value) { later(key, value); }
  void later(const char* key, auto& value) {
    if (const auto field = field_.find(key)) read(*field, value);
  }
  void if_known(const char* key, auto& value) { later(key, value); }
  void custom(const char* key, auto& value, auto /*write*/, auto read_value) {
    value = read_value(field_.at(key));
  }
  void derived(const char*, const auto&) {}
  void index(const char*) {}
  void inlined(const char* first, auto& value) {
    if (field_.value().contains(first)) fields(*this, value.emplace());
  }
  void if_any(const char* key, auto& value) { later(key, value); }
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

/// Reads data from the fields of a document or of a part of one.
template <class T>
T read_fields(const JsonField& field) {
  T value;
  JsonReader io(field);
  fields(io, value);
  return value;
}

}  // namespace gusset
