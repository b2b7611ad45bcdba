#include "gusset/traces/model/nesting.hpp"

#include <algorithm>
#include <limits>

#include "exclusive_time.hpp"
#include "gusset/base/parallel.hpp"

namespace gusset::traces {
namespace {

constexpr std::uint32_t no_run = std::numeric_limits<std::uint32_t>::max();

}  // namespace

std::vector<bool> fork_join_parts(const Trace& trace) {
  std::vector<bool> is_part;
  for (const JoinedTask& joined : trace.fork_join.joined) {
    if (joined.region == JoinedTask::no_region) continue;
    is_part.resize(trace.tasks.size(), false);
    is_part[joined.task.value()] = true;
    const TaskId creator = trace.tasks.parent.empty() ? TaskId() : trace.tasks.parent[joined.task.value()];
    if (!creator.is_none()) is_part[creator.value()] = true;
  }
  return is_part;
}

Nesting::Nesting(const Trace& trace) : lanes_(trace.lanes.size()) {
  std::uint64_t spans = 0;
  for (const traces::Lane& lane : trace.lanes) spans += lane.spans.size();
  const std::vector<bool> is_part = fork_join_parts(trace);
  parallel_for(trace.lanes.size(), spans,
               [&](std::size_t lane) { lanes_[lane] = nesting_of(trace.lanes[lane].spans, is_part); });
  for (const Lane& lane : lanes_) depths_ = std::max(depths_, lane.depths);
  if (depths_ == 1) lanes_.clear();
}

Nesting::Lane Nesting::nesting_of(const SpanColumns& spans, const std::vector<bool>& is_part) {
  Lane lane;
  if (are_disjoint(spans)) return lane;
  lane.depth.resize(spans.size(), 0);
  lane.around.resize(spans.size(), no_run);
  std::uint32_t open = no_run;  // the innermost run around the current time
  for (std::size_t i = 0; i < spans.size(); ++i) {
    while (open != no_run && spans.end_ns[open] <= spans.begin_ns[i]) open = lane.around[open];
    lane.around[i] = open;
    if (spans.kind[i] != SpanKind::run) continue;
    // A zero-length run at the start of another run comes before it, not inside it.
    std::uint32_t around = open;
    while (spans.end_ns[i] == spans.begin_ns[i] && around != no_run &&
           spans.begin_ns[around] == spans.begin_ns[i])
      around = lane.around[around];
    if (around != no_run) {
      const TaskId outer = spans.task[around];
      const bool is_same_task = !spans.task[i].is_none() && spans.task[i] == outer;
      const bool is_in_part = !outer.is_none() && !is_part.empty() && is_part[outer.value()];
      const std::size_t depth = lane.depth[around] + (is_same_task || is_in_part ? 0U : 1U);
      lane.depth[i] = static_cast<std::uint8_t>(std::min(depth, max_depths - 1));
      lane.depths = std::max(lane.depths, std::size_t{lane.depth[i]} + 1);
    }
    if (spans.end_ns[i] > spans.begin_ns[i]) open = static_cast<std::uint32_t>(i);
  }
  if (lane.depths == 1) return {};
  lane.runs.resize(lane.depths);
  for (std::size_t i = 0; i < spans.size(); ++i) {
    if (spans.kind[i] == SpanKind::run) lane.runs[lane.depth[i]].push_back(static_cast<std::uint32_t>(i));
  }
  return lane;
}

std::size_t Nesting::depth(const Trace& trace, const TaskTimes& times, TaskId task) const {
  const LaneId lane = times.lane[task.value()];
  if (lane.is_none() || depths(lane) == 1) return 0;
  const SpanColumns& spans = trace.lanes[lane.value()].spans;
  const auto first =
      std::lower_bound(spans.begin_ns.begin(), spans.begin_ns.end(), times.begin_ns[task.value()]);
  for (auto i = static_cast<std::size_t>(first - spans.begin_ns.begin()); i < spans.size(); ++i) {
    if (spans.task[i] == task && spans.kind[i] == SpanKind::run) return lanes_[lane.value()].depth[i];
  }
  return 0;
}

std::span<const std::uint32_t> Nesting::runs(LaneId lane, std::size_t depth) const {
  if (depth >= depths(lane) || depths(lane) == 1) return {};
  return lanes_[lane.value()].runs[depth];
}

std::optional<std::size_t> Nesting::run_around(const SpanColumns& spans, LaneId lane, std::size_t depth,
                                               std::int64_t time_ns) const {
  if (depths(lane) == 1) return std::nullopt;
  const Lane& of = lanes_[lane.value()];
  const auto after = std::upper_bound(spans.begin_ns.begin(), spans.begin_ns.end(), time_ns);
  if (after == spans.begin_ns.begin()) return std::nullopt;
  // Any span that contains the time is the last span that began, or encloses it.
  const auto last = static_cast<std::size_t>(after - spans.begin_ns.begin()) - 1;
  std::uint32_t run = spans.kind[last] == SpanKind::run ? static_cast<std::uint32_t>(last) : of.around[last];
  for (; run != no_run; run = of.around[run]) {
    if (of.depth[run] == depth && spans.end_ns[run] > time_ns) return run;
  }
  return std::nullopt;
}

}  // namespace gusset::traces
