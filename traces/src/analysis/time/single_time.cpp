#include "gusset/traces/analysis/time/single_time.hpp"

#include <algorithm>
#include <utility>

#include "gusset/traces/model/task_times.hpp"
#include "model/exclusive_time.hpp"

namespace gusset::traces {
namespace {

/// A thread's share of a construct.
struct Share {
  TaskId task;
  std::int64_t begin_ns = 0;
  std::int64_t end_ns = 0;
  bool is_ended = true;  ///< of a single: its end was reported
  bool is_alone = true;  ///< of a single: no other single can run at the same time
};

std::pair<TaskId, std::int64_t> place_of(const Share& share) {
  return {share.task, share.begin_ns};
}

/// The shares of the constructs whose kind satisfies `is_kind`, by task and time.
template <class IsKind>
std::vector<Share> shares_of(const Trace& trace, IsKind is_kind) {
  const Worksharing& work = trace.worksharing;
  std::vector<Share> shares;
  for (const WorkShare& share : work.shares) {
    if (is_kind(work.constructs[work.executions[share.execution].construct].kind))
      shares.push_back({share.task, share.begin_ns, share.end_ns});
  }
  std::ranges::sort(shares, {}, place_of);
  return shares;
}

/// The starts of the waits at barriers, by task and time.
std::vector<std::pair<TaskId, std::int64_t>> barriers_of(const Trace& trace) {
  std::vector<std::pair<TaskId, std::int64_t>> barriers;
  for (const TaskWait& wait : trace.fork_join.waits) {
    if (wait.kind != TaskWait::Kind::barrier) continue;
    const SpanColumns& spans = trace.lanes[wait.span.lane.value()].spans;
    barriers.emplace_back(spans.task[wait.span.index], spans.begin_ns[wait.span.index]);
  }
  std::ranges::sort(barriers);
  return barriers;
}

/// Marks singles that may have run beside others, and those whose end was not reported: these seem to last
/// until the next barrier or the end of the region, including all that the thread did after them.
void classify(const Trace& trace, std::vector<Share>& singles) {
  const auto barriers = barriers_of(trace);
  const std::vector<std::int64_t> task_end_ns = task_times(trace).end_ns;
  for (std::size_t s = 0; s < singles.size(); ++s) {
    Share& single = singles[s];
    const std::pair end(single.task, single.end_ns);
    const auto barrier = std::ranges::lower_bound(barriers, end);
    if ((barrier != barriers.end() && *barrier == end) || single.end_ns >= task_end_ns[single.task.value()])
      single.is_ended = single.is_alone = false;
    if (s + 1 == singles.size() || singles[s + 1].task != single.task) continue;
    Share& after = singles[s + 1];
    if (barrier == barriers.end() || *barrier > place_of(after)) single.is_alone = after.is_alone = false;
    if (!single.is_ended) single.end_ns = std::min(single.end_ns, after.begin_ns);  // no time counts twice
  }
}

/// For each task: the part of its own run time that lies in these shares.
std::vector<std::int64_t> time_within_ns(const Trace& trace, const std::vector<Share>& shares) {
  std::vector<std::int64_t> time_ns(trace.tasks.size(), 0);
  if (shares.empty()) return time_ns;
  for (const Lane& lane : trace.lanes) {
    for_each_exclusive(lane.spans, [&](std::size_t i, std::int64_t begin_ns, std::int64_t end_ns) {
      const TaskId task = lane.spans.task[i];
      if (lane.spans.kind[i] != SpanKind::run || task.is_none()) return;
      begin_ns = std::max<std::int64_t>(begin_ns, 0);
      auto share = std::ranges::upper_bound(shares, std::pair(task, begin_ns), {}, place_of);
      if (share != shares.begin()) --share;
      for (; share != shares.end() && place_of(*share) < std::pair(task, end_ns); ++share) {
        if (share->task == task)
          time_ns[task.value()] += std::max<std::int64_t>(
              0, std::min(end_ns, share->end_ns) - std::max(begin_ns, share->begin_ns));
      }
    });
  }
  return time_ns;
}

}  // namespace

TimeInSingles time_in_singles(const Trace& trace) {
  std::vector<Share> singles =
      shares_of(trace, [](WorkConstruct::Kind kind) { return kind == WorkConstruct::Kind::single; });
  classify(trace, singles);
  std::vector<Share> open = singles;
  std::erase_if(open, [](const Share& single) { return single.is_ended; });
  std::erase_if(singles, [](const Share& single) { return !single.is_ended; });
  TimeInSingles times{time_within_ns(trace, singles), {}, time_within_ns(trace, open)};
  std::erase_if(singles, [](const Share& single) { return !single.is_alone; });
  times.alone_ns = time_within_ns(trace, singles);
  return times;
}

std::vector<std::int64_t> time_in_loops_ns(const Trace& trace) {
  return time_within_ns(trace, shares_of(trace, [](WorkConstruct::Kind kind) {
                          return kind == WorkConstruct::Kind::loop || kind == WorkConstruct::Kind::sections;
                        }));
}

}  // namespace gusset::traces
