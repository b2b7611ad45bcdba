#include "gusset/traces/analysis/time/playback.hpp"

#include <algorithm>
#include <limits>

#include "gusset/traces/analysis/time/task_waits.hpp"
#include "model/open_spans.hpp"
#include "suspensions.hpp"

namespace gusset::traces {
namespace {

constexpr std::size_t queue_block = 64;
constexpr std::int64_t never_ns = std::numeric_limits<std::int64_t>::max();

// Lowers next_ns to the first of the ascending times after time_ns.
void take_next(const std::vector<std::int64_t>& times_ns, std::int64_t time_ns, std::int64_t& next_ns) {
  const auto next = std::upper_bound(times_ns.begin(), times_ns.end(), time_ns);
  if (next != times_ns.end()) next_ns = std::min(next_ns, *next);
}

// Raises last_ns to the last of the ascending times before time_ns.
void take_previous(const std::vector<std::int64_t>& times_ns, std::int64_t time_ns, std::int64_t& last_ns) {
  const auto end = std::lower_bound(times_ns.begin(), times_ns.end(), time_ns);
  if (end != times_ns.begin()) last_ns = std::max(last_ns, *(end - 1));
}

// The number of ascending times at or before time_ns.
std::size_t times_up_to(const std::vector<std::int64_t>& times_ns, std::int64_t time_ns) {
  return static_cast<std::size_t>(std::upper_bound(times_ns.begin(), times_ns.end(), time_ns) -
                                  times_ns.begin());
}

// Without a recorded submission, a task counts as ready once its awaited versions are reached. A task that
// may have waited for an unrecorded message never counts as ready.
std::int64_t ready_of(const WaitTimes& waits) {
  if (waits.ready_ns != unknown_time) return waits.ready_ns;
  if (waits.awaited_ns == unknown_time) return never_ns;
  if (waits.needs_message && waits.arrived_ns == unknown_time) return never_ns;
  return std::max({waits.awaited_ns, waits.submit_ns, waits.arrived_ns});
}

}  // namespace

struct Playback::Runs {
  Suspensions suspensions;
  std::vector<OpenSpans> open;             ///< one entry per lane
  std::vector<std::vector<LaneId>> lanes;  ///< one entry per worker
};

Playback::Playback(std::shared_ptr<const Trace> trace, std::shared_ptr<const TaskTimes> times,
                   const TaskGraph& graph)
    : trace_(std::move(trace)), times_(std::move(times)) {
  find_ready(graph);
  make_queues();
  find_runs();
}

void Playback::find_runs() {
  Runs runs{suspensions_of(*trace_, *times_), {}, lanes_by_worker(*trace_)};
  for (const Lane& lane : trace_->lanes) runs.open.emplace_back(lane.spans);
  runs_ = std::make_shared<const Runs>(std::move(runs));
}

void Playback::find_ready(const TaskGraph& graph) {
  const std::size_t tasks = trace_->tasks.size();
  knows_ready_ = trace_->recorded.ready || graph.known();
  if (!knows_ready_) return;
  ready_ns_.assign(tasks, unknown_time);
  const TaskWaits waits(*trace_, graph);
  for (std::size_t task = 0; task < tasks; ++task) {
    if (times_->begin_ns[task] == unknown_time) continue;
    ready_ns_[task] = std::min(ready_of(waits.of(TaskId(task))), times_->begin_ns[task]);
  }
}

void Playback::make_queues() {
  queues_.resize(trace_->workers.size());
  for (std::size_t task = 0; task < trace_->tasks.size(); ++task) {
    const LaneId lane = times_->lane[task];
    if (lane.is_none()) continue;
    queues_[trace_->lanes[lane.value()].worker.value()].order.push_back(TaskId(task));
    end_ns_ = std::max(end_ns_, times_->end_ns[task]);
  }
  for (Queue& queue : queues_) {
    std::stable_sort(queue.order.begin(), queue.order.end(), [this](TaskId a, TaskId b) {
      return times_->begin_ns[a.value()] < times_->begin_ns[b.value()];
    });
    const std::size_t blocks = (queue.order.size() + queue_block - 1) / queue_block;
    queue.block_least_ready_ns.assign(blocks, never_ns);
    for (std::size_t i = 0; i < queue.order.size(); ++i) {
      const std::size_t task = queue.order[i].value();
      queue.end_ns.push_back(times_->end_ns[task]);
      if (!knows_ready_) continue;
      queue.ready_ns.push_back(ready_ns_[task]);
      std::int64_t& min_ready_ns = queue.block_least_ready_ns[i / queue_block];
      min_ready_ns = std::min(min_ready_ns, ready_ns_[task]);
    }
    std::sort(queue.end_ns.begin(), queue.end_ns.end());
    std::sort(queue.ready_ns.begin(), queue.ready_ns.end());
  }
}

std::size_t Playback::begun(const Queue& queue, std::int64_t time_ns) const {
  const auto end = std::partition_point(queue.order.begin(), queue.order.end(), [&](TaskId task) {
    return times_->begin_ns[task.value()] <= time_ns;
  });
  return static_cast<std::size_t>(end - queue.order.begin());
}

std::optional<std::int64_t> Playback::next_event(std::int64_t time_ns) const {
  std::int64_t next_ns = never_ns;
  for (const Queue& queue : queues_) {
    const std::size_t begin = begun(queue, time_ns);
    if (begin < queue.order.size()) next_ns = std::min(next_ns, times_->begin_ns[queue.order[begin].value()]);
    take_next(queue.end_ns, time_ns, next_ns);
  }
  take_next(runs_->suspensions.begin_ns, time_ns, next_ns);
  take_next(runs_->suspensions.end_ns, time_ns, next_ns);
  return next_ns == never_ns ? std::nullopt : std::optional(next_ns);
}

std::optional<std::int64_t> Playback::previous_event(std::int64_t time_ns) const {
  if (time_ns == unknown_time) return std::nullopt;
  std::int64_t last_ns = unknown_time;
  for (const Queue& queue : queues_) {
    const std::size_t begin = begun(queue, time_ns - 1);
    if (begin > 0) last_ns = std::max(last_ns, times_->begin_ns[queue.order[begin - 1].value()]);
    take_previous(queue.end_ns, time_ns, last_ns);
  }
  take_previous(runs_->suspensions.begin_ns, time_ns, last_ns);
  take_previous(runs_->suspensions.end_ns, time_ns, last_ns);
  return last_ns == unknown_time ? std::nullopt : std::optional(last_ns);
}

std::vector<std::int64_t> Playback::events(std::int64_t from_ns, std::int64_t to_ns, std::size_t most) const {
  std::vector<std::int64_t> events;
  std::optional<std::int64_t> next = next_event(from_ns == unknown_time ? from_ns : from_ns - 1);
  for (; next && *next <= to_ns && events.size() < most; next = next_event(*next)) events.push_back(*next);
  return events;
}

PlaybackCounts Playback::counts(std::int64_t time_ns) const {
  PlaybackCounts counts;
  std::uint64_t begun_tasks = 0;
  std::uint64_t ready_tasks = 0;
  for (std::size_t worker = 0; worker < queues_.size(); ++worker) {
    const Queue& queue = queues_[worker];
    begun_tasks += begun(queue, time_ns);
    counts.done += times_up_to(queue.end_ns, time_ns);
    if (knows_ready_) ready_tasks += times_up_to(queue.ready_ns, time_ns);
    if (!running(WorkerId(worker), time_ns).is_none()) ++counts.busy_workers;
  }
  const Suspensions& suspensions = runs_->suspensions;
  counts.suspended = times_up_to(suspensions.begin_ns, time_ns) - times_up_to(suspensions.end_ns, time_ns);
  counts.running = begun_tasks - counts.done - counts.suspended;
  if (knows_ready_) counts.ready = ready_tasks - begun_tasks;
  counts.waiting = trace_->tasks.size() - counts.ready - begun_tasks;
  return counts;
}

TaskId Playback::running(WorkerId worker, std::int64_t time_ns) const {
  TaskId task;
  std::int64_t begin_ns = unknown_time;
  for (const LaneId lane : runs_->lanes[worker.value()]) {
    const SpanColumns& spans = trace_->lanes[lane.value()].spans;
    const auto span = runs_->open[lane.value()].innermost(spans, time_ns);
    if (!span || spans.kind[*span] != SpanKind::run || spans.task[*span].is_none()) continue;
    if (!task.is_none() && spans.begin_ns[*span] <= begin_ns) continue;
    task = spans.task[*span];
    begin_ns = spans.begin_ns[*span];
  }
  return task;
}

std::uint64_t Playback::ready_count(WorkerId worker, std::int64_t time_ns) const {
  if (!knows_ready_) return 0;
  const Queue& queue = queues_[worker.value()];
  return times_up_to(queue.ready_ns, time_ns) - begun(queue, time_ns);
}

std::vector<TaskId> Playback::ready_tasks(WorkerId worker, std::int64_t time_ns, std::size_t most) const {
  std::vector<TaskId> ready;
  if (!knows_ready_) return ready;
  const Queue& queue = queues_[worker.value()];
  const std::size_t wanted = std::min<std::size_t>(most, ready_count(worker, time_ns));
  std::size_t i = begun(queue, time_ns);
  while (i < queue.order.size() && ready.size() < wanted) {
    const std::size_t block = i / queue_block;
    if (i % queue_block == 0 && queue.block_least_ready_ns[block] > time_ns) {
      i += queue_block;
      continue;
    }
    if (ready_ns_[queue.order[i].value()] <= time_ns) ready.push_back(queue.order[i]);
    ++i;
  }
  return ready;
}

}  // namespace gusset::traces
