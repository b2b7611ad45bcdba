#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "gusset/traces/analysis/graph/task_graph.hpp"

namespace gusset::traces {

/// The accesses of a trace, divided into version groups by the rules of TaskGraph.
struct TaskGroups {
  std::vector<TaskGraph::Group> groups;
  std::vector<TaskId> members;              ///< members of all groups
  std::vector<bool> holds_up;               ///< one entry per member
  std::vector<std::uint32_t> access_group;  ///< one entry per access; Group::none without a handle
  std::vector<bool> access_holds_up;        ///< one entry per access
};

/// Linear in accesses, except for sorting commuting groups by start time.
TaskGroups build_task_groups(const Trace& trace);

/// Several times faster, for traces in which the versions of each handle never decrease in order of
/// submission and no task accesses a handle twice. Returns nothing for other traces.
std::optional<TaskGroups> build_ordered_groups(const Trace& trace);
/// The general algorithm, for all traces.
TaskGroups build_sorted_groups(const Trace& trace);

/// The last step of both algorithms: finds which groups commute, and in which order, which members later
/// groups wait for, and which group each group waits for.
void finish_groups(const Trace& trace, TaskGroups& groups);

/// The node of each task's first run; none if it never ran.
std::vector<NodeId> first_nodes(const Trace& trace);

}  // namespace gusset::traces
