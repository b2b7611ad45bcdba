#include "gusset/viewer/model/document/time_text.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

namespace gusset::viewer {
namespace {

struct Unit {
  const char* name;
  double scale;
};
constexpr std::array<Unit, 4> time_units{{{"s", 1e9}, {"ms", 1e6}, {"µs", 1e3}, {"ns", 1.0}}};
constexpr std::array<Unit, 4> byte_units{{{"TB", 1e12}, {"GB", 1e9}, {"MB", 1e6}, {"kB", 1e3}}};

std::string fixed(double value, int decimals) {
  std::array<char, 64> text{};
  std::snprintf(text.data(), text.size(), "%.*f", decimals, value);
  return text.data();
}

// Four significant digits of a value of at least 1.
std::string four_digits(double value) {
  const double size = std::fabs(value);
  return fixed(value, size >= 999.95 ? 0 : size >= 99.995 ? 1 : size >= 9.9995 ? 2 : 3);
}

const Unit& time_unit(double size_ns) {
  // What rounds to 1000 of a unit is shown as 1 of the next.
  for (const Unit& unit : time_units) {
    if (size_ns >= unit.scale * 0.99995) return unit;
  }
  return time_units.back();
}

}  // namespace

std::string duration_text(std::int64_t duration_ns) {
  const double value = static_cast<double>(duration_ns);
  const Unit& unit = time_unit(std::fabs(value));
  if (unit.scale == 1.0) return std::to_string(duration_ns) + " ns";
  return four_digits(value / unit.scale) + " " + unit.name;
}

std::string time_text(double time_ns, double resolution_ns, double largest_ns) {
  const Unit& unit = time_unit(std::max(std::fabs(largest_ns), std::fabs(time_ns)));
  const double digits = -std::log10(std::max(resolution_ns, 1e-3) / unit.scale);
  const int decimals = std::clamp(static_cast<int>(std::ceil(digits - 1e-9)), 0, 12);
  std::string text = fixed(time_ns / unit.scale, decimals);
  if (text.find_first_not_of("-0.") == std::string::npos && text.front() == '-') text.erase(0, 1);
  return text + " " + unit.name;
}

std::string share_text(double share) {
  if (share > 0.0 && share < 0.001) return "<0.1 %";
  if (share < 1.0 && share > 0.999) return ">99.9 %";
  return fixed(share * 100.0, 1) + " %";
}

std::string bytes_text(std::uint64_t bytes) {
  const double value = static_cast<double>(bytes);
  for (const Unit& unit : byte_units) {
    if (value >= unit.scale) return four_digits(value / unit.scale) + " " + unit.name;
  }
  return std::to_string(bytes) + " bytes";
}

std::string work_text(double work) {
  std::array<char, 64> text{};
  std::snprintf(text.data(), text.size(), "%.4g", work);
  return text.data();
}

}  // namespace gusset::viewer
