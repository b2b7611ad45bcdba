#include "gusset/base/numbers.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <utility>

namespace gusset {
namespace {

struct Unit {
  double size;
  const char* name;
};

constexpr std::array<Unit, 4> time_units{{{1.0, "s"}, {1e-3, "ms"}, {1e-6, "µs"}, {1e-9, "ns"}}};

// Three significant digits, but never fewer than all digits before the point.
int digits_after_point(double value) {
  if (value >= 99.95) return 0;
  return value >= 9.995 ? 1 : 2;
}

template <std::size_t N>
std::string in_unit(double value, const std::array<Unit, N>& descending) {
  for (const Unit& unit : descending) {
    const double scaled = std::abs(value) / unit.size;
    if (scaled >= 0.9995 || &unit == &descending.back()) {
      return (value < 0 ? "-" : "") + fixed_text(scaled, digits_after_point(scaled)) + " " + unit.name;
    }
  }
  return {};
}

}  // namespace

std::string fixed_text(double value, int digits) {
  std::array<char, 352> text{};  // the longest double in %f has 309 digits before the point
  const int length = std::snprintf(text.data(), text.size(), "%.*f", digits, value);
  const std::string_view number(text.data(), static_cast<std::size_t>(length));
  const bool is_minus_zero = number.starts_with('-') && number.find_first_not_of("-0.") == number.npos;
  return std::string(is_minus_zero ? number.substr(1) : number);
}

std::string shortest_text(double value) {
  std::array<char, 32> text{};
  return {text.data(), std::to_chars(text.data(), text.data() + text.size(), value).ptr};
}

std::string hex_text(std::uint64_t number, std::size_t digits) {
  std::string text(digits, '0');
  for (; digits > 0; number /= 16) text[--digits] = "0123456789abcdef"[number % 16];
  return text;
}

std::string mask_text(std::uint64_t mask) {
  if (mask == 0) return {};
  return "0x" + hex_text(mask, (static_cast<std::size_t>(std::bit_width(mask)) + 3) / 4);
}

std::string duration_text(double duration_s) {
  if (duration_s == 0.0) return "0 s";
  return in_unit(duration_s, time_units);
}

std::string duration_text_ns(std::int64_t nanoseconds) {
  if (nanoseconds > -1000 && nanoseconds < 1000 && nanoseconds != 0) {
    return std::to_string(nanoseconds) + " ns";
  }
  return duration_text(seconds(nanoseconds));
}

std::string bytes_text(double bytes) {
  if (std::abs(bytes) < 999.5) return fixed_text(bytes, 0) + " B";
  static constexpr std::array<Unit, 5> units{
      {{1e15, "PB"}, {1e12, "TB"}, {1e9, "GB"}, {1e6, "MB"}, {1e3, "kB"}}};
  return in_unit(bytes, units);
}

std::string bandwidth_text(double bytes_per_s) {
  return bytes_text(bytes_per_s) + "/s";
}

std::string percent_text(double share) {
  if (share > 0.0 && share < 0.001) return "<0.1 %";
  if (share < 1.0 && share > 0.999) return ">99.9 %";
  return fixed_text(share * 100.0, 1) + " %";
}

std::string ratio_text(double ratio) {
  return fixed_text(ratio, 2);
}

std::string work_text(double work) {
  if (work >= 0.0 && work < 1e6 && work == std::floor(work))
    return count_text(static_cast<std::uint64_t>(work));
  std::array<char, 32> text{};
  const int length = std::snprintf(text.data(), text.size(), "%.3g", work);
  return {text.data(), static_cast<std::size_t>(length)};
}

std::string deviation_text(double ratio) {
  const std::string percent = fixed_text((ratio - 1.0) * 100.0, 1);
  return (percent.starts_with('-') ? "" : "+") + percent + " %";
}

std::string count_text(std::uint64_t count) {
  std::string digits = std::to_string(count);
  for (std::size_t at = digits.size(); at > 3;) {
    at -= 3;
    digits.insert(at, "\u202F");
  }
  return digits;
}

std::string count_text(std::uint64_t count, const std::string& noun) {
  return count_text(count) + " " + noun + (count == 1 ? "" : "s");
}

std::string time_text(double time_ns, double resolution_ns, double largest_ns) {
  const double largest_s = std::max(std::abs(largest_ns), std::abs(time_ns)) * 1e-9;
  // A value that would round to 1000 of a unit is 1 of the next unit.
  const auto* unit = std::find_if(time_units.begin(), time_units.end(),
                                  [&](const Unit& one) { return largest_s >= one.size * 0.99995; });
  if (unit == time_units.end()) --unit;
  const double unit_ns = std::round(unit->size * 1e9);
  const double digits = -std::log10(std::max(resolution_ns, 1e-3) / unit_ns);
  const int decimals = std::clamp(static_cast<int>(std::ceil(digits - 1e-9)), 0, 12);
  std::string text = fixed_text(time_ns / unit_ns, decimals);
  if (text.find_first_not_of("-0.") == std::string::npos && text.front() == '-') text.erase(0, 1);
  return text + " " + unit->name;
}

std::optional<std::int64_t> parse_duration_ns(std::string_view text) {
  if (text == "0") return 0;
  double number = 0.0;
  const auto [stopped, error] =
      std::from_chars(text.data(), text.data() + text.size(), number, std::chars_format::fixed);
  if (error != std::errc()) return std::nullopt;
  std::string_view unit = text.substr(static_cast<std::size_t>(stopped - text.data()));
  while (unit.starts_with(' ')) unit.remove_prefix(1);
  static constexpr std::array<std::pair<std::string_view, double>, 6> units{
      {{"ns", 1.0}, {"us", 1e3}, {"µs", 1e3}, {"μs", 1e3}, {"ms", 1e6}, {"s", 1e9}}};
  for (const auto& [name, size_ns] : units) {
    if (unit != name) continue;
    const double length_ns = number * size_ns;
    // Negated, so that NaN is refused too.
    if (!(length_ns >= 0.0 && length_ns <= static_cast<double>(max_time_ns))) return std::nullopt;
    return std::llround(length_ns);
  }
  return std::nullopt;
}

}  // namespace gusset
