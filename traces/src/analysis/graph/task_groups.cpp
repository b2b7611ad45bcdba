#include "task_groups.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "accesses_by_handle.hpp"
#include "gusset/base/columns.hpp"

namespace gusset::traces {
namespace {

using Group = TaskGraph::Group;

const AccessMode& mode_of(const Trace& trace, AccessModeId id) {
  static const AccessMode unknown{"", false, true, true};  // safe default: alone, in order
  return id.value() < trace.access_modes.size() ? trace.access_modes[id.value()] : unknown;
}

/// All accesses of one task to one handle, represented by the strongest.
struct GroupEntry {
  std::int64_t version = 0;  ///< unwrapped, so versions of a handle are comparable
  std::uint64_t access = 0;  ///< the strongest access
  std::uint64_t first = 0;   ///< index into the accesses sorted by handle
  std::uint64_t last = 0;    ///< past the end
  TaskId task;
  bool alone = false;  ///< the modes differ
};

class GroupBuilder {
 public:
  explicit GroupBuilder(const Trace& trace) : trace_(trace), by_handle_(trace) {
    built_.access_group.assign(trace.accesses.items.size(), Group::none);
    built_.members.reserve(by_handle_.task.size());
  }

  TaskGroups build() {
    for (std::size_t handle = 0; handle < trace_.handles.size(); ++handle) {
      collect_entries(handle);
      cut_groups(HandleId(handle));
    }
    finish_groups(trace_, built_);
    for (std::size_t i = 0; i < built_.access_group.size(); ++i) {
      if (built_.access_group[i] == Group::none) built_.access_holds_up[i] = false;
    }
    return std::move(built_);
  }

 private:
  const AccessMode& mode(std::uint64_t access) const {
    return mode_of(trace_, trace_.accesses.items[access].mode);
  }

  int strength(std::uint64_t access) const {
    const AccessMode& m = mode(access);
    return (m.modifies ? 2 : 0) + (m.commutes ? 0 : 1);
  }

  void collect_entries(std::size_t handle) {
    entries_.clear();
    std::int64_t unwrapped = 0;
    std::uint32_t before = 0;
    bool in_order = true;
    std::uint64_t i = by_handle_.first[handle];
    while (i < by_handle_.first[handle + 1]) {
      GroupEntry entry;
      entry.first = i;
      entry.access = by_handle_.access[i];
      entry.task = by_handle_.task[i];
      for (++i; i < by_handle_.first[handle + 1] && by_handle_.task[i] == entry.task; ++i) {
        if (trace_.accesses.items[by_handle_.access[i]].mode != trace_.accesses.items[entry.access].mode) {
          entry.alone = true;
        }
        if (strength(by_handle_.access[i]) > strength(entry.access)) entry.access = by_handle_.access[i];
      }
      entry.last = i;
      const std::uint32_t version = trace_.accesses.items[entry.access].version;
      // The difference of neighbours is correct even if the counter wrapped between them.
      const auto step = entries_.empty() ? std::int32_t{0} : static_cast<std::int32_t>(version - before);
      in_order = in_order && step >= 0;
      unwrapped += step;
      before = version;
      entry.version = unwrapped;
      entries_.push_back(entry);
    }
    if (in_order) return;  // always true if a single thread submitted
    std::ranges::stable_sort(entries_, {}, &GroupEntry::version);
  }

  bool joins(const GroupEntry& previous, const GroupEntry& next) const {
    return !previous.alone && !next.alone && previous.version == next.version &&
           trace_.accesses.items[previous.access].mode == trace_.accesses.items[next.access].mode &&
           mode(next.access).commutes;
  }

  void cut_groups(HandleId handle) {
    std::size_t i = 0;
    while (i < entries_.size()) {
      const std::size_t first = i;
      for (++i; i < entries_.size() && joins(entries_[i - 1], entries_[i]);) ++i;
      Group group;
      group.handle = handle;
      group.mode = trace_.accesses.items[entries_[first].access].mode;
      group.version = trace_.accesses.items[entries_[first].access].version;
      group.first_member = static_cast<std::uint32_t>(built_.members.size());
      group.member_count = static_cast<std::uint32_t>(i - first);
      const AccessMode& how = mode(entries_[first].access);
      group.commuting = group.member_count > 1 && how.commutes && how.exclusive;
      for (std::size_t e = first; e < i; ++e) add_member(entries_[e]);
      built_.groups.push_back(group);
    }
  }

  void add_member(const GroupEntry& entry) {
    built_.members.push_back(entry.task);
    for (std::uint64_t a = entry.first; a < entry.last; ++a)
      built_.access_group[by_handle_.access[a]] = static_cast<std::uint32_t>(built_.groups.size());
  }

  const Trace& trace_;
  AccessesByHandle by_handle_;
  std::vector<GroupEntry> entries_;  ///< of one handle
  TaskGroups built_;
};

/// Derives the remaining properties of groups from their members.
class GroupFinisher {
 public:
  GroupFinisher(const Trace& trace, TaskGroups& built) : trace_(trace), built_(built) {}

  void finish() {
    separate_replicas();
    sort_commuting();
    find_holders();
    link_groups();
  }

 private:
  /// Accesses that do not modify a handle exclude each other only on one node's replica.
  void separate_replicas() {
    if (trace_.nodes.size() < 2) return;
    std::vector<NodeId> node;
    for (Group& group : built_.groups) {
      if (!group.commuting || mode_of(trace_, group.mode).modifies) continue;
      if (node.empty()) node = first_nodes(trace_);
      const auto first = built_.members.begin() + static_cast<std::ptrdiff_t>(group.first_member);
      group.commuting = std::all_of(first, first + static_cast<std::ptrdiff_t>(group.member_count),
                                    [&](TaskId task) { return node[task.value()] == node[first->value()]; });
    }
  }

  void sort_commuting() {
    const bool any = std::any_of(built_.groups.begin(), built_.groups.end(),
                                 [](const Group& group) { return group.commuting; });
    if (!any) return;
    // Tasks that never ran come last.
    std::vector<std::int64_t> begin_ns;
    columns::reserve(begin_ns, trace_.tasks.size());
    begin_ns.assign(trace_.tasks.size(), std::numeric_limits<std::int64_t>::max());
    for (const Lane& lane : trace_.lanes) {
      for (std::size_t i = 0; i < lane.spans.size(); ++i) {
        if (lane.spans.kind[i] != SpanKind::run || lane.spans.task[i].is_none()) continue;
        std::int64_t& first = begin_ns[lane.spans.task[i].value()];
        first = std::min(first, lane.spans.begin_ns[i]);
      }
    }
    std::vector<std::pair<std::int64_t, TaskId>> order;
    for (const Group& group : built_.groups) {
      if (!group.commuting) continue;
      const auto first = built_.members.begin() + static_cast<std::ptrdiff_t>(group.first_member);
      order.clear();
      for (std::uint32_t i = 0; i < group.member_count; ++i) {
        const TaskId task = first[static_cast<std::ptrdiff_t>(i)];
        order.emplace_back(begin_ns[task.value()], task);
      }
      if (std::is_sorted(order.begin(), order.end())) continue;
      std::sort(order.begin(), order.end());
      std::transform(order.begin(), order.end(), first, [](const auto& entry) { return entry.second; });
    }
  }

  /// Later groups wait for all members except reads on a node other than the handle's owner.
  void find_holders() {
    built_.holds_up.assign(built_.members.size(), true);
    built_.access_holds_up.assign(built_.access_group.size(), true);
    for (Group& group : built_.groups) group.holding_count = group.member_count;
    if (trace_.nodes.size() < 2) return;
    std::vector<NodeId> node = first_nodes(trace_);
    // A task that has migrated keeps its accesses at home.
    for_each_migrated(trace_, [&node](TaskId task, NodeId home) { node[task.value()] = home; });
    const auto is_remote = [&](TaskId task, const Group& group) {
      const NodeId own = node[task.value()];
      return !mode_of(trace_, group.mode).modifies && !own.is_none() &&
             own != trace_.handles.owner[group.handle.value()];
    };
    for (Group& group : built_.groups) {
      for (std::uint32_t i = group.first_member; i < group.first_member + group.member_count; ++i) {
        if (!is_remote(built_.members[i], group)) continue;
        built_.holds_up[i] = false;
        --group.holding_count;
      }
    }
    for (std::size_t task = 0; task < trace_.tasks.size(); ++task) {
      for (std::uint64_t i = trace_.accesses.first[task]; i < trace_.accesses.first[task + 1]; ++i) {
        const std::uint32_t group = built_.access_group[i];
        if (group != Group::none && is_remote(TaskId(task), built_.groups[group]))
          built_.access_holds_up[i] = false;
      }
    }
  }

  void link_groups() {
    std::uint32_t last_holding = Group::none;
    for (std::uint32_t g = 0; g < built_.groups.size(); ++g) {
      if (g > 0 && built_.groups[g].handle != built_.groups[g - 1].handle) last_holding = Group::none;
      built_.groups[g].previous = last_holding;
      if (built_.groups[g].holding_count > 0) last_holding = g;
    }
  }

  const Trace& trace_;
  TaskGroups& built_;
};

}  // namespace

TaskGroups build_sorted_groups(const Trace& trace) {
  return GroupBuilder(trace).build();
}

TaskGroups build_task_groups(const Trace& trace) {
  if (auto ordered = build_ordered_groups(trace)) return std::move(*ordered);
  return build_sorted_groups(trace);
}

void finish_groups(const Trace& trace, TaskGroups& groups) {
  GroupFinisher(trace, groups).finish();
}

std::vector<NodeId> first_nodes(const Trace& trace) {
  std::vector<NodeId> nodes(trace.tasks.size());
  std::vector<std::int64_t> begin_ns(nodes.size(), std::numeric_limits<std::int64_t>::max());
  for (const Lane& lane : trace.lanes) {
    for (std::size_t i = 0; i < lane.spans.size(); ++i) {
      if (lane.spans.kind[i] != SpanKind::run || lane.spans.task[i].is_none()) continue;
      const std::size_t task = lane.spans.task[i].value();
      if (lane.spans.begin_ns[i] >= begin_ns[task]) continue;
      begin_ns[task] = lane.spans.begin_ns[i];
      nodes[task] = trace.workers[lane.worker.value()].node;
    }
  }
  return nodes;
}

}  // namespace gusset::traces
