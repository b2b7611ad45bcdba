#pragma once
#include <charconv>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <system_error>

namespace gusset {

/// The whole of `text` as a decimal number: no blanks, no plus sign, no minus sign where T has none. Nothing
/// where it is no number, or too large for T.
template <class T>
std::optional<T> parse_number(std::string_view text) {
  T value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

/// "text" between double quotes.
std::string double_quoted(std::string_view text);

/// "a, b, c"
std::string joined(std::span<const std::string> words, std::string_view between = ", ");

/// With ASCII letters in lower case; other bytes stay.
std::string lower_case(std::string_view text);

}  // namespace gusset
