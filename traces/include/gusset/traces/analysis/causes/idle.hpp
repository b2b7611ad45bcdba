#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "gusset/traces/analysis/graph/task_graph.hpp"
#include "gusset/traces/model/trace.hpp"

namespace gusset::traces {

/// What a worker's time that was not busy went into, in the order in which causes are looked for.
enum class IdleCause : std::uint8_t {
  submitting,       ///< it submitted tasks, outside of any: the runtime's own time
  ready_not_taken,  ///< a ready task was not taken
  release,          ///< all that a task awaited had happened, but the runtime had not yet made it ready
  unsubmitted,      ///< an unsubmitted task's predecessors were done
  message,          ///< a task lacked only a message
  no_work,          ///< no task could run
  unknown,          ///< the trace does not tell which of these
};
inline constexpr std::size_t idle_causes = 7;

/// What a cause is called.
struct CauseWords {
  std::string_view name;     ///< "ready_not_taken": in documents
  std::string_view heading;  ///< "ready task not taken"
  std::string_view meaning;  ///< "a ready task was not taken": what was while a worker was idle
  std::string_view advice;   ///< what may help
};
const CauseWords& cause_words(IdleCause cause);
inline std::string_view cause_name(IdleCause cause) {
  return cause_words(cause).name;
}

/// Nanoseconds by cause.
struct IdleParts {
  std::array<std::int64_t, idle_causes> ns{};

  std::int64_t of(IdleCause cause) const { return ns[static_cast<std::size_t>(cause)]; }
  std::int64_t& of(IdleCause cause) { return ns[static_cast<std::size_t>(cause)]; }
  std::int64_t total_ns() const;
  friend bool operator==(const IdleParts&, const IdleParts&) = default;
};

/// A stretch of a worker's time.
struct IdleStretch {
  WorkerId worker;  ///< none where there is no such stretch
  std::int64_t begin_ns = 0;
  std::int64_t end_ns = 0;
  friend bool operator==(const IdleStretch&, const IdleStretch&) = default;
};

/// Where the time went that was not work. busy_ns + parts.total_ns() = workers × makespan exactly, and so for
/// each worker and each node.
///
/// At each instant a node's idle workers are counted against the tasks that later ran on that node: with r
/// tasks ready, at most r workers are idle because a ready task was not taken; of the rest, one for each task
/// in release, then for each unsubmitted task whose predecessors are done, then for each task that lacks only
/// a message, then for each task of which the trace does not tell what it waits for; what remains had no
/// work. Who has been idle for longest counts first (ties: the lower worker). A task that waits for others of
/// its commuting group is no work yet.
struct IdleTime {
  std::int64_t makespan_ns = 0;
  std::int64_t busy_ns = 0;
  IdleParts total;
  std::vector<IdleParts> workers;  ///< per worker
  std::vector<IdleParts> nodes;    ///< per node

  /// Per cause, the longest time that one worker lost to it at a stretch (ties: the first found).
  std::array<IdleStretch, idle_causes> longest{};
  const IdleStretch& longest_of(IdleCause cause) const { return longest[static_cast<std::size_t>(cause)]; }

  /// Causes that the trace can tell; the parts of others are 0 and mean "not recorded".
  std::array<bool, idle_causes> known{};
  bool knows(IdleCause cause) const { return known[static_cast<std::size_t>(cause)]; }

  /// Idle time inside of spans of waiting, of looking for work, of sending and of receiving; nothing where no
  /// span is of that kind.
  std::optional<std::int64_t> waiting_ns;
  std::optional<std::int64_t> stealing_ns;
  std::optional<std::int64_t> sending_ns;
  std::optional<std::int64_t> receiving_ns;

  /// Per node: how long tasks elsewhere lacked only its messages, summed over tasks.
  std::vector<std::int64_t> awaited_from_ns;
};

/// `graph` must be that of `trace`. O(n log n) in spans and accesses at worst, linear for tasks submitted in
/// order. Thread-safe on a trace nobody changes.
IdleTime idle_time(const Trace& trace, const TaskGraph& graph);

}  // namespace gusset::traces
