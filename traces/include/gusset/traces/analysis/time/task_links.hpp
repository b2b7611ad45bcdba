#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "gusset/traces/analysis/graph/task_graph.hpp"
#include "gusset/traces/analysis/time/task_table.hpp"
#include "gusset/traces/model/trace.hpp"
#include "gusset/traces/model/version_messages.hpp"

namespace gusset::traces {

/// What joins one task to another: it waited for that one's end, or a message brought it that one's data.
struct TaskLink {
  enum class Kind : std::uint8_t { dependency, message };
  Kind kind = Kind::dependency;
  bool is_last = false;                ///< of all that `after` waited for, this came last
  TaskId before;                       ///< none where no task is known to have made what a message carries
  TaskId after;                        ///< none where no task is known to have read it
  std::optional<std::size_t> message;  ///< into the trace's messages
  friend bool operator==(const TaskLink&, const TaskLink&) = default;
};

/// Links of some tasks.
struct LinksOfTasks {
  std::vector<TaskLink> links;  ///< dependencies first
  std::size_t never_ran = 0;    ///< dependencies on tasks, or of tasks, that never ran: not among the links
  bool too_many = false;        ///< more than were asked for: `links` is empty
};

/// Finds the dependencies of tasks and the messages that they needed and sent. Between two tasks there is
/// either a dependency or messages: where a message carried what one waited for, it stands for the
/// dependency. A message that is asked for by its sender leads to the first task on its node that read it.
/// Its sender is the task that ended last of those that made the version which it carries.
///
/// Messages without a handle (of imports) belong to no task. The trace must outlive this. Immutable once
/// built, so any number of threads may ask it.
class TaskLinks {
 public:
  /// O(n log n) in messages.
  explicit TaskLinks(const Trace& trace) : by_version_(trace) {}

  /// All links from and to `tasks`, each once, also where both its ends are among them; at most `most`.
  /// `trace`, `graph` and `times` must be those of the trace that this was built from; tasks that never ran
  /// have no links.
  LinksOfTasks of(const Trace& trace, const TaskGraph& graph, const TaskTimes& times,
                  std::span<const TaskId> tasks, std::size_t most) const;

 private:
  VersionMessages by_version_;
};

}  // namespace gusset::traces
