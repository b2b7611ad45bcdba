#pragma once
#include <cstdint>
#include <vector>

#include "gusset/traces/model/trace.hpp"

namespace gusset::simulator {

/// The periods in which all workers of a trace ran tasks; if a worker has several lanes, on all of its lanes.
class BusyTimes {
 public:
  explicit BusyTimes(const traces::Trace& trace);

  /// Returns how many ns of [begin_ns, end_ns) all workers ran tasks.
  std::int64_t within(std::int64_t begin_ns, std::int64_t end_ns) const {
    return before(end_ns) - before(begin_ns);
  }

 private:
  std::int64_t before(std::int64_t time_ns) const;

  struct Stretch {
    std::int64_t begin_ns = 0;
    std::int64_t end_ns = 0;
    std::int64_t sum_ns = 0;  // total length of all earlier stretches
  };
  std::vector<Stretch> stretches_;
};

}  // namespace gusset::simulator
