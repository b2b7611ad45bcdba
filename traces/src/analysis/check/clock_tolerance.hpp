#pragma once
#include <algorithm>
#include <cstdint>
#include <limits>
#include <string>

#include "gusset/traces/model/trace.hpp"

namespace gusset::traces {

/// By how much the times of two nodes' events may be out of order although the events themselves were not: by
/// the sum of both clocks' residuals.
class ClockTolerance {
 public:
  explicit ClockTolerance(const Trace& trace) : trace_(trace) {}

  /// 0 for one node, or if a node is none. The largest number if a clock's residual is unknown.
  std::int64_t between(NodeId a, NodeId b) const {
    if (a == b || a.is_none() || b.is_none()) return 0;
    const std::int64_t one = residual(a), other = residual(b);
    return one > limit - other ? limit : one + other;
  }
  /// Whether an event on node `at` came too early: before `since_ns` on node `of`, which may be unknown.
  bool is_before(std::int64_t time_ns, NodeId at, std::int64_t since_ns, NodeId of) const {
    return since_ns != unknown_time && time_ns < since_ns && since_ns - time_ns > between(at, of);
  }
  /// For "expected": ", to within the clocks' 500 ns". Empty if the tolerance is 0.
  std::string words(NodeId a, NodeId b) const {
    const std::int64_t tolerance = between(a, b);
    return tolerance == 0 ? "" : ", to within the clocks' " + std::to_string(tolerance) + " ns";
  }

 private:
  static constexpr std::int64_t limit = std::numeric_limits<std::int64_t>::max();
  std::int64_t residual(NodeId node) const {
    const std::int64_t stated = trace_.nodes[node.value()].clock_residual_ns;
    return stated == unknown_time ? limit : std::max<std::int64_t>(0, stated);
  }

  const Trace& trace_;
};

}  // namespace gusset::traces
