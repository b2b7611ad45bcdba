// Threads that wait for each other at barriers.
#include <algorithm>
#include <map>
#include <unordered_map>
#include <utility>

#include "answers/findings/rules.hpp"
#include "model/exclusive_time.hpp"

namespace gusset::traces::rules {
namespace {

/// One barrier of one region.
struct Barrier {
  std::int64_t waited_ns = 0;  ///< by all threads, without the tasks that ran meanwhile
  std::int64_t last_ns = unknown_time;
  WorkerId last;  ///< the thread that came last
  TypeId type;    ///< the type of the region's parts
  bool has_tasks = false;
};

/// All barriers of the regions of one type.
struct RegionBarriers {
  std::int64_t waited_ns = 0;
  std::uint64_t count = 0;
  std::map<WorkerId, std::uint64_t> last;  ///< how often each thread came last
};

/// For each span of a lane, the time in which no other span is nested in it.
std::vector<std::int64_t> exclusive_ns(const SpanColumns& spans) {
  std::vector<std::int64_t> result(spans.size(), 0);
  for_each_exclusive(spans,
                     [&](std::size_t i, std::int64_t begin, std::int64_t end) { result[i] += end - begin; });
  return result;
}

/// `except`: the loop whose barriers do not count; see Loops.
std::map<std::pair<std::uint32_t, std::uint32_t>, Barrier> barriers_of(const VerdictFacts& facts,
                                                                       std::uint32_t except) {
  const Trace& trace = facts.trace;
  std::map<std::pair<std::uint32_t, std::uint32_t>, Barrier> barriers;  // by region and number in it
  std::unordered_map<std::uint32_t, std::uint32_t> passed;              // per part of a region
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
    const std::uint32_t number = passed[part.value()]++;
    if (except != Loops::none && facts.loops.ended_at[w] == except) continue;
    Barrier& barrier = barriers[{wait.object, number}];
    barrier.type = trace.tasks.type[part.value()];
    barrier.waited_ns += own_ns[i];
    barrier.has_tasks = barrier.has_tasks || own_ns[i] < spans.end_ns[i] - spans.begin_ns[i];
    if (spans.begin_ns[i] <= barrier.last_ns) continue;
    barrier.last_ns = spans.begin_ns[i];
    barrier.last = trace.lanes[lane.value()].worker;
  }
  return barriers;
}

/// The type of region whose barriers cost most, and its barriers. Barriers at which tasks ran do not count:
/// there, threads wait because they lack tasks.
std::pair<TypeId, RegionBarriers> costliest(const VerdictFacts& facts, std::uint32_t except = Loops::none) {
  std::map<TypeId, RegionBarriers> by_type;
  for (const auto& [place, barrier] : barriers_of(facts, except)) {
    if (barrier.has_tasks) continue;
    RegionBarriers& regions = by_type[barrier.type];
    regions.waited_ns += barrier.waited_ns;
    ++regions.count;
    ++regions.last[barrier.last];
  }
  const auto most = std::ranges::max_element(by_type, {}, [](const auto& of) { return of.second.waited_ns; });
  if (most == by_type.end()) return {};
  return {most->first, most->second};
}

}  // namespace

double barrier_cost(const VerdictFacts& facts) {
  return facts.share(to_double(costliest(facts).second.waited_ns));
}

std::optional<Finding> barrier_wait(const VerdictFacts& facts) {
  const LoopStatistics* const loop = uneven_loop(facts);
  const auto [type, regions] = costliest(
      facts, loop == nullptr ? Loops::none : static_cast<std::uint32_t>(loop - facts.loops.loops.data()));
  const double cost = facts.share(to_double(regions.waited_ns));
  if (cost < min_cost || preempted_share(facts) > max_preempted_share) return {};
  const auto last = std::ranges::max_element(regions.last, {}, [](const auto& of) { return of.second; });
  const std::string name = type_name(facts, type);
  return Finding{
      Kind::barrier_wait,
      cost,
      "Threads waited for each other at barriers for " + percent_text(cost) + " of the time, in " + name +
          " (" + count_text(regions.count, "barrier") + "; " + worker_place(facts.trace, last->first) +
          " came last" + (regions.count == 1 ? "" : " at " + count_text(last->second) + " of them") +
          "): divide its work more evenly, for example with another schedule of its loops.",
      command(facts, "stats --by worker"),
      {{"share", cost}, {"barriers", to_double(regions.count)}, {"last_at", to_double(last->second)}},
      {Target::of_type(name, type), Target::of_worker(worker_place(facts.trace, last->first), last->first)}};
}

}  // namespace gusset::traces::rules
