#pragma once
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "gusset/traces/analysis/causes/critical_path.hpp"
#include "gusset/traces/analysis/graph/task_graph.hpp"
#include "gusset/traces/model/trace.hpp"

namespace gusset::traces {

/// Why one task began at its time and not earlier. Times are in ns; unknown_time if not recorded.
struct WhyStep {
  enum class Cause {
    predecessor,  ///< `by` completed; it produced the awaited version or is an explicit dependency
    message,      ///< a message with the awaited version arrived; `by` produced the version, if known
    peer,         ///< `by` of the same commuting group ended; the two exclude each other
    submission,   ///< the task was submitted; `by` is its parent, or the task that the program's thread
                  ///< awaited
    worker,       ///< its worker finished `by`
    nothing,      ///< nothing known preceded the task
    lock,         ///< `by` released the lock
  };
  TaskId task;           ///< the task that this step explains; none for a run without a task
  bool resumed = false;  ///< the task had run before, and continued at `begin_ns` after a wait
  LaneId lane;           ///< lane on which the task began
  std::int64_t begin_ns = 0;
  std::int64_t submit_ns = unknown_time;
  std::int64_t ready_ns = unknown_time;
  Cause cause = Cause::nothing;
  std::int64_t cause_ns = unknown_time;  ///< when the cause occurred; at most begin_ns
  TaskId by;                             ///< none if no task is known
  HandleId handle;                       ///< the handle involved; none if there is none
  std::uint32_t version = 0;             ///< the awaited version of the handle
  std::optional<std::size_t> message;    ///< index into the trace's messages
  std::optional<std::uint32_t> lock;     ///< index into the trace's locks
  std::vector<ChainLink> waits;  ///< the links from the end of `by` to the task's start, in order of time
};

/// "predecessor", "message", …: the names in documents and in the output of commands.
std::string_view cause_name(WhyStep::Cause cause);

/// Explains why `task` began when it did (in a fork-join program, also why a task continued after a wait),
/// then the same for the task it waited for, and so on, for at most `depth` tasks. The result is a part of a
/// chain like the one that critical_chain finds from the last task. Empty if the task never ran. `graph` must
/// be the graph of `trace`; dependencies that were not recorded cannot be found. Linear in spans and
/// accesses.
std::vector<WhyStep> why(const Trace& trace, const TaskGraph& graph, TaskId task, std::size_t depth);

}  // namespace gusset::traces
