#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "gusset/traces/analysis/graph/schedule_problem.hpp"

namespace gusset::traces {

/// Times that no schedule of a problem can beat, in ns.
struct ScheduleBounds {
  /// Which intervals the energetic bound examined.
  enum class Intervals {
    all,   ///< intervals from each moment at which a task may begin, must begin or may end
    some,  ///< intervals from evenly chosen moments, because the problem has many tasks
    ends   ///< intervals at the start and at the end of the schedule, because it has very many tasks
  };
  std::int64_t work_ns = 0;  ///< all durations ÷ threads
  std::int64_t path_ns = 0;  ///< the longest path, see upward_ranks
  /// The longest group of tasks that exclude each other, with what must run before and after it.
  std::int64_t group_ns = 0;
  /// [Fernandez, Bussell: "Bounds on the number of processors and time for multiprocessor optimal schedules",
  /// 1973]: the workers can do at most length × threads of work in an interval, whatever the tasks' order. A
  /// group of tasks that exclude each other counts as one machine. At least as large as those above.
  std::int64_t energetic_ns = 0;
  Intervals intervals = Intervals::all;
  /// The energetic bounds of the steps of a program, one after the other: between two steps, there is a task
  /// before or after which all others run (apart from a few or very short ones), such as a `taskwait`. 0 if
  /// there is only one step, or too many tasks to look for steps.
  std::int64_t steps_ns = 0;

  std::int64_t best_ns() const { return std::max(energetic_ns, steps_ns); }
  /// The simplest bound that reaches best_ns: "work", "critical path", "exclusion", "energetic bound" or
  /// "steps".
  std::string_view name() const;
  friend bool operator==(const ScheduleBounds&, const ScheduleBounds&) = default;
};

/// "all", "some" or "ends": the names in documents.
std::string_view intervals_name(ScheduleBounds::Intervals intervals);

/// Computes the bounds for schedules on `threads` threads, at least 1. Takes O(n² log n) time for up to 1000
/// tasks, O(3000 · n log n) for up to `most_tasks_with_intervals`, else O(n log n): then only intervals at
/// the ends are examined, and no steps.
ScheduleBounds schedule_bounds(const ScheduleProblem& problem, unsigned threads,
                               std::size_t most_tasks_with_intervals = 3000);

/// The time that no schedule of a trace's tasks on `threads` threads of one node beats, in ns: the best of
/// schedule_bounds and indivisible_bound_ns. Tasks of fork-join programs are scheduled by their strands. 0 if
/// it is unknown: on several nodes, for more than 20 000 tasks or strands (it would take more than some 0.1
/// s), and for tasks that problem_of refuses.
std::int64_t schedule_bound_ns(const Trace& trace, const TaskGraph& graph,
                               std::span<const std::int64_t> duration_ns, unsigned threads);

}  // namespace gusset::traces
