#pragma once
#include <cstdint>
#include <string>

#include "gusset/base/numbers.hpp"

namespace gusset::viewer {

using gusset::count_text;

/// A duration with its unit and four significant digits: "0 ns", "999 ns", "12.34 µs", "1.234 s".
std::string duration_text(std::int64_t duration_ns);

/// A point in time, exact to `resolution_ns` (> 0), in the unit that suits a view reaching to `largest_ns`:
/// 1 234 560 000 ns at a resolution of 10 000 ns up to 2 s reads "1.23456 s".
std::string time_text(double time_ns, double resolution_ns, double largest_ns);

/// A share of 0…1: "97.1 %". What is not quite none or all is not shown as such: "<0.1 %", ">99.9 %".
std::string share_text(double share);

/// A size: "608 bytes", "1.234 MB" (decimal prefixes).
std::string bytes_text(std::uint64_t bytes);

/// Declared work in whatever unit the program used: "1.118e+07".
std::string work_text(double work);

}  // namespace gusset::viewer
