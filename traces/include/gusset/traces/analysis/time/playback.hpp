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

/// How many tasks are in which state at a moment.
struct PlaybackCounts {
  std::uint64_t waiting = 0;  ///< neither begun nor known to be ready; of those that never ran, all
  std::uint64_t ready = 0;
  std::uint64_t running = 0;    ///< a worker may run several, where an import's runs cross
  std::uint64_t suspended = 0;  ///< begun and neither running nor done
  std::uint64_t done = 0;
  std::uint64_t busy_workers = 0;  ///< that run a task
  friend bool operator==(const PlaybackCounts&, const PlaybackCounts&) = default;
};

/// A schedule as it can be played forward and back: what runs, and what is ready, at any moment, and when
/// that changes next.
///
/// From its first begin to its last end, that one excluded, a task runs while its time counts as its own
/// (what it submits included), and is suspended while another runs within it, while it waits, and between its
/// runs; then it is done. It is of the worker on which it began first. It is ready from when its last awaited
/// version was reached: as recorded, else as TaskWaits derives it from the graph; never after its begin. What
/// the trace does not tell this of was never ready. It counts to the worker that ran it, in whichever queue
/// it stood before.
///
/// Immutable once built; any number of threads may ask it. Building is O(n log n) in tasks, some 30 bytes a
/// task and 16 for each time that one is suspended; a question is O(log n) for each worker's lane that it is
/// about.
class Playback {
 public:
  /// `times` and `graph` must be of `trace`; the graph is not kept.
  Playback(std::shared_ptr<const Trace> trace, std::shared_ptr<const TaskTimes> times,
           const TaskGraph& graph);

  /// Whether the trace tells when tasks were ready, of itself or by its graph.
  bool knows_ready() const { return knows_ready_; }
  /// When the last task ends; 0 where none ran.
  std::int64_t end_ns() const { return end_ns_; }

  /// The next moment after one at which a task begins, ends, is suspended or goes on, and the last before.
  std::optional<std::int64_t> next_event(std::int64_t time_ns) const;
  std::optional<std::int64_t> previous_event(std::int64_t time_ns) const;
  /// The moments of all events in [from_ns, to_ns], ascending, each once; of many the first `most`.
  std::vector<std::int64_t> events(std::int64_t from_ns, std::int64_t to_ns, std::size_t most) const;

  PlaybackCounts counts(std::int64_t time_ns) const;
  /// What a worker runs: of several tasks the one of the run that began last; none where it runs none.
  TaskId running(WorkerId worker, std::int64_t time_ns) const;
  /// Tasks that are ready, and that this worker will run.
  std::uint64_t ready_count(WorkerId worker, std::int64_t time_ns) const;
  /// The same tasks in the order in which they begin; of many the first `most`. O(log n) for each.
  std::vector<TaskId> ready_tasks(WorkerId worker, std::int64_t time_ns, std::size_t most) const;

 private:
  struct Runs;
  // The tasks of one worker in order of begin, with what tells in which blocks of them to look.
  struct Queue {
    std::vector<TaskId> order;
    std::vector<std::int64_t> block_least_ready_ns;
    std::vector<std::int64_t> ready_ns;  ///< ascending; none where that is not known
    std::vector<std::int64_t> end_ns;    ///< ascending
  };
  void find_ready(const TaskGraph& graph);
  void make_queues();
  void find_runs();
  /// How many of a queue's tasks have begun.
  std::size_t begun(const Queue& queue, std::int64_t time_ns) const;

  std::shared_ptr<const Trace> trace_;
  std::shared_ptr<const TaskTimes> times_;
  std::vector<std::int64_t> ready_ns_;  ///< per task that ran; none where that is not known
  std::vector<Queue> queues_;           ///< per worker
  std::shared_ptr<const Runs> runs_;
  bool knows_ready_ = false;
  std::int64_t end_ns_ = 0;
};

}  // namespace gusset::traces
