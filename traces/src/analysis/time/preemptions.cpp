#include "preemptions.hpp"

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

}  // namespace gusset::traces
