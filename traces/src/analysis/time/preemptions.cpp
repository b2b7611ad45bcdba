#include "preemptions.hpp"

#include "gusset/traces/analysis/time/preempted_time.hpp"

namespace gusset::traces {
namespace {

/// Shorter times are within the accuracy of the clocks and of the accounting of interrupts.
constexpr std::int64_t min_preemption_ns = 20'000;

}  // namespace

Preemptions::Preemptions(const Trace& trace) {
  auto use = trace.processor_time.uses.begin();
  for (std::size_t worker = 0; worker < trace.workers.size(); ++worker) {
    first_.push_back(intervals_.size());
    for (; use != trace.processor_time.uses.end() && use->worker == WorkerId(worker); ++use) {
      const std::int64_t without_ns = use->end_ns - use->begin_ns - use->processor_ns;
      if (use->preemptions == 0 || use->waits > 0 || without_ns < min_preemption_ns) continue;
      intervals_.push_back({use->end_ns - without_ns, use->end_ns});
    }
  }
  first_.push_back(intervals_.size());
}

std::int64_t preempted_ns(const Trace& trace) {
  const Preemptions preemptions(trace);
  std::int64_t sum_ns = 0;
  for (std::size_t worker = 0; worker < trace.workers.size(); ++worker) {
    for (const TimeInterval& interval : preemptions.of(WorkerId(worker)))
      sum_ns += interval.end_ns - interval.begin_ns;
  }
  return sum_ns;
}

}  // namespace gusset::traces
