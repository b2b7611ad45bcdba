#include "gusset/traces/playback.hpp"

#include <algorithm>
#include <limits>

#include "gusset/traces/task_waits.hpp"

namespace gusset::traces {
namespace {

constexpr std::size_t queue_block = 64;
constexpr std::int64_t never_ns = std::numeric_limits<std::int64_t>::max();

// How many of ascending times are not after one.
std::size_t times_up_to(const std::vector<std::int64_t>& times_ns, std::int64_t time_ns) {
  return static_cast<std::size_t>(std::upper_bound(times_ns.begin(), times_ns.end(), time_ns) -
                                  times_ns.begin());
}

// Without a recorded submission, a task was ready as soon as it awaited nothing. What may have waited for a
// message that was not recorded was ready nobody knows when: it is never shown so.
std::int64_t ready_of(const WaitTimes& waits) {
  if (waits.ready_ns != unknown_time) return waits.ready_ns;
  if (waits.awaited_ns == unknown_time) return never_ns;
  if (waits.needs_message && waits.arrived_ns == unknown_time) return never_ns;
  return std::max({waits.awaited_ns, waits.submit_ns, waits.arrived_ns});
}

}  // namespace

Playback::Playback(std::shared_ptr<const Trace> trace, std::shared_ptr<const TaskTimes> times,
                   const TaskGraph& graph)
    : trace_(std::move(trace)), times_(std::move(times)) {
  find_ready(graph);
  make_queues();
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
    queue.block_last_end_ns.assign(blocks, unknown_time);
    for (std::size_t i = 0; i < queue.order.size(); ++i) {
      const std::size_t task = queue.order[i].value();
      queue.end_ns.push_back(times_->end_ns[task]);
      std::int64_t& last_end_ns = queue.block_last_end_ns[i / queue_block];
      last_end_ns = std::max(last_end_ns, times_->end_ns[task]);
      if (!knows_ready_) continue;
      queue.ready_ns.push_back(ready_ns_[task]);
      std::int64_t& least_ready_ns = queue.block_least_ready_ns[i / queue_block];
      least_ready_ns = std::min(least_ready_ns, ready_ns_[task]);
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
    const std::size_t end = times_up_to(queue.end_ns, time_ns);
    if (end < queue.end_ns.size()) next_ns = std::min(next_ns, queue.end_ns[end]);
  }
  return next_ns == never_ns ? std::nullopt : std::optional(next_ns);
}

std::optional<std::int64_t> Playback::previous_event(std::int64_t time_ns) const {
  if (time_ns == unknown_time) return std::nullopt;
  std::int64_t last_ns = unknown_time;
  for (const Queue& queue : queues_) {
    const std::size_t begin = begun(queue, time_ns - 1);
    if (begin > 0) last_ns = std::max(last_ns, times_->begin_ns[queue.order[begin - 1].value()]);
    const std::size_t end = times_up_to(queue.end_ns, time_ns - 1);
    if (end > 0) last_ns = std::max(last_ns, queue.end_ns[end - 1]);
  }
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
  std::uint64_t ready = 0;
  for (const Queue& queue : queues_) {
    const std::size_t done = times_up_to(queue.end_ns, time_ns);
    counts.done += done;
    counts.running += begun(queue, time_ns) - done;
    if (knows_ready_) ready += times_up_to(queue.ready_ns, time_ns);
  }
  const std::uint64_t begun_tasks = counts.running + counts.done;
  if (knows_ready_) counts.ready = ready - begun_tasks;
  counts.waiting = trace_->tasks.size() - counts.ready - begun_tasks;
  return counts;
}

TaskId Playback::running(WorkerId worker, std::int64_t time_ns) const {
  const Queue& queue = queues_[worker.value()];
  std::size_t i = begun(queue, time_ns);
  while (i > 0) {
    const std::size_t block = (i - 1) / queue_block;
    if (queue.block_last_end_ns[block] <= time_ns) {
      i = block * queue_block;
    } else if (times_->end_ns[queue.order[i - 1].value()] > time_ns) {
      return queue.order[i - 1];
    } else {
      --i;
    }
  }
  return TaskId();
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
