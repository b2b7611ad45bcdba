// What policies see of simulated tasks.
#include <algorithm>
#include <utility>
#include <vector>

#include "schedule.hpp"

namespace gusset::simulator {

TaskView Schedule::view_of(NodeId node, std::uint32_t task, bool sees_tree) const {
  const StreamTask& what = stream_.tasks()[task];
  const bool is_at_home = !balancing_ || balancing_->move_of(task) == nullptr;
  TaskView view{what.type, what.work, what.priority, WorkerId(), HandleId()};
  if (sees_tree) add_tree(view, node, task);
  const StreamAccess* touched = nullptr;
  for (const StreamAccess& access : stream_.accesses_of(task)) {
    if (access.is_event || access.only_orders) continue;
    if (touched == nullptr) touched = &access;
    if (!modifies(access.mode)) continue;
    touched = &access;
    break;
  }
  if (touched != nullptr) view.handle = HandleId(touched->handle);
  switch (what.affinity.kind) {
    case Affinity::Kind::none:
    case Affinity::Kind::bound:
    case Affinity::Kind::guided:
      break;
    case Affinity::Kind::domain:
      view.preferred = worker_in(DomainId(what.affinity.index), task);
      break;
    case Affinity::Kind::worker:
      if (what.affinity.index < options_.workers) view.preferred = WorkerId(what.affinity.index);
      break;
    case Affinity::Kind::data:
      if (touched == nullptr || !is_at_home) break;
      view.preferred = handles_[touched->handle].owner == what.node
                           ? handles_[touched->handle].last_worker
                           : last_workers_->find(touched->handle, what.node);
      break;
  }
  return view;
}

/// One of the domain's workers; none if the domain has no workers. The runtime picks it by the task's
/// address.
WorkerId Schedule::worker_in(DomainId domain, std::uint32_t task) const {
  const std::vector<DomainId>& domains = options_.domains;
  if (domains.empty()) return domain == DomainId(0) ? WorkerId(task % options_.workers) : WorkerId();
  const auto there = static_cast<std::size_t>(std::count(domains.begin(), domains.end(), domain));
  if (there == 0) return {};
  std::size_t left = (task * 2654435761u >> 16) % there;
  for (std::size_t worker = 0;; ++worker) {
    if (domains[worker] == domain && left-- == 0) return WorkerId(worker);
  }
}

/// Sets what only policies that see the tree know of a task, as the runtime does.
void Schedule::add_tree(TaskView& view, NodeId node, std::uint32_t task) const {
  const StreamTask& what = stream_.tasks()[task];
  view.level = what.level;
  view.is_inter_socket = what.is_inter_socket;
  if (what.parent != none) view.parent_tier = nodes_[node.value()].workers.tier_of(what.parent);
  std::uint32_t touched = none;
  bool is_modified = false;
  std::vector<std::pair<WorkerId, std::uint64_t>> bytes_at;
  for (const StreamAccess& access : stream_.accesses_of(task)) {
    if (access.is_event || access.only_orders) continue;
    const std::uint64_t bytes = stream_.handles()[access.handle].size_bytes;
    view.bytes += bytes;
    if (modifies(access.mode)) view.modified_bytes += bytes;
    if (touched == none || (modifies(access.mode) && !is_modified)) touched = access.handle;
    is_modified = is_modified || modifies(access.mode);
    const WorkerId last = handles_[access.handle].last_worker;
    if (last.is_none()) continue;
    const auto same = std::find_if(bytes_at.begin(), bytes_at.end(),
                                   [last](const auto& entry) { return entry.first == last; });
    (same == bytes_at.end() ? bytes_at.emplace_back(last, 0) : *same).second += bytes;
  }
  view.leaves = leaves_of(task, touched);
  const auto most = std::max_element(bytes_at.begin(), bytes_at.end(),
                                     [](const auto& a, const auto& b) { return a.second < b.second; });
  if (most != bytes_at.end()) view.last_worker = most->first;
}

/// The smallest parts of a handle. Recorded handles have no parts: then the tasks that the task splits into.
std::uint32_t Schedule::leaves_of(std::uint32_t task, std::uint32_t handle) const {
  std::uint32_t leaves = 1;
  while (handle != none && stream_.handles()[handle].part_count > 0) {
    leaves *= stream_.handles()[handle].part_count;
    handle = stream_.handles()[handle].first_part;
  }
  if (leaves > 1) return leaves;
  while (stream_.tasks()[task].child_count > 0) {
    leaves *= stream_.tasks()[task].child_count;
    task = stream_.tasks()[task].first_child;
  }
  return leaves;
}

}  // namespace gusset::simulator
