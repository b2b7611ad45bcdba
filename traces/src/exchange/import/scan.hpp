#pragma once
#include <charconv>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string_view>

#include "gusset/base/text.hpp"

/// Scans numbers. A byte that belongs to no number must follow the text; the source's padding ensures that.
/// Each function returns the end of the number, or nullptr if there is no number or it is too large.
namespace gusset::traces::import {

inline bool is_digit(char c) {
  return static_cast<unsigned char>(c - '0') < 10;
}

inline const char* skip_blanks(const char* p) {
  while (*p == ' ' || *p == '\t') ++p;
  return p;
}

/// Bound for times before the trace's start is subtracted. Two times within it differ by less than 2^63.
inline constexpr std::int64_t max_raw_time = std::int64_t{1} << 62;

inline const char* scan_unsigned(const char* p, std::uint64_t& value) {
  const char* const first = p;
  std::uint64_t sum = 0;
  while (is_digit(*p)) sum = sum * 10 + static_cast<std::uint64_t>(*p++ - '0');
  if (p == first) return nullptr;
  if (p - first > 18) {  // may have wrapped around
    const auto [end, error] = std::from_chars(first, p, sum);
    if (error != std::errc()) return nullptr;
  }
  value = sum;
  return p;
}

/// Scans a number with an exponent or with more digits than 64 bits hold. Rounds like a double.
inline const char* scan_scaled_slowly(const char* first, unsigned decimals, std::int64_t& value) {
  // Padding follows the text, so this scan stops.
  const char* end = first;
  while (is_digit(*end) || *end == '.' || *end == '-' || *end == '+' || *end == 'e' || *end == 'E') ++end;
  double number = 0.0;
  const auto [stopped, error] = std::from_chars(first, end, number);
  if (error != std::errc()) return nullptr;
  for (unsigned i = 0; i < decimals; ++i) number *= 10.0;
  if (!(std::abs(number) < static_cast<double>(max_raw_time))) return nullptr;
  value = std::llround(number);
  return stopped;
}

/// A decimal number times 10^decimals, rounded to the nearest integer: 9 turns seconds into ns, 3 turns µs
/// into ns. Exact without an exponent. The result is within ±2^62.
inline const char* scan_scaled(const char* p, unsigned decimals, std::int64_t& value) {
  const char* const first = p;
  const bool is_negative = *p == '-';
  if (is_negative) ++p;
  std::uint64_t sum = 0;
  const char* const digits = p;
  while (is_digit(*p)) sum = sum * 10 + static_cast<std::uint64_t>(*p++ - '0');
  if (p == digits && *p != '.') return nullptr;
  const auto whole_digits = static_cast<unsigned>(p - digits);
  unsigned missing = decimals;
  bool round_up = false;
  if (*p == '.') {
    const char* const fraction = ++p;
    while (missing > 0 && is_digit(*p)) {
      sum = sum * 10 + static_cast<std::uint64_t>(*p++ - '0');
      --missing;
    }
    if (is_digit(*p)) round_up = *p >= '5';
    while (is_digit(*p)) ++p;
    if (p == fraction && whole_digits == 0) return nullptr;
  }
  if (*p == 'e' || *p == 'E' || whole_digits + decimals > 19)
    return scan_scaled_slowly(first, decimals, value);
  for (; missing > 0; --missing) sum *= 10;
  if (round_up) ++sum;
  if (sum >= static_cast<std::uint64_t>(max_raw_time)) return nullptr;
  value = is_negative ? -static_cast<std::int64_t>(sum) : static_cast<std::int64_t>(sum);
  return p;
}

/// Parses the whole of `text` as a number.
template <class Number>
bool parse_number(std::string_view text, Number& value) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size() && !text.empty();
}

}  // namespace gusset::traces::import
