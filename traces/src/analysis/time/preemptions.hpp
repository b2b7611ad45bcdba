#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "gusset/traces/model/trace.hpp"

namespace gusset::traces {

struct TimeInterval {
  std::int64_t begin_ns = 0;
  std::int64_t end_ns = 0;
};

/// When threads had no processor although they could run. The operating system only reports how long that was
/// within each recorded interval. A thread records an interval when it continues after a long time, so the
/// end of the interval counts as the time without a processor, or of an earlier one, if the operating system
/// counted the delay late. If the delay is unknown, all of an interval's time without a processor counts, but
/// only if the thread was preempted and did not wait of its own accord in it. Times in which a processor
/// would have changed nothing do not count (see times_before_last_arrivals).
class Preemptions {
 public:
  explicit Preemptions(const Trace& trace);

  /// In order of time, disjoint and not empty.
  std::span<const TimeInterval> of(WorkerId worker) const {
    return {intervals_.data() + first_[worker.value()],
            first_[worker.value() + std::size_t{1}] - first_[worker.value()]};
  }

  /// How long threads had no processor, but would not have needed one, summed over all workers.
  std::int64_t useless_ns() const { return useless_ns_; }

  /// How long the worker had no processor between these times.
  std::int64_t within_ns(WorkerId worker, std::int64_t begin_ns, std::int64_t end_ns) const;

 private:
  std::int64_t useless_ns_ = 0;
  std::vector<TimeInterval> intervals_;
  std::vector<std::size_t> first_;  ///< workers + 1 entries
};

}  // namespace gusset::traces
