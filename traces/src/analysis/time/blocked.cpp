#include <algorithm>
#include <map>
#include <span>
#include <utility>

#include "gusset/traces/analysis/time/blocked_time.hpp"
#include "gusset/traces/model/task_times.hpp"
#include "model/exclusive_time.hpp"
#include "worker_runs.hpp"

namespace gusset::traces {
namespace {

/// Shorter times are within the accuracy of the clocks and of the accounting of interrupts.
constexpr std::int64_t min_blocked_ns = 20'000;

/// The holds of each worker's tasks, in order of time.
std::vector<std::vector<LockHold>> holds_by_worker(const Trace& trace) {
  std::vector<std::vector<LockHold>> holds(trace.workers.size());
  if (trace.fork_join.holds.empty()) return holds;
  const TaskTimes times = task_times(trace);
  for (const LockHold& hold : trace.fork_join.holds) {
    const LaneId lane = times.lane[hold.task.value()];
    if (!lane.is_none()) holds[trace.lanes[lane.value()].worker.value()].push_back(hold);
  }
  for (std::vector<LockHold>& own : holds) std::ranges::sort(own, {}, &LockHold::begin_ns);
  return holds;
}

std::int64_t overlap_ns(std::int64_t begin_ns, std::int64_t end_ns, const LockHold& hold) {
  return std::max<std::int64_t>(0, std::min(end_ns, hold.end_ns) - std::max(begin_ns, hold.begin_ns));
}

/// Adds `left_ns` of blocked time in the runs of a use to the lock that these runs held for longest, except
/// for what may have passed outside of its holds.
void add_to_lock(const ProcessorUse& use, std::int64_t left_ns, std::span<const WorkerRun> runs,
                 std::span<const LockHold> holds, BlockedTime& blocked) {
  std::int64_t run_ns = 0;
  std::map<std::uint32_t, std::int64_t> held_ns;  // by lock
  for (const WorkerRun& run : runs) {
    const std::int64_t begin_ns = std::max(run.begin_ns, use.begin_ns);
    const std::int64_t end_ns = std::min(run.end_ns, use.end_ns);
    run_ns += std::max<std::int64_t>(0, end_ns - begin_ns);
    auto hold = std::ranges::lower_bound(holds, begin_ns, {}, &LockHold::begin_ns);
    if (hold != holds.begin()) --hold;
    for (; hold != holds.end() && hold->begin_ns < end_ns; ++hold)
      held_ns[hold->lock] += overlap_ns(begin_ns, end_ns, *hold);
  }
  const auto longest =
      std::ranges::max_element(held_ns, {}, &std::pair<const std::uint32_t, std::int64_t>::second);
  if (longest == held_ns.end()) return;
  blocked.by_lock_ns[longest->first] += std::max<std::int64_t>(0, left_ns - (run_ns - longest->second));
}

/// Adds the time of one interval in which its thread was blocked, or may have been. A thread records an
/// interval when it continues after a long time, so that time counts in the last runs of the interval.
void add(const Trace& trace, const ProcessorUse& use, std::span<const WorkerRun> runs,
         std::span<const LockHold> holds, BlockedTime& blocked) {
  std::int64_t other_ns = use.end_ns - use.begin_ns;
  for (const WorkerRun& run : runs) other_ns -= run.within_ns(use);
  const std::int64_t unclear = unclear_ns(use);
  std::int64_t left_ns = std::max(blocked_ns(use), unclear) - other_ns;
  if (left_ns < min_blocked_ns) return;
  (unclear > 0 ? blocked.unclear_total_ns : blocked.total_ns) += left_ns;
  std::vector<std::int64_t>& by_type_ns = unclear > 0 ? blocked.unclear_by_type_ns : blocked.by_type_ns;
  if (unclear == 0) add_to_lock(use, left_ns, runs, holds, blocked);
  for (auto run = runs.rbegin(); run != runs.rend(); ++run) {
    const std::int64_t taken_ns = std::min(left_ns, run->within_ns(use));
    by_type_ns[trace.tasks.type[run->task.value()].value()] += taken_ns;
    left_ns -= taken_ns;
  }
}

}  // namespace

std::int64_t blocked_ns(const ProcessorUse& use) {
  // Without a wait, the time went elsewhere: to interrupts, or to another virtual machine.
  if (use.waits == 0) return 0;
  const bool is_known = use.delay_ns != unknown_time;
  if (!is_known && use.preemptions > 0) return 0;  // see unclear_ns
  const std::int64_t length_ns = use.end_ns - use.begin_ns;
  return length_ns - std::min(length_ns, use.processor_ns + (is_known ? use.delay_ns : 0));
}

std::int64_t unclear_ns(const ProcessorUse& use) {
  if (use.waits == 0 || use.preemptions == 0 || use.delay_ns != unknown_time) return 0;
  return std::max<std::int64_t>(0, use.end_ns - use.begin_ns - use.processor_ns);
}

BlockedTime blocked_in_runs(const Trace& trace) {
  BlockedTime blocked;
  const std::vector<ProcessorUse>& uses = trace.processor_time.uses;
  const bool is_known = std::ranges::any_of(
      uses, [](const ProcessorUse& use) { return use.delay_ns != unknown_time || use.waits > 0; });
  if (!is_known) return blocked;
  blocked.by_type_ns.resize(trace.types.size());
  blocked.unclear_by_type_ns.resize(trace.types.size());
  blocked.by_lock_ns.resize(trace.fork_join.locks.size());
  const std::vector<std::vector<LockHold>> holds = holds_by_worker(trace);
  const std::vector<std::vector<LaneId>> lanes = lanes_by_worker(trace);
  const std::int64_t makespan_ns = makespan_of(trace);
  for (auto use = uses.begin(); use != uses.end();) {
    const WorkerId worker = use->worker;
    const std::vector<WorkerRun> runs = worker_runs(trace, lanes[worker.value()], makespan_ns);
    auto first = runs.begin();
    for (; use != uses.end() && use->worker == worker; ++use) {
      while (first != runs.end() && first->end_ns <= use->begin_ns) ++first;
      if (std::max(blocked_ns(*use), unclear_ns(*use)) < min_blocked_ns) continue;
      auto last = first;
      while (last != runs.end() && last->begin_ns < use->end_ns) ++last;
      add(trace, *use, {first, last}, holds[worker.value()], blocked);
    }
  }
  return blocked;
}

}  // namespace gusset::traces
