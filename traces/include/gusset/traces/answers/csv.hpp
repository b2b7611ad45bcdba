#pragma once
#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace gusset::traces {

/// A table of text: one name, with its unit, per column ("begin_ns"), and lines of as many cells.
struct CsvTable {
  std::vector<std::string> header;
  std::vector<std::vector<std::string>> rows;
  friend bool operator==(const CsvTable&, const CsvTable&) = default;
};

/// Comma-separated values: cells with commas, quotes or line ends are quoted [RFC 4180]; lines end in '\n'.
std::string to_csv(const CsvTable& table);

/// The shortest digits that read back as the same number; empty for what is no number.
std::string csv_number(double value);
template <std::integral Integer>
std::string csv_number(Integer value) {
  return std::to_string(value);
}
/// A time; empty where it is not known.
std::string csv_time(std::int64_t time_ns);
template <class Number>
std::string csv_number(const std::optional<Number>& value) {
  return value ? csv_number(*value) : std::string();
}

}  // namespace gusset::traces
