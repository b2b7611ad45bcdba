#include "gusset/core/graphs/pending_tasks.hpp"

#include <algorithm>

namespace gusset::detail {

void TaskGraphs::add(PendingTasks& graph) {
  const std::lock_guard guard(mutex_);
  graphs_.push_back(&graph);
}

void TaskGraphs::remove(PendingTasks& graph) {
  const std::lock_guard guard(mutex_);
  std::erase(graphs_, &graph);
}

bool TaskGraphs::empty() const {
  const std::lock_guard guard(mutex_);
  return graphs_.empty();
}

std::size_t TaskGraphs::pending() const {
  const std::lock_guard guard(mutex_);
  std::size_t sum = 0;
  for (const PendingTasks* graph : graphs_) sum += graph->pending();
  return sum;
}

std::string TaskGraphs::text() const {
  constexpr std::size_t most = 5;
  const std::size_t all = pending();
  std::vector<std::string> lines;
  const std::lock_guard guard(mutex_);
  for (const PendingTasks* graph : graphs_) graph->describe(lines, most);
  std::string text = std::to_string(all) + (all == 1 ? " task of a task graph can never run: "
                                                     : " tasks of task graphs can never run: ");
  for (std::size_t i = 0; i < lines.size(); ++i) text += (i == 0 ? "" : ", ") + lines[i];
  if (all > lines.size()) text += ", …";
  return text;
}

void TaskGraphs::clear_pending() {
  const std::lock_guard guard(mutex_);
  for (PendingTasks* graph : graphs_) graph->clear_pending();
}

}  // namespace gusset::detail
