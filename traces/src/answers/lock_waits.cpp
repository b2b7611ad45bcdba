#include "answers/lock_waits.hpp"

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "analysis/time/continuations.hpp"

namespace gusset::traces {
namespace {

using Interval = std::pair<std::int64_t, std::int64_t>;  // begin and end, in ns

/// For each task that waited for locks: when, in order of time.
std::map<TaskId, std::vector<Interval>> waits_by_task(const Trace& trace) {
  std::map<TaskId, std::vector<Interval>> waits;
  const std::vector<std::int64_t> continued_ns = continuations(trace);
  for (std::size_t w = 0; w < trace.fork_join.waits.size(); ++w) {
    const TaskWait& wait = trace.fork_join.waits[w];
    if (wait.kind != TaskWait::Kind::lock) continue;
    const SpanColumns& spans = trace.lanes[wait.span.lane.value()].spans;
    waits[spans.task[wait.span.index]].emplace_back(spans.begin_ns[wait.span.index], continued_ns[w]);
  }
  for (auto& [task, intervals] : waits) std::ranges::sort(intervals);
  return waits;
}

}  // namespace

std::int64_t all_lock_waits_ns(const Trace& trace) {
  std::int64_t total_ns = 0;
  for (const auto& [task, intervals] : waits_by_task(trace)) {
    for (const auto& [begin_ns, end_ns] : intervals) total_ns += end_ns - begin_ns;
  }
  return total_ns;
}

std::int64_t lock_waits_ns(const Trace& trace, const CriticalChain& chain, ChainLink::Kind kind) {
  const std::map<TaskId, std::vector<Interval>> waits = waits_by_task(trace);
  std::int64_t total_ns = 0;
  for (const ChainLink& link : chain.links) {
    const auto own = link.kind == kind ? waits.find(link.task) : waits.end();
    if (own == waits.end()) continue;
    auto wait = std::ranges::lower_bound(own->second, link.begin_ns, {}, &Interval::second);
    for (; wait != own->second.end() && wait->first < link.end_ns; ++wait)
      total_ns += std::min(wait->second, link.end_ns) - std::max(wait->first, link.begin_ns);
  }
  return total_ns;
}

bool is_turn(const std::string& lock) {
  return lock.starts_with("ordered ");
}

bool has_only_turns(const Trace& trace) {
  return !trace.fork_join.locks.empty() && std::ranges::all_of(trace.fork_join.locks, is_turn);
}

}  // namespace gusset::traces
