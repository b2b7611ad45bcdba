#pragma once
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace gusset {

/// Three significant digits with the unit that keeps them readable: "1.23 s", "45.6 ms", "7.89 µs", "12 ns",
/// "0 s".
std::string duration_text(double seconds);
std::string duration_text_ns(std::int64_t nanoseconds);

/// A point in time, exact to `resolution_ns` (> 0), in the unit that suits a view reaching to `largest_ns`.
/// For example, 1 234 560 000 ns at a resolution of 10 000 ns up to 2 s reads "1.23456 s".
std::string time_text(double time_ns, double resolution_ns, double largest_ns);

/// Three significant digits and a decimal unit: "151 GB", "512 B".
std::string bytes_text(double bytes);
template <std::integral Integer>
std::string bytes_text(Integer bytes) {
  return bytes_text(static_cast<double>(bytes));
}

/// Bytes per second: "1.25 GB/s".
std::string bandwidth_text(double bytes_per_s);

/// A share in 0…1 with one decimal: "97.1 %". Values just above 0 or just below 1 read
/// "<0.1 %" and ">99.9 %".
std::string percent_text(double share);

/// A ratio with two decimals: "1.05".
std::string ratio_text(double ratio);

/// A number in a unit of the program's choice: "1.12e+07". Whole numbers below a million appear in full:
/// "12 345".
std::string work_text(double work);

/// How far `ratio` is from 1: "+4.9 %".
std::string deviation_text(double ratio);

/// A count with its digits grouped by narrow spaces: "1 000 000".
std::string count_text(std::uint64_t count);

/// "1 task", "2 tasks".
std::string count_text(std::uint64_t count, const std::string& noun);

/// printf's "%.*f".
std::string fixed_text(double value, int digits);

/// The fewest digits that parse as the same number: "0.1", "1e-05".
std::string shortest_text(double value);

/// The lowest `digits` hexadecimal digits of a number: "00ff".
std::string hex_text(std::uint64_t number, std::size_t digits);
/// A mask of bits: "0x3f". Empty if no bit is set.
std::string mask_text(std::uint64_t mask);

/// Converts nanoseconds to seconds.
constexpr double seconds(std::int64_t nanoseconds) {
  return static_cast<double>(nanoseconds) * 1e-9;
}

/// Times are within ±2^60 ns (36 years) of a trace's start, so the difference of two always fits 64 bits.
inline constexpr std::int64_t max_time_ns = std::int64_t{1} << 60;

/// Parses a time as people write it: a decimal number and one of the units ns, us, µs, ms, s, for example
/// "1.5ms" or "20 us". Rounds to whole nanoseconds. "0" alone needs no unit. Returns nothing if the text is
/// anything else, is negative or exceeds `max_time_ns`.
std::optional<std::int64_t> parse_duration_ns(std::string_view text);

}  // namespace gusset
