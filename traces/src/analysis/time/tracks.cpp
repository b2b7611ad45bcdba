#include "gusset/traces/analysis/time/tracks.hpp"

#include "gusset/traces/analysis/time/task_table.hpp"
#include "model/exclusive_time.hpp"

namespace gusset::traces {
namespace {

using Changes = std::vector<StepSeries::Change>;

void add(Changes& changes, std::int64_t begin_ns, std::int64_t end_ns, double by) {
  if (end_ns <= begin_ns) return;
  changes.push_back({begin_ns, by});
  changes.push_back({end_ns, -by});
}

Track running_tasks(const Trace& trace) {
  Changes changes;
  for (const Lane& lane : trace.lanes) {
    for_each_exclusive(lane.spans, [&](std::size_t span, std::int64_t begin_ns, std::int64_t end_ns) {
      if (lane.spans.kind[span] == SpanKind::run) add(changes, begin_ns, end_ns, 1.0);
    });
  }
  return {Track::Kind::running, "running tasks", "tasks", StepSeries::of_changes(std::move(changes)),
          static_cast<double>(trace.workers.size())};
}

Track ready_tasks(const Trace& trace) {
  Changes changes;
  const TaskTimes times = task_times(trace);
  for (std::size_t task = 0; task < trace.tasks.size(); ++task) {
    const std::int64_t ready_ns = trace.tasks.ready_ns[task];
    if (ready_ns == unknown_time || times.begin_ns[task] == unknown_time) continue;
    add(changes, ready_ns, times.begin_ns[task], 1.0);
  }
  return {Track::Kind::ready, "ready tasks", "tasks", StepSeries::of_changes(std::move(changes)), {}};
}

Track bytes_in_flight(const Trace& trace) {
  Changes changes;
  for (const Message& message : trace.messages)
    add(changes, message.send_ns, message.receive_ns, static_cast<double>(message.payload_bytes));
  return {Track::Kind::bytes_in_flight, "in flight", "B", StepSeries::of_changes(std::move(changes)), {}};
}

Track counter_track(const Trace& trace, const Counter& counter) {
  std::string name = counter.name;
  if (trace.nodes.size() > 1) name += " on " + trace.nodes[counter.node.value()].name;
  return {
      Track::Kind::counter, std::move(name), counter.unit, StepSeries(counter.time_ns, counter.value), {}};
}

}  // namespace

std::vector<Track> tracks(const Trace& trace) {
  std::vector<Track> all{running_tasks(trace)};
  if (trace.recorded.ready) all.push_back(ready_tasks(trace));
  if (trace.recorded.messages && !trace.messages.empty()) all.push_back(bytes_in_flight(trace));
  for (const Counter& counter : trace.counters) all.push_back(counter_track(trace, counter));
  return all;
}

}  // namespace gusset::traces
