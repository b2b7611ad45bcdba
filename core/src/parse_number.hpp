#pragma once
#include <charconv>
#include <optional>
#include <string_view>

namespace gusset::detail {

/// A whole decimal number and nothing else: no sign, no blanks. Nothing where it is none, or too large for T.
template <class T>
std::optional<T> parse_number(std::string_view text) {
  T value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || text.empty() || text.front() == '-')
    return std::nullopt;
  return value;
}

}  // namespace gusset::detail
