#include "plans/graph_log.hpp"

#include <algorithm>
#include <utility>

#include "gusset/core/engine/handle_state.hpp"
#include "plans/plan_graph.hpp"

namespace gusset::detail {

std::uint32_t GraphLog::add(Task& task, Task* submitter) {
  const std::lock_guard guard(mutex_);
  return append(task, submitter);
}

void GraphLog::retract(std::uint32_t first, std::size_t count) {
  const std::lock_guard guard(mutex_);
  for (std::size_t number = first; number < std::min(first + count, content_.tasks.size()); ++number)
    content_.tasks[number].is_refused = true;
}

void GraphLog::add_reservation(const HandleState& handle, AccessMode mode, std::uint32_t version) {
  const std::lock_guard guard(mutex_);
  entries_of(handle).push_back({Entry::Kind::reserved, mode, none, none, version});
}

std::uint32_t GraphLog::add_run(const PlanGraph& plan, Task* submitter) {
  const std::lock_guard guard(mutex_);
  const auto boundary = [&] {
    for (const PlanGraph::Use& use : plan.uses) {
      if (use.modifies) entries_of(*use.handle).push_back({Entry::Kind::boundary});
    }
  };
  boundary();
  const auto first = static_cast<std::uint32_t>(content_.tasks.size());
  for (const PlanGraph::Node& node : plan.nodes) append(*node.task, submitter);
  boundary();
  return first;
}

std::uint32_t GraphLog::append(Task& task, Task* submitter) {
  const auto number = static_cast<std::uint32_t>(content_.tasks.size());
  content_.tasks.push_back({task.type(), number_of(submitter)});
  for (const TaskAccess& access : task) {
    if (access.is_covered()) continue;
    std::vector<Entry>& entries = entries_of(access.handle());
    if (access.has_mark(TaskAccess::reserved) && fill_reservation(entries, access.version, number)) continue;
    const auto holder = holder_of(access, submitter);
    entries.push_back(
        {holder ? Entry::Kind::shared : Entry::Kind::access, access.mode(), number, holder.value_or(none)});
  }
  latest_[&task] = number;
  return number;
}

std::vector<GraphLog::Entry>& GraphLog::entries_of(const HandleState& handle) {
  const auto [entry, is_new] =
      handles_.try_emplace(handle.id.value(), static_cast<std::uint32_t>(content_.handles.size()));
  if (is_new) content_.handles.push_back({handle.label()});
  return content_.handles[entry->second].entries;
}

/// Returns none for tasks submitted before the log began, and for a task that represents a plan's run.
std::uint32_t GraphLog::number_of(const Task* task) const {
  if (task == nullptr || task->type_is_none()) return none;
  const auto found = latest_.find(task);
  return found == latest_.end() ? none : found->second;
}

/// Finds the ancestor that already reads the same handle. As in the engine, a subtask that reads its
/// ancestor's data gets no version.
std::optional<std::uint32_t> GraphLog::holder_of(const TaskAccess& access, Task* submitter) const {
  for (Task* ancestor = submitter; ancestor != nullptr; ancestor = ancestor->parent()) {
    for (const TaskAccess& held : *ancestor) {
      if (held.is_covered() || &held.handle() != &access.handle()) continue;
      if (!may_overlap(held.mode(), access.mode()) || access.has_mark(TaskAccess::reserved)) continue;
      return number_of(ancestor);
    }
  }
  return std::nullopt;
}

bool GraphLog::fill_reservation(std::vector<Entry>& entries, std::uint32_t version, std::uint32_t task) {
  const auto place = std::find_if(entries.begin(), entries.end(), [&](const Entry& entry) {
    return entry.kind == Entry::Kind::reserved && entry.reserved_version == version;
  });
  if (place == entries.end()) return false;
  place->kind = Entry::Kind::access;
  place->task = task;
  return true;
}

GraphLog::Content GraphLog::content() const {
  const std::lock_guard guard(mutex_);
  return content_;
}

}  // namespace gusset::detail
