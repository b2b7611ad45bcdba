#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "gusset/traces/analysis/graph/task_graph.hpp"

namespace gusset::traces {

/// The accesses of a trace cut into version groups, by the rules that TaskGraph states.
struct TaskGroups {
  std::vector<TaskGraph::Group> groups;
  std::vector<TaskId> members;              ///< of all groups
  std::vector<bool> holds_up;               ///< per member
  std::vector<std::uint32_t> access_group;  ///< per access; Group::none for one without a handle
  std::vector<bool> access_holds_up;        ///< per access
};

/// Linear in accesses, but for sorting commuting groups by begin.
TaskGroups build_task_groups(const Trace& trace);

/// The same, several times as fast, for traces in which the versions along each handle never go back in order
/// of submission and no task names a handle twice; nothing for others.
std::optional<TaskGroups> build_ordered_groups(const Trace& trace);
/// The same for all traces.
TaskGroups build_sorted_groups(const Trace& trace);

/// The last step of both: which groups commute, and in which order, which members hold others up, and for
/// which group each waits.
void finish_groups(const Trace& trace, TaskGroups& groups);

/// The node of each task's first run; none where it never ran.
std::vector<NodeId> first_nodes(const Trace& trace);

}  // namespace gusset::traces
