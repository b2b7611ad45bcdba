#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "gusset/traces/analysis/graph/task_graph.hpp"
#include "gusset/traces/model/trace.hpp"

namespace gusset::traces {

/// For each task: whether it is a thread's part of a parallel region.
std::vector<bool> region_parts(const Trace& trace);

/// The strands of a fork-join program and the order that the program enforces among them. A strand is a
/// stretch of a task's run in which it creates no task, waits for nothing, and neither acquires nor releases
/// a lock [Frigo, Leiserson, Randall: "The implementation of the Cilk-5 multithreaded language", 1998].
///
/// `trace` has one task per strand, in order of start time, with the recorded times. Its dependencies are:
/// - each strand of a task before the task's next one;
/// - the strand that ends in the creation of a task before the task's first strand;
/// - the last strand of a task that is not deferred, and of each thread's part of a parallel region and of
///   all tasks created in the region, before the next strand of the task that created it;
/// - taskwait: the last strands of the children before the strand after the wait; taskgroup: likewise for all
///   tasks of the group; barrier: the strands before it in all threads of the region, and the last strands of
///   the tasks created in the region before any thread continued, before the strands after it;
/// - `depend`: the last strands of the tasks in one group of accesses before the first strands of the tasks
///   in the next group (see TaskGraph).
/// Where many strands wait for many, a strand of length 0 joins them. Strands that hold a lock access it in a
/// mode that commutes and excludes. So do the strands of tasks that exclude each other by `depend`, which
/// hold their handle from their first strand to their last one, and between them. The strand that joins them
/// reads the next version, so what follows waits for all of them, one after the other.
///
/// Tasks that never ran have no strands.
class Strands {
 public:
  /// What a task does between two of its strands.
  struct Step {
    /// Steps after one strand are in this order.
    enum class Kind : std::uint8_t { group_begin, create, wait };
    Kind kind = Kind::create;
    TaskId task;
    TaskId after;            ///< the strand that ends with this step; none at the task's start
    std::uint32_t what = 0;  ///< create: the task created; else an index into the waits
  };

  /// `graph` must be the graph of `of`, whose synchronisation was recorded.
  Strands(const Trace& of, const TaskGraph& graph);

  const Trace& trace() const { return trace_; }
  const TaskGraph& graph() const { return graph_; }
  std::size_t size() const { return task_of_.size(); }
  /// The task that a strand is a part of; for a strand that joins others, one of the tasks that wait.
  TaskId task_of(TaskId strand) const { return task_of_[strand.value()]; }
  /// Whether a strand only joins others.
  bool is_joint(TaskId strand) const { return is_joint_[strand.value()]; }
  /// How often a task waited for tasks or threads while it held a lock. The strands of such a hold exclude
  /// others only one by one, so the lock seems free during the wait.
  std::uint64_t waits_in_holds() const { return waits_in_holds_; }
  /// The first strand of a task; none if the task never ran.
  TaskId first_of(TaskId task) const { return first_of_[task.value()]; }
  /// Whether a strand is the first strand of its task.
  bool is_first(TaskId strand) const { return first_of(task_of(strand)) == strand; }
  /// Whether a strand is the last strand of its task.
  bool is_last(TaskId strand) const { return last_of_[task_of(strand).value()] == strand; }
  /// The creations of tasks, the starts of task groups, and the waits for tasks or threads, but not the waits
  /// for locks. Ordered by task, then in the order in which the task did them.
  const std::vector<Step>& steps() const { return steps_; }
  /// Whether a handle of `trace()` is a lock of the program, with the lock's number. The other handles belong
  /// to tasks that exclude each other.
  bool is_lock(HandleId handle) const { return handle.value() < locks_; }

  /// How long each strand takes if the tasks take the given times (one entry per task of the program's
  /// trace). A task's time is distributed over its strands in proportion to their recorded lengths.
  std::vector<std::int64_t> durations_ns(std::span<const std::int64_t> task_duration_ns) const;

 private:
  Trace trace_;
  TaskGraph graph_;
  std::vector<TaskId> task_of_;
  std::vector<TaskId> first_of_;  ///< per task
  std::vector<TaskId> last_of_;   ///< per task
  std::vector<bool> is_joint_;
  std::vector<Step> steps_;
  std::uint64_t waits_in_holds_ = 0;
  std::size_t locks_ = 0;
};

/// What replays and searches of strands assume of ordered loops: their parts hold a lock, in any order.
inline constexpr const char* ordered_loops_assumption = "the parts of an ordered loop may run in any order";

}  // namespace gusset::traces
