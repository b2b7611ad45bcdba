#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "gusset/traces/analysis/graph/task_graph.hpp"
#include "gusset/traces/model/trace.hpp"

namespace gusset::traces {

/// Why a worker was idle, in the order in which causes are tried.
enum class IdleCause : std::uint8_t {
  submitting,       ///< it submitted tasks outside of any task: runtime overhead
  ready_not_taken,  ///< a task was ready, but was not taken
  release,  ///< a task's awaited events had happened, but the runtime had not made it ready: runtime overhead
  unsubmitted,      ///< a task's predecessors were done, but it was not yet submitted
  message,          ///< a task lacked only a message
  no_work,          ///< no task could run
  unknown,          ///< the trace does not say which of these
  lock,             ///< it waited for a lock, whatever the tasks waited for
  preempted,        ///< its thread could run, but had no processor; comes before all other causes
  outside_regions,  ///< its thread was in no parallel region, so it could run no task
};
inline constexpr std::size_t idle_causes = 10;

/// The texts for a cause.
struct CauseText {
  std::string_view name;     ///< in documents: "ready_not_taken"
  std::string_view heading;  ///< in tables: "ready task not taken"
  std::string_view meaning;  ///< the situation while a worker was idle: "a ready task was not taken"
  std::string_view advice;   ///< what may help
};
const CauseText& cause_text(IdleCause cause);
inline std::string_view cause_name(IdleCause cause) {
  return cause_text(cause).name;
}

/// Idle time by cause, in ns.
struct IdleParts {
  std::array<std::int64_t, idle_causes> ns{};

  std::int64_t of(IdleCause cause) const { return ns[static_cast<std::size_t>(cause)]; }
  std::int64_t& of(IdleCause cause) { return ns[static_cast<std::size_t>(cause)]; }
  std::int64_t total_ns() const;
  friend bool operator==(const IdleParts&, const IdleParts&) = default;
};

/// An interval in which a worker was idle, in ns: [begin_ns, end_ns).
struct IdleStretch {
  WorkerId worker;  ///< none if the cause never occurred
  std::int64_t begin_ns = 0;
  std::int64_t end_ns = 0;
  friend bool operator==(const IdleStretch&, const IdleStretch&) = default;
};

/// How idle time divides into causes. busy_ns + parts.total_ns() = workers × makespan holds exactly, also for
/// each worker and each node.
///
/// At each instant, a node's idle workers are matched with the tasks that later ran on that node. With r
/// ready tasks, at most r idle workers count as ready_not_taken. Each further task takes one of the remaining
/// workers, in this order: tasks in release; unsubmitted tasks whose predecessors are done; tasks that lack
/// only a message; tasks for which the trace does not say what they wait for. The workers that remain had no
/// work. The worker that has been idle for the longest time comes first (ties: the lower worker). A task that
/// waits for others of its commuting group is not available work yet.
///
/// In a fork-join program, a task counts as unsubmitted only from the time at which its creator last resumed
/// after a wait. Threads' parts of regions and undeferred tasks are created when they can run, so none of
/// them counts. A thread outside of parallel regions is not matched with tasks. In a prediction, tasks that
/// wait for a lock come last.
struct IdleTime {
  std::int64_t makespan_ns = 0;
  std::int64_t busy_ns = 0;
  std::int64_t preempted_in_runs_ns = 0;  ///< the part of busy_ns in which threads had no processor
  IdleParts total;
  std::vector<IdleParts> workers;  ///< one entry per worker
  std::vector<IdleParts> nodes;    ///< one entry per node

  /// The longest contiguous time that one worker lost to each cause (ties: the first one found).
  std::array<IdleStretch, idle_causes> longest{};
  const IdleStretch& longest_of(IdleCause cause) const { return longest[static_cast<std::size_t>(cause)]; }

  /// The causes that the trace can distinguish. The parts of other causes are 0 and mean "not recorded".
  std::array<bool, idle_causes> known{};
  bool knows(IdleCause cause) const { return known[static_cast<std::size_t>(cause)]; }

  /// Idle time within spans of waiting, stealing, sending and receiving. Nothing if the trace has no span of
  /// that kind.
  std::optional<std::int64_t> waiting_ns;
  std::optional<std::int64_t> stealing_ns;
  std::optional<std::int64_t> sending_ns;
  std::optional<std::int64_t> receiving_ns;

  /// For each node: how long tasks on other nodes lacked only its messages, summed over tasks.
  std::vector<std::int64_t> awaited_from_ns;
};

/// Computes the idle time. `graph` must be the graph of `trace`. At worst O(n log n) in spans and accesses;
/// linear if tasks are in order of submission. Thread-safe if no one modifies the trace.
IdleTime idle_time(const Trace& trace, const TaskGraph& graph);

}  // namespace gusset::traces
