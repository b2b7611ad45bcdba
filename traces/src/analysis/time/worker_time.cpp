#include "worker_time.hpp"

#include <algorithm>

#include "gusset/base/columns.hpp"
#include "model/exclusive_time.hpp"

namespace gusset::traces {
namespace {

using Stretch = WorkerTime::Stretch;

void append(std::vector<Stretch>& stretches, const Stretch& next) {
  if (next.begin_ns >= next.end_ns) return;
  if (!stretches.empty() && stretches.back().busy == next.busy && stretches.back().end_ns == next.begin_ns) {
    stretches.back().end_ns = next.end_ns;
  } else {
    stretches.push_back(next);
  }
}

/// Merges the stretches of several lanes. At each instant the worker is busy if any lane is, else submitting
/// if any lane is.
std::vector<Stretch> united(const std::vector<Stretch>& all) {
  struct Event {
    std::int64_t time_ns;
    int busy;
    int submitting;
  };
  std::vector<Event> events;
  for (const Stretch& s : all) {
    events.push_back({s.begin_ns, s.busy ? 1 : 0, s.busy ? 0 : 1});
    events.push_back({s.end_ns, s.busy ? -1 : 0, s.busy ? 0 : -1});
  }
  std::ranges::sort(events, {}, &Event::time_ns);
  std::vector<Stretch> result;
  int busy = 0;
  int submitting = 0;
  for (std::size_t i = 0; i + 1 < events.size(); ++i) {
    busy += events[i].busy;
    submitting += events[i].submitting;
    if (busy > 0 || submitting > 0) append(result, {events[i].time_ns, events[i + 1].time_ns, busy > 0});
  }
  return result;
}

}  // namespace

std::vector<WorkerTime> worker_times(const Trace& trace, std::int64_t makespan_ns) {
  std::vector<WorkerTime> workers(trace.workers.size());
  std::vector<std::size_t> lanes(trace.workers.size(), 0);
  for (const Lane& lane : trace.lanes) {
    ++lanes[lane.worker.value()];
    std::vector<Stretch>& stretches = workers[lane.worker.value()].stretches;
    if (stretches.empty()) columns::reserve(stretches, lane.spans.size());
    for_each_exclusive(lane.spans, [&](std::size_t i, std::int64_t begin, std::int64_t end) {
      const SpanKind kind = lane.spans.kind[i];
      if (kind != SpanKind::run && kind != SpanKind::submit) return;
      append(stretches,
             {std::max<std::int64_t>(begin, 0), std::min(end, makespan_ns), kind == SpanKind::run});
    });
  }
  for (std::size_t w = 0; w < workers.size(); ++w) {
    if (lanes[w] > 1) workers[w].stretches = united(workers[w].stretches);
  }
  return workers;
}

}  // namespace gusset::traces
