#pragma once
#include <algorithm>
#include <cstdint>
#include <limits>
#include <utility>

namespace gusset::traces {

/// A part of a trace's time: [begin_ns, end_ns).
struct Range {
  std::int64_t begin_ns = std::numeric_limits<std::int64_t>::min();
  std::int64_t end_ns = std::numeric_limits<std::int64_t>::max();

  /// Half-open, so a zero-length span belongs to only one of two adjacent ranges.
  bool touches(std::int64_t begin, std::int64_t end) const {
    return begin < end_ns && (end > begin_ns || (begin == end && begin >= begin_ns));
  }
  /// The part of a span that is in the range and not before the trace's start.
  std::pair<std::int64_t, std::int64_t> cut(std::int64_t begin, std::int64_t end) const {
    const std::int64_t from = std::max({begin, begin_ns, std::int64_t{0}});
    return {from, std::max(from, std::min(end, end_ns))};
  }
};

}  // namespace gusset::traces
