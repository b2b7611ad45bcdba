#pragma once
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "gusset/traces/analysis/causes/critical_path.hpp"
#include "gusset/traces/analysis/graph/task_graph.hpp"
#include "gusset/traces/model/trace.hpp"

namespace gusset::traces {

/// Why one task began when it did, and not earlier. Times in ns; unknown_time where not recorded.
struct WhyStep {
  enum class Cause {
    predecessor,  ///< `by` completed, which had the awaited version or is named as a dependency
    message,      ///< a message with the awaited version was received; `by` produced it, where that is known
    mate,         ///< `by` of the same commuting group ended: not at once
    submission,   ///< it was submitted; `by` is its parent, or what the program's thread awaited before
    worker,       ///< its worker ended `by`
    nothing       ///< nothing known preceded it
  };
  TaskId task;  ///< that is explained; none for a run of no task
  LaneId lane;  ///< where it began
  std::int64_t begin_ns = 0;
  std::int64_t submit_ns = unknown_time;
  std::int64_t ready_ns = unknown_time;
  Cause cause = Cause::nothing;
  std::int64_t cause_ns = unknown_time;  ///< when that happened, at most begin_ns
  TaskId by;                             ///< none where no task is known
  HandleId handle;                       ///< through which; none where no handle is concerned
  std::uint32_t version = 0;             ///< of the handle, that was awaited
  std::optional<std::size_t> message;    ///< into the trace's messages
  std::vector<ChainLink> waits;          ///< what lies between, back to `by`'s end, in order of time
};

/// "predecessor", "message", …: the names that documents and commands print.
std::string_view cause_name(WhyStep::Cause cause);

/// Why `task` began when it did, then why what it waited for did, and so on, at most `depth` tasks back: a
/// part of a chain as critical_chain finds it from the last task. Empty where the task never ran. `graph`
/// must be that of `trace`; dependencies that are not recorded are not found. Linear in spans and accesses.
std::vector<WhyStep> why(const Trace& trace, const TaskGraph& graph, TaskId task, std::size_t depth);

}  // namespace gusset::traces
