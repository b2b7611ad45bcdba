#include "preemptions.hpp"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <limits>
#include <numeric>
#include <optional>

#include "analysis/time/barriers.hpp"
#include "gusset/traces/analysis/time/preempted_time.hpp"
#include "model/exclusive_time.hpp"

namespace gusset::traces {
namespace {

/// Shorter times are within the accuracy of the clocks and of the accounting of interrupts, or are how long a
/// thread takes to wake up.
constexpr std::int64_t min_preemption_ns = 20'000;

/// What remains of `intervals`. Both are in order of time; `without` may overlap.
std::vector<TimeInterval> remaining(std::span<const TimeInterval> intervals,
                                    std::span<const TimeInterval> without) {
  std::vector<TimeInterval> result;
  auto first = without.begin();
  for (TimeInterval interval : intervals) {
    while (first != without.end() && first->end_ns <= interval.begin_ns) ++first;
    for (auto cut = first; cut != without.end() && cut->begin_ns < interval.end_ns; ++cut) {
      if (interval.begin_ns < cut->begin_ns) result.push_back({interval.begin_ns, cut->begin_ns});
      interval.begin_ns = std::max(interval.begin_ns, cut->end_ns);
    }
    if (interval.begin_ns < interval.end_ns) result.push_back(interval);
  }
  return result;
}

using Uses = std::vector<ProcessorUse>::const_iterator;

/// The operating system counts late by fewer intervals than this.
constexpr std::ptrdiff_t max_late_intervals = 8;

/// The interval in which a known delay passed. The operating system may count a thread's processor time and
/// delay later than they pass: if an interval is too short for both, the delay passed in one of the last
/// before it, whose time is not accounted for. Looks back to `first`, and moves it, so that no time is taken
/// twice.
Uses where_delay_passed(Uses& first, Uses use) {
  const auto missing_ns = [](const ProcessorUse& of) {
    return of.end_ns - of.begin_ns - of.processor_ns - of.delay_ns;
  };
  if (missing_ns(*use) >= -min_preemption_ns) return use;
  for (Uses before = use; before != first && use - before < max_late_intervals;) {
    --before;
    if (before->waits > 0 || before->delay_ns == unknown_time || missing_ns(*before) < use->delay_ns)
      continue;
    first = std::next(before);
    return before;
  }
  return use;
}

}  // namespace

Preemptions::Preemptions(const Trace& trace) {
  std::optional<std::vector<std::vector<TimeInterval>>> useless;  // found when first needed
  auto use = trace.processor_time.uses.begin();
  for (std::size_t worker = 0; worker < trace.workers.size(); ++worker) {
    first_.push_back(intervals_.size());
    std::vector<TimeInterval> intervals;
    Uses first_use = use;
    for (; use != trace.processor_time.uses.end() && use->worker == WorkerId(worker); ++use) {
      const std::int64_t length_ns = use->end_ns - use->begin_ns;
      const bool is_known = use->delay_ns != unknown_time;
      // Otherwise, waits and preemptions cannot be told apart.
      if (!is_known && (use->preemptions == 0 || use->waits > 0)) continue;
      const std::int64_t without_ns =
          is_known ? std::min(use->delay_ns, length_ns) : length_ns - use->processor_ns;
      if (without_ns < min_preemption_ns) continue;
      const Uses where = is_known ? where_delay_passed(first_use, use) : use;
      const std::int64_t end_ns = where == use ? use->end_ns : where->end_ns - where->delay_ns;
      intervals.push_back({end_ns - without_ns, end_ns});
      useless_ns_ += without_ns;
    }
    if (intervals.empty()) continue;
    std::ranges::sort(intervals, {}, &TimeInterval::begin_ns);
    if (!useless) useless = times_before_last_arrivals(trace);
    const std::vector<TimeInterval> useful = remaining(intervals, (*useless)[worker]);
    intervals_.insert(intervals_.end(), useful.begin(), useful.end());
    for (const TimeInterval& interval : useful) useless_ns_ -= interval.end_ns - interval.begin_ns;
  }
  first_.push_back(intervals_.size());
}

std::int64_t Preemptions::within_ns(WorkerId worker, std::int64_t begin_ns, std::int64_t end_ns) const {
  const std::span<const TimeInterval> intervals = of(worker);
  std::int64_t sum_ns = 0;
  auto next = std::ranges::upper_bound(intervals, begin_ns, {}, &TimeInterval::end_ns);
  for (; next != intervals.end() && next->begin_ns < end_ns; ++next)
    sum_ns += std::min(next->end_ns, end_ns) - std::max(next->begin_ns, begin_ns);
  return sum_ns;
}

std::vector<std::int64_t> preempted_by_worker_ns(const Trace& trace) {
  if (!trace.recorded.processor_time) return {};
  const Preemptions preemptions(trace);
  const std::int64_t makespan_ns = makespan_of(trace);
  std::vector<std::int64_t> result(trace.workers.size(), 0);
  for (std::size_t worker = 0; worker < result.size(); ++worker)
    result[worker] = preemptions.within_ns(WorkerId(worker), 0, makespan_ns);
  return result;
}

std::optional<std::int64_t> uncounted_preempted_ns(const Trace& trace) {
  if (!trace.recorded.processor_time) return std::nullopt;
  std::vector<TimeInterval> active(trace.workers.size(), {std::numeric_limits<std::int64_t>::max(), 0});
  for (const Lane& lane : trace.lanes) {
    TimeInterval& of_worker = active[lane.worker.value()];
    if (lane.spans.size() == 0) continue;
    of_worker.begin_ns = std::min(of_worker.begin_ns, std::max<std::int64_t>(0, lane.spans.begin_ns.front()));
    of_worker.end_ns = std::max(of_worker.end_ns, std::ranges::max(lane.spans.end_ns));
  }
  std::int64_t uncounted_ns = Preemptions(trace).useless_ns();
  for (const TimeInterval& of_worker : active)
    uncounted_ns += std::max<std::int64_t>(0, of_worker.end_ns - of_worker.begin_ns);
  for (const ProcessorUse& use : trace.processor_time.uses) {
    if (use.delay_ns == unknown_time) return std::nullopt;
    const TimeInterval& of_worker = active[use.worker.value()];
    uncounted_ns -= std::max<std::int64_t>(
        0, std::min(use.end_ns, of_worker.end_ns) - std::max(use.begin_ns, of_worker.begin_ns));
    const std::int64_t delay_ns = std::min(use.delay_ns, use.end_ns - use.begin_ns);
    if (delay_ns < min_preemption_ns) uncounted_ns += delay_ns;
  }
  return uncounted_ns;
}

std::int64_t preempted_ns(const Trace& trace) {
  const std::vector<std::int64_t> by_worker = preempted_by_worker_ns(trace);
  return std::accumulate(by_worker.begin(), by_worker.end(), std::int64_t{0});
}

}  // namespace gusset::traces
