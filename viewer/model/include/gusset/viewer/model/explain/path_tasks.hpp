#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "gusset/traces/analysis/causes/critical_path.hpp"
#include "gusset/viewer/model/document/loaded_trace.hpp"

namespace gusset::viewer {

/// A task of a critical chain or bound.
struct PathTask {
  /// How the task before it on the chain held it up.
  enum class After : std::uint8_t {
    nothing,     ///< it did not, or there is none
    task,        ///< the trace does not say how
    dependency,  ///< it produced what the task needed
    commuting,   ///< the two are of one commuting group
    submission,  ///< it submitted the task
    worker       ///< it ran on the task's worker
  };
  traces::TaskId task;  ///< none for a run without a task
  std::int64_t begin_ns = 0;
  std::int64_t duration_ns = 0;  ///< the part that counts
  After after = After::nothing;
  std::uint32_t first_wait = 0;  ///< its waits, as indices into the chain's links; a bound has no waits
  std::uint32_t waits = 0;
};

/// The tasks of a trace's critical path.
struct PathTasks {
  std::vector<PathTask> chain;  ///< in order of time; once for each time that a task ran
  std::vector<PathTask> bound;  ///< first to last
};

/// `graph` must be the trace's graph. Linear in links and accesses.
PathTasks path_tasks(const LoadedTrace& loaded, const traces::TaskGraph& graph,
                     std::span<const traces::ChainLink> links, const traces::CriticalBound& bound);

/// "dependency", "worker", …: the names in exports. Empty for nothing.
std::string_view after_name(PathTask::After after);

/// What the task waited for: "a dependency, then a worker for 4.00 µs". Empty if nothing is known. `links`
/// are the chain's.
std::string waited_for_text(const PathTask& task, std::span<const traces::ChainLink> links);

/// The task's name, or "no task".
std::string path_task_name(const LoadedTrace& loaded, traces::TaskId task);
/// The worker that the task ran on first, and its node if there are several. Empty without a task.
std::string path_task_place(const LoadedTrace& loaded, traces::TaskId task);

}  // namespace gusset::viewer
