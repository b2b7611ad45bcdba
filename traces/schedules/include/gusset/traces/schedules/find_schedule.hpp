#pragma once
#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "gusset/traces/analysis/graph/schedule_bounds.hpp"
#include "gusset/traces/analysis/graph/schedule_problem.hpp"

namespace gusset::schedules {

/// Where and when each task runs.
struct TaskSchedule {
  std::vector<std::uint32_t> worker;              ///< per task
  std::vector<std::int64_t> begin_ns;             ///< per task
  std::vector<std::vector<std::uint32_t>> lists;  ///< per worker: its tasks in order
  /// All tasks in an order that respects the lists, the predecessors and the order within groups.
  std::vector<std::uint32_t> order;

  unsigned threads() const { return static_cast<unsigned>(lists.size()); }
  friend bool operator==(const TaskSchedule&, const TaskSchedule&) = default;
};

/// A schedule that a search has found.
struct FoundSchedule {
  TaskSchedule schedule;
  std::int64_t found_ns = 0;  ///< its makespan
  std::int64_t first_ns = 0;  ///< the makespan of the list schedule by upward rank, where the search began
  traces::ScheduleBounds bounds;
  std::uint64_t evaluations = 0;  ///< how many schedules were examined
  double found_after_s = 0.0;     ///< when the search found this schedule
  bool is_interrupted = false;    ///< by SearchOptions::stop

  /// Whether no schedule is shorter.
  bool is_optimal() const { return found_ns <= bounds.best_ns(); }
};

struct SearchProgress {
  double share = 0.0;  ///< how much of the search is done, 0…1
  std::int64_t found_ns = 0;
  std::int64_t bound_ns = 0;
};

/// How long to search.
struct SearchOptions {
  /// Schedules to examine. Equal numbers, seeds and problems give equal schedules. None: see `seconds`.
  std::optional<std::uint64_t> evaluations;
  double seconds = 10.0;  ///< used without `evaluations`
  std::uint64_t seed = 1;
  std::function<void(const SearchProgress&)> progress = {};  ///< called about ten times a second
  const std::atomic<bool>* stop = nullptr;                   ///< once true, the search ends soon
};

/// Searches for a short schedule on `threads` threads, at least 1. Begins with the list schedule by upward
/// rank, improves it by justification to the right and to the left [Tormos, Lova: "A competitive heuristic
/// solution technique for resource-constrained project scheduling", 2001], then by simulated annealing over
/// the tasks' priorities, in turn with workers that never wait while a task is ready and with workers that
/// may. Ends early if the schedule reaches a bound.
FoundSchedule find_schedule(const traces::ScheduleProblem& problem, unsigned threads,
                            const SearchOptions& options);

}  // namespace gusset::schedules
