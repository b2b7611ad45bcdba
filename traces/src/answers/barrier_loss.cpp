#include "answers/barrier_loss.hpp"

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "analysis/time/barriers.hpp"
#include "model/exclusive_time.hpp"

namespace gusset::traces {
namespace {

/// One barrier of one region.
struct WaitedBarrier {
  std::int64_t waited_ns = 0;  ///< summed over all threads, without the tasks that ran meanwhile
  std::int64_t last_ns = unknown_time;
  std::vector<std::int64_t> begins_ns = {};  ///< when each thread arrived
  WorkerId last;                             ///< the thread that arrived last
  TypeId type;                               ///< the type of the region's parts
  bool has_tasks = false;
};

/// All barriers of the regions of one type.
struct RegionBarriers {
  std::int64_t waited_ns = 0;
  std::int64_t uneven_ns = 0;  ///< see BarrierLoss
  std::uint64_t count = 0;
  const WaitedBarrier* longest = nullptr;  ///< the barrier at which threads waited longest
  struct ArrivedLast {
    std::int64_t waited_ns = 0;  ///< summed over the other threads
    std::uint64_t times = 0;
  };
  std::map<WorkerId, ArrivedLast> last;
};

/// For each span of a lane, the time in which no other span is nested in it.
std::vector<std::int64_t> exclusive_ns(const SpanColumns& spans) {
  std::vector<std::int64_t> result(spans.size(), 0);
  for_each_exclusive(spans,
                     [&](std::size_t i, std::int64_t begin, std::int64_t end) { result[i] += end - begin; });
  return result;
}

std::map<std::pair<std::uint32_t, std::uint32_t>, WaitedBarrier> barriers_of(
    const Trace& trace, const Loops& loops, const std::vector<bool>& except) {
  std::map<std::pair<std::uint32_t, std::uint32_t>, WaitedBarrier> barriers;  // by region and number in it
  const std::vector<std::uint32_t> numbers = barrier_numbers(trace);
  std::vector<std::int64_t> own_ns;
  LaneId lane;
  const std::vector<TaskWait>& waits = trace.fork_join.waits;
  for (std::size_t w = 0; w < waits.size(); ++w) {  // by lane and time
    const TaskWait& wait = waits[w];
    if (wait.kind != TaskWait::Kind::barrier) continue;
    const SpanColumns& spans = trace.lanes[wait.span.lane.value()].spans;
    if (lane != wait.span.lane) own_ns = exclusive_ns(spans);
    lane = wait.span.lane;
    const std::size_t i = wait.span.index;
    const TaskId part = spans.task[i];
    if (part.is_none()) continue;
    if (!except.empty() && loops.ended_at[w] != Loops::none && except[loops.ended_at[w]]) continue;
    WaitedBarrier& barrier = barriers[{wait.object, numbers[w]}];
    barrier.type = trace.tasks.type[part.value()];
    barrier.waited_ns += own_ns[i];
    barrier.begins_ns.push_back(spans.begin_ns[i]);
    barrier.has_tasks = barrier.has_tasks || own_ns[i] < spans.end_ns[i] - spans.begin_ns[i];
    if (spans.begin_ns[i] <= barrier.last_ns) continue;
    barrier.last_ns = spans.begin_ns[i];
    barrier.last = trace.lanes[lane.value()].worker;
  }
  return barriers;
}

}  // namespace

BarrierLoss costliest_barriers(const Trace& trace, const Loops& loops, const std::vector<bool>& except) {
  std::map<TypeId, RegionBarriers> by_type;
  std::int64_t waited_anywhere_ns = 0;
  std::uint64_t all_barriers = 0;
  const auto barriers = barriers_of(trace, loops, except);
  for (const auto& [place, barrier] : barriers) {
    if (barrier.has_tasks) continue;
    waited_anywhere_ns += barrier.waited_ns;
    ++all_barriers;
    RegionBarriers& regions = by_type[barrier.type];
    regions.waited_ns += barrier.waited_ns;
    for (const std::int64_t begin_ns : barrier.begins_ns) regions.uneven_ns += barrier.last_ns - begin_ns;
    ++regions.count;
    if (regions.longest == nullptr || barrier.waited_ns > regions.longest->waited_ns)
      regions.longest = &barrier;
    RegionBarriers::ArrivedLast& last = regions.last[barrier.last];
    last.waited_ns += barrier.waited_ns;
    ++last.times;
  }
  const auto most = std::ranges::max_element(by_type, {}, [](const auto& of) { return of.second.waited_ns; });
  if (most == by_type.end()) return {};
  const RegionBarriers& regions = most->second;
  const auto last =
      std::ranges::max_element(regions.last, {}, [](const auto& of) { return of.second.waited_ns; });
  return {most->first,
          regions.waited_ns,
          regions.count,
          last->first,
          last->second.times,
          last->second.waited_ns,
          regions.uneven_ns,
          waited_anywhere_ns,
          all_barriers,
          regions.longest->waited_ns,
          regions.longest->last_ns,
          regions.longest->last};
}

bool is_at_barriers(const BarrierLoss& loss, std::uint64_t created, std::int64_t no_work_ns) {
  return created == 0 && loss.waited_anywhere_ns > 0 &&
         loss.waited_anywhere_ns >= no_work_ns - no_work_ns / 10;
}

}  // namespace gusset::traces
