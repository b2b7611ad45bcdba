#include "worker_time.hpp"

#include <algorithm>
#include <array>
#include <span>
#include <utility>

#include "analysis/time/preemptions.hpp"
#include "analysis/time/region_times.hpp"
#include "gusset/base/columns.hpp"
#include "gusset/traces/analysis/time/preempted_time.hpp"
#include "model/exclusive_time.hpp"

namespace gusset::traces {
namespace {

using WorkerKind = WorkerTime::Kind;
using Stretch = WorkerTime::Stretch;

void append(std::vector<Stretch>& stretches, const Stretch& next) {
  if (next.begin_ns >= next.end_ns) return;
  if (!stretches.empty() && stretches.back().kind == next.kind && stretches.back().end_ns == next.begin_ns) {
    stretches.back().end_ns = next.end_ns;
  } else {
    stretches.push_back(next);
  }
}

/// Merges the stretches of several lanes. At each instant the first kind that any lane has counts.
std::vector<Stretch> united(const std::vector<Stretch>& all) {
  struct Event {
    std::int64_t time_ns;
    WorkerKind kind;
    int change;
  };
  std::vector<Event> events;
  for (const Stretch& s : all) {
    events.push_back({s.begin_ns, s.kind, 1});
    events.push_back({s.end_ns, s.kind, -1});
  }
  std::ranges::sort(events, {}, &Event::time_ns);
  std::vector<Stretch> result;
  std::array<int, 4> lanes{};
  for (std::size_t i = 0; i + 1 < events.size(); ++i) {
    lanes.at(static_cast<std::size_t>(events[i].kind)) += events[i].change;
    const auto first = std::ranges::find_if(lanes, [](int count) { return count > 0; });
    if (first != lanes.end())
      append(result,
             {events[i].time_ns, events[i + 1].time_ns, static_cast<WorkerKind>(first - lanes.begin())});
  }
  return result;
}

/// For each lane: whether each of its spans is a wait for a lock. Empty for lanes without such spans.
std::vector<std::vector<bool>> lock_waits(const Trace& trace) {
  std::vector<std::vector<bool>> result(trace.lanes.size());
  for (const TaskWait& wait : trace.fork_join.waits) {
    if (wait.kind != TaskWait::Kind::lock) continue;
    std::vector<bool>& spans = result[wait.span.lane.value()];
    spans.resize(trace.lanes[wait.span.lane.value()].spans.size());
    spans[wait.span.index] = true;
  }
  return result;
}

/// Cuts the times without a processor out of everything but runs.
void add_preemptions(std::span<const TimeInterval> intervals, std::int64_t makespan_ns, WorkerTime& worker) {
  if (intervals.empty()) return;
  std::vector<Stretch> result;
  auto stretch = worker.stretches.begin();
  for (const TimeInterval& interval : intervals) {
    std::int64_t now_ns = std::max<std::int64_t>(interval.begin_ns, 0);
    const std::int64_t end_ns = std::min(interval.end_ns, makespan_ns);
    for (; stretch != worker.stretches.end() && stretch->begin_ns < end_ns; ++stretch) {
      append(result, {stretch->begin_ns, std::min(stretch->end_ns, now_ns), stretch->kind});
      stretch->begin_ns = std::max(stretch->begin_ns, std::min(stretch->end_ns, now_ns));
      if (stretch->begin_ns == stretch->end_ns) continue;
      if (stretch->kind == WorkerKind::busy) {
        append(result, {now_ns, stretch->begin_ns, WorkerKind::preempted});
        const std::int64_t until_ns = std::min(stretch->end_ns, end_ns);
        worker.preempted_in_runs_ns += until_ns - stretch->begin_ns;
        append(result, {stretch->begin_ns, until_ns, WorkerKind::busy});
        now_ns = until_ns;
        stretch->begin_ns = until_ns;
      } else {
        stretch->begin_ns = std::min(stretch->end_ns, end_ns);
      }
      if (stretch->begin_ns < stretch->end_ns) break;  // the rest follows the interval
    }
    append(result, {now_ns, end_ns, WorkerKind::preempted});
  }
  for (; stretch != worker.stretches.end(); ++stretch) append(result, *stretch);
  worker.stretches = std::move(result);
}

/// Fills the gaps between stretches where the worker's thread was in no parallel region.
void add_outside(const std::vector<TimeInterval>& in_regions, std::int64_t makespan_ns, WorkerTime& worker) {
  std::vector<Stretch> result;
  auto region = in_regions.begin();
  const auto fill = [&](std::int64_t begin_ns, std::int64_t end_ns) {
    while (region != in_regions.end() && region->end_ns <= begin_ns) ++region;
    for (auto next = region; begin_ns < end_ns; ++next) {
      const bool is_last = next == in_regions.end() || next->begin_ns >= end_ns;
      append(result, {begin_ns, is_last ? end_ns : next->begin_ns, WorkerKind::outside});
      if (is_last) break;
      begin_ns = std::max(begin_ns, next->end_ns);
    }
  };
  std::int64_t now_ns = 0;
  for (const Stretch& stretch : worker.stretches) {
    fill(now_ns, stretch.begin_ns);
    append(result, stretch);
    now_ns = stretch.end_ns;
  }
  fill(now_ns, makespan_ns);
  worker.stretches = std::move(result);
}

}  // namespace

std::vector<WorkerTime> worker_times(const Trace& trace, std::int64_t makespan_ns) {
  std::vector<WorkerTime> workers(trace.workers.size());
  std::vector<std::size_t> lanes(trace.workers.size(), 0);
  const Preemptions preempted(trace);
  const std::vector<std::vector<bool>> locked = lock_waits(trace);
  for (std::size_t l = 0; l < trace.lanes.size(); ++l) {
    const Lane& lane = trace.lanes[l];
    ++lanes[lane.worker.value()];
    std::vector<Stretch>& stretches = workers[lane.worker.value()].stretches;
    if (stretches.empty()) columns::reserve(stretches, lane.spans.size());
    for_each_exclusive(lane.spans, [&](std::size_t i, std::int64_t begin, std::int64_t end) {
      const SpanKind kind = lane.spans.kind[i];
      const bool is_locked = !locked[l].empty() && locked[l][i];
      if (kind != SpanKind::run && kind != SpanKind::submit && !is_locked) return;
      append(stretches, {std::max<std::int64_t>(begin, 0), std::min(end, makespan_ns),
                         is_locked                  ? WorkerKind::locked
                         : kind == SpanKind::submit ? WorkerKind::submitting
                                                    : WorkerKind::busy});
    });
  }
  const std::vector<std::vector<TimeInterval>> in_regions =
      trace.recorded.fork_join ? region_times(trace) : std::vector<std::vector<TimeInterval>>();
  for (std::size_t w = 0; w < workers.size(); ++w) {
    if (lanes[w] > 1) workers[w].stretches = united(workers[w].stretches);
    add_preemptions(preempted.of(WorkerId(w)), makespan_ns, workers[w]);
    if (trace.recorded.fork_join) add_outside(in_regions[w], makespan_ns, workers[w]);
  }
  return workers;
}

std::int64_t preempted_in_runs_ns(const Trace& trace) {
  if (trace.processor_time.uses.empty()) return 0;
  std::int64_t sum_ns = 0;
  for (const WorkerTime& worker : worker_times(trace, makespan_of(trace)))
    sum_ns += worker.preempted_in_runs_ns;
  return sum_ns;
}

}  // namespace gusset::traces
