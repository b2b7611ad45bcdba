#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "gusset/traces/analysis/graph/task_graph.hpp"
#include "gusset/traces/analysis/time/task_table.hpp"
#include "gusset/traces/model/migrated_tasks.hpp"
#include "gusset/traces/model/trace.hpp"
#include "gusset/traces/model/version_messages.hpp"

namespace gusset::traces {

/// Links two tasks: `after` waited for the end of `before`, or a message brought it data from `before`.
struct TaskLink {
  enum class Kind : std::uint8_t { dependency, message };
  Kind kind = Kind::dependency;
  bool is_last = false;                ///< of everything that `after` waited for, this came last
  TaskId before;                       ///< none if the producer of the message's contents is unknown
  TaskId after;                        ///< none if no reader of the message's contents is known
  std::optional<std::size_t> message;  ///< index into the trace's messages
  friend bool operator==(const TaskLink&, const TaskLink&) = default;
};

/// The links of some tasks.
struct LinksOfTasks {
  std::vector<TaskLink> links;  ///< dependencies first
  std::size_t never_ran = 0;    ///< dependencies from or to tasks that never ran; not included in `links`
  bool too_many = false;        ///< there are more links than requested; `links` is empty
};

/// Finds the dependencies of tasks, and the messages that they needed and sent. Two tasks are linked either
/// by a dependency or by messages: messages that carried what one task waited for replace the dependency. The
/// sender of a message is the task that ended last among those that produced its version. From its sender, a
/// message leads to the first task on the destination node that read it.
///
/// Messages without a handle (from importers) belong to no task. The trace must outlive this object.
/// Immutable once built; any number of threads may query it.
class TaskLinks {
 public:
  /// O(n log n) in messages.
  explicit TaskLinks(const Trace& trace) : by_version_(trace), homes_(homes_of_migrated(trace)) {}

  /// All links from and to `tasks`, without duplicates, even if both ends are among them; at most `most`.
  /// `trace`, `graph` and `times` must belong to the trace that this object was built from. Tasks that never
  /// ran have no links.
  LinksOfTasks of(const Trace& trace, const TaskGraph& graph, const TaskTimes& times,
                  std::span<const TaskId> tasks, std::size_t most) const;

 private:
  VersionMessages by_version_;
  std::vector<NodeId> homes_;  // by task; empty if none migrated
};

}  // namespace gusset::traces
