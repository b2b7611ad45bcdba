#pragma once
#include <charconv>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <system_error>

namespace gusset {

/// Parses the whole of `text` as a decimal number: no blanks, no plus sign, and no minus sign unless T is
/// signed. Returns nothing if the text is not a number or the number does not fit T.
template <class T>
std::optional<T> parse_number(std::string_view text) {
  T value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

/// The text without blanks and tabs at its ends, and without carriage returns at its end.
inline std::string_view trimmed(std::string_view text) {
  while (text.starts_with(' ') || text.starts_with('\t')) text.remove_prefix(1);
  while (text.ends_with(' ') || text.ends_with('\t') || text.ends_with('\r')) text.remove_suffix(1);
  return text;
}

/// Puts double quotes around a text.
std::string double_quoted(std::string_view text);

/// Joins words: "a, b, c".
std::string joined(std::span<const std::string> words, std::string_view between = ", ");

/// Converts ASCII letters to lower case; keeps other bytes.
std::string lower_case(std::string_view text);

}  // namespace gusset
