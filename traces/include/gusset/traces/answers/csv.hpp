#pragma once
#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace gusset::traces {

/// A table of text. Each column has a name that includes its unit ("begin_ns"); each row has one cell per
/// column.
struct CsvTable {
  std::vector<std::string> header;
  std::vector<std::vector<std::string>> rows;
  friend bool operator==(const CsvTable&, const CsvTable&) = default;
};

/// Comma-separated values; csv_cell quotes the cells. Lines end in '\n'.
std::string to_csv(const CsvTable& table);

/// The shortest digits that read back as the same number. Empty for NaN and infinity.
std::string csv_number(double value);
template <std::integral Integer>
std::string csv_number(Integer value) {
  return std::to_string(value);
}
/// A time. Empty if unknown.
std::string csv_time(std::int64_t time_ns);
template <class Number>
std::string csv_number(const std::optional<Number>& value) {
  return value ? csv_number(*value) : std::string();
}

}  // namespace gusset::traces
