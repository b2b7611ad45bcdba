#pragma once
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "gusset/traces/analysis/graph/task_graph.hpp"
#include "gusset/traces/analysis/time/task_table.hpp"
#include "gusset/traces/model/trace.hpp"

namespace gusset::traces {

/// The number of tasks in each state at a moment.
struct PlaybackCounts {
  std::uint64_t waiting = 0;  ///< neither begun nor known to be ready; includes all tasks that never run
  std::uint64_t ready = 0;
  std::uint64_t running = 0;    ///< a worker may run several tasks if an imported trace's runs cross
  std::uint64_t suspended = 0;  ///< begun, but neither running nor done
  std::uint64_t done = 0;
  std::uint64_t busy_workers = 0;  ///< number of workers that run a task
  friend bool operator==(const PlaybackCounts&, const PlaybackCounts&) = default;
};

/// A schedule that can be played forwards and backwards: which tasks run or are ready at any moment, and when
/// that changes next.
///
/// Between its first start and its last end, a task runs or is suspended. It runs in its exclusive time,
/// which includes the time in which it submits tasks. It is suspended while another task runs within it,
/// while it waits, and between its runs. From its last end on, it is done. It belongs to the worker on which
/// it first began. It is ready from the moment at which its last awaited version was reached: the recorded
/// moment, or else the one that TaskWaits derives from the graph; never later than its start. A task without
/// this information is never ready. A ready task counts for the worker that will run it, whichever queue it
/// is in.
///
/// Immutable once built; any number of threads may query it. Building is O(n log n) in tasks and takes about
/// 30 bytes per task, and 16 bytes per suspension. A query is O(log n) for each lane of the workers that it
/// concerns.
class Playback {
 public:
  /// `times` and `graph` must belong to `trace`. The graph is not kept.
  Playback(std::shared_ptr<const Trace> trace, std::shared_ptr<const TaskTimes> times,
           const TaskGraph& graph);

  /// Whether the trace, or its graph, says when tasks became ready.
  bool knows_ready() const { return knows_ready_; }
  /// When the last task ends; 0 if no task ran.
  std::int64_t end_ns() const { return end_ns_; }

  /// The next moment after `time_ns`, and the last one before it, at which a task begins, ends, is suspended
  /// or resumes.
  std::optional<std::int64_t> next_event(std::int64_t time_ns) const;
  std::optional<std::int64_t> previous_event(std::int64_t time_ns) const;
  /// The moments of all events in [from_ns, to_ns], ascending and without duplicates; at most the first
  /// `most`.
  std::vector<std::int64_t> events(std::int64_t from_ns, std::int64_t to_ns, std::size_t most) const;

  PlaybackCounts counts(std::int64_t time_ns) const;
  /// The task that a worker runs; none if it runs none. Of several tasks, the one whose run began last.
  TaskId running(WorkerId worker, std::int64_t time_ns) const;
  /// The number of ready tasks that this worker will run.
  std::uint64_t ready_count(WorkerId worker, std::int64_t time_ns) const;
  /// The ready tasks that this worker will run, in order of start time; at most the first `most`. O(log n)
  /// for each.
  std::vector<TaskId> ready_tasks(WorkerId worker, std::int64_t time_ns, std::size_t most) const;

 private:
  struct Runs;
  // The tasks of one worker in order of start time, with an index over blocks of them.
  struct Queue {
    std::vector<TaskId> order;
    std::vector<std::int64_t> block_least_ready_ns;
    std::vector<std::int64_t> ready_ns;  ///< ascending; empty if not known
    std::vector<std::int64_t> end_ns;    ///< ascending
  };
  void find_ready(const TaskGraph& graph);
  void make_queues();
  void find_runs();
  /// The number of a queue's tasks that have begun.
  std::size_t begun(const Queue& queue, std::int64_t time_ns) const;

  std::shared_ptr<const Trace> trace_;
  std::shared_ptr<const TaskTimes> times_;
  std::vector<std::int64_t> ready_ns_;  ///< one entry per task; unknown_time if it never ran; or empty
  std::vector<Queue> queues_;           ///< one entry per worker
  std::shared_ptr<const Runs> runs_;
  bool knows_ready_ = false;
  std::int64_t end_ns_ = 0;
};

}  // namespace gusset::traces
