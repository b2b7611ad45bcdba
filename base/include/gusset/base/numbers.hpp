#pragma once
#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace gusset {

/// Three significant digits and a unit that keeps them readable: "1.23 s", "45.6 ms", "7.89 µs", "12 ns", "0
/// s".
std::string duration_text(double seconds);
std::string duration_text_ns(std::int64_t nanoseconds);

/// A point in time, exact to `resolution_ns` (> 0), in the unit that suits a view reaching to `largest_ns`:
/// 1 234 560 000 ns at a resolution of 10 000 ns up to 2 s reads "1.23456 s".
std::string time_text(double time_ns, double resolution_ns, double largest_ns);

/// Three significant digits and a decimal unit: "151 GB", "512 B".
std::string bytes_text(double bytes);
template <std::integral Integer>
std::string bytes_text(Integer bytes) {
  return bytes_text(static_cast<double>(bytes));
}

/// One decimal of a share in 0…1: "97.1 %". What is not quite none or all looks different: "<0.1 %", ">99.9
/// %".
std::string percent_text(double share);

/// How many times: "1.05".
std::string ratio_text(double ratio);

/// A number in a unit of the program's own: "1.12e+07"; whole ones below a million in full: "12 345".
std::string work_text(double work);

/// "+4.9 %": how far `ratio` is from 1.
std::string deviation_text(double ratio);

/// A count with its digits grouped by narrow spaces: "1 000 000".
std::string count_text(std::uint64_t count);

/// "1 task", "2 tasks".
std::string count_text(std::uint64_t count, const std::string& noun);

/// printf's "%.*f".
std::string fixed_text(double value, int digits);

/// Nanoseconds as seconds.
constexpr double seconds(std::int64_t nanoseconds) {
  return static_cast<double>(nanoseconds) * 1e-9;
}

/// Times lie within ±2^60 ns (36 years) of a trace's start, so that differences of two always fit 64 bits.
inline constexpr std::int64_t max_time_ns = std::int64_t{1} << 60;

/// What people write for a time: a decimal number and a unit out of ns, us, µs, ms, s, such as "1.5ms" or
/// "20 us", rounded to whole nanoseconds; "0" alone needs no unit. Nothing where it is something else, is
/// negative or exceeds `max_time_ns`.
std::optional<std::int64_t> parse_duration_ns(std::string_view text);

}  // namespace gusset
