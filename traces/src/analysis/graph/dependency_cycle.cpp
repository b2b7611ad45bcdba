#include "gusset/traces/analysis/graph/dependency_cycle.hpp"

#include <algorithm>

#include "gusset/base/numbers.hpp"
#include "gusset/traces/model/task_name.hpp"

namespace gusset::traces {

std::vector<TaskId> dependency_cycle(const TaskGraph& graph) {
  const std::vector<TaskId> blocked = graph.blocked_tasks();
  if (blocked.empty()) return {};
  const auto is_blocked = [&](TaskId task) {
    return std::binary_search(blocked.begin(), blocked.end(), task);
  };
  // Each blocked task waits for another blocked task, so going back leads into a cycle.
  std::vector<TaskId> path;
  std::vector<bool> is_visited(blocked.back().value() + 1, false);
  TaskId task = blocked.front();
  while (!is_visited[task.value()]) {
    path.push_back(task);
    is_visited[task.value()] = true;
    const auto before = graph.predecessors(task);
    task = *std::find_if(before.begin(), before.end(), is_blocked);
  }
  return {std::find(path.begin(), path.end(), task), path.end()};
}

std::string cycle_text(const Trace& trace, const std::vector<TaskId>& cycle) {
  std::string text =
      "a cycle of " + count_text(cycle.size(), "task") + ", through " + task_name(trace, cycle.front());
  if (cycle.size() > 1) text += " and " + task_name(trace, cycle[1]);
  return text;
}

}  // namespace gusset::traces
