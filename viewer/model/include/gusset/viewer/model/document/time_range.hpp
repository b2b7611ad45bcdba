#pragma once
#include <algorithm>
#include <cstdint>

namespace gusset::viewer {

/// A half-open time range, [begin_ns, end_ns), counted from the trace's start.
struct TimeRange {
  std::int64_t begin_ns = 0;
  std::int64_t end_ns = 0;

  std::int64_t duration_ns() const { return end_ns - begin_ns; }
  double middle_ns() const { return (static_cast<double>(begin_ns) + static_cast<double>(end_ns)) / 2; }
  /// The range between two times in any order.
  static TimeRange between(std::int64_t a_ns, std::int64_t b_ns) {
    return {std::min(a_ns, b_ns), std::max(a_ns, b_ns)};
  }
  friend bool operator==(const TimeRange&, const TimeRange&) = default;
};

}  // namespace gusset::viewer
