#include "task_groups.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace gusset::traces {
namespace {

struct FirstRun {
  std::int64_t begin_ns = std::numeric_limits<std::int64_t>::max();  ///< so that what never ran comes last
  NodeId node;
};

std::vector<FirstRun> first_runs(const Trace& trace) {
  std::vector<FirstRun> first(trace.tasks.size());
  for (const Lane& lane : trace.lanes) {
    const NodeId node = trace.workers[lane.worker.value()].node;
    for (std::size_t i = 0; i < lane.spans.size(); ++i) {
      if (lane.spans.kind[i] != SpanKind::run || lane.spans.task[i].is_none()) continue;
      FirstRun& run = first[lane.spans.task[i].value()];
      if (lane.spans.begin_ns[i] < run.begin_ns) run = {lane.spans.begin_ns[i], node};
    }
  }
  return first;
}

/// All accesses of one task to one handle, as the one that counts.
struct GroupEntry {
  std::int64_t version = 0;  ///< unwrapped: comparable along the handle
  std::uint64_t access = 0;  ///< the strongest
  std::uint64_t first = 0;   ///< into the accesses sorted by handle
  std::uint64_t last = 0;    ///< past the end
  TaskId task;
  bool alone = false;  ///< of differing modes
};

class GroupBuilder {
 public:
  explicit GroupBuilder(const Trace& trace) : trace_(trace), first_run_(first_runs(trace)) {
    built_.access_group.assign(trace.accesses.items.size(), Group::none);
    built_.access_holds_up.assign(trace.accesses.items.size(), false);
  }

  TaskGroups build() {
    sort_by_handle();
    for (std::size_t handle = 0; handle < trace_.handles.size(); ++handle) {
      collect_entries(handle);
      cut_groups(HandleId(handle));
    }
    return std::move(built_);
  }

 private:
  using Group = TaskGraph::Group;

  const AccessMode& mode(std::uint64_t access) const {
    static const AccessMode unknown{"", false, true, true};  // the safe guess: alone, in order
    const AccessModeId id = trace_.accesses.items[access].mode;
    return id.value() < trace_.access_modes.size() ? trace_.access_modes[id.value()] : unknown;
  }

  bool has_handle(const Access& access) const { return access.handle.value() < trace_.handles.size(); }

  /// Counting sort; stable, so along each handle the accesses stay in order of submission.
  void sort_by_handle() {
    const std::vector<Access>& items = trace_.accesses.items;
    handle_first_.assign(trace_.handles.size() + 1, 0);
    for (const Access& access : items) {
      if (has_handle(access)) ++handle_first_[access.handle.value() + 1];
    }
    for (std::size_t i = 1; i < handle_first_.size(); ++i) handle_first_[i] += handle_first_[i - 1];
    sorted_.resize(handle_first_.back());
    task_.resize(handle_first_.back());
    built_.members.reserve(sorted_.size());
    std::vector<std::uint64_t> next(handle_first_.begin(), handle_first_.end() - 1);
    for (std::size_t task = 0; task < trace_.tasks.size(); ++task) {
      for (std::uint64_t i = trace_.accesses.first[task]; i < trace_.accesses.first[task + 1]; ++i) {
        if (!has_handle(items[i])) continue;
        const std::uint64_t place = next[items[i].handle.value()]++;
        sorted_[place] = i;
        task_[place] = TaskId(task);
      }
    }
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
    std::uint64_t i = handle_first_[handle];
    while (i < handle_first_[handle + 1]) {
      GroupEntry entry;
      entry.first = i;
      entry.access = sorted_[i];
      entry.task = task_[i];
      for (++i; i < handle_first_[handle + 1] && task_[i] == entry.task; ++i) {
        if (trace_.accesses.items[sorted_[i]].mode != trace_.accesses.items[entry.access].mode) {
          entry.alone = true;
        }
        if (strength(sorted_[i]) > strength(entry.access)) entry.access = sorted_[i];
      }
      entry.last = i;
      const std::uint32_t version = trace_.accesses.items[entry.access].version;
      // A difference of neighbours is right whether or not the counter wrapped between them.
      const auto step = entries_.empty() ? std::int32_t{0} : static_cast<std::int32_t>(version - before);
      in_order = in_order && step >= 0;
      unwrapped += step;
      before = version;
      entry.version = unwrapped;
      entries_.push_back(entry);
    }
    if (in_order) return;  // always, where a single thread submitted
    std::stable_sort(entries_.begin(), entries_.end(),
                     [](const GroupEntry& a, const GroupEntry& b) { return a.version < b.version; });
  }

  bool joins(const GroupEntry& previous, const GroupEntry& next) const {
    return !previous.alone && !next.alone && previous.version == next.version &&
           trace_.accesses.items[previous.access].mode == trace_.accesses.items[next.access].mode &&
           mode(next.access).commutes;
  }

  bool is_remote(const GroupEntry& entry, HandleId handle) const {
    const NodeId owner = trace_.handles.owner[handle.value()];
    const NodeId node = first_run_[entry.task.value()].node;
    return !owner.is_none() && !node.is_none() && node != owner;
  }

  void cut_groups(HandleId handle) {
    std::uint32_t last_holding = Group::none;
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
      group.previous = last_holding;
      const AccessMode& how = mode(entries_[first].access);
      group.commuting = group.member_count > 1 && how.commutes && how.exclusive &&
                        (how.modifies || are_on_one_node(first, i));
      if (group.commuting) sort_by_execution(first, i);
      for (std::size_t e = first; e < i; ++e) {
        const bool holds = how.modifies || !is_remote(entries_[e], handle);
        add_member(entries_[e], holds);
        group.holding_count += holds ? 1 : 0;
      }
      if (group.holding_count > 0) last_holding = static_cast<std::uint32_t>(built_.groups.size());
      built_.groups.push_back(group);
    }
  }

  /// Whoever leaves a handle as it is excludes those on its own node's replica only.
  bool are_on_one_node(std::size_t first, std::size_t last) const {
    const auto at = entries_.begin();
    const NodeId node = first_run_[entries_[first].task.value()].node;
    return std::all_of(at + static_cast<std::ptrdiff_t>(first), at + static_cast<std::ptrdiff_t>(last),
                       [&](const GroupEntry& e) { return first_run_[e.task.value()].node == node; });
  }

  void add_member(const GroupEntry& entry, bool holds) {
    built_.members.push_back(entry.task);
    built_.holds_up.push_back(holds);
    for (std::uint64_t a = entry.first; a < entry.last; ++a) {
      built_.access_group[sorted_[a]] = static_cast<std::uint32_t>(built_.groups.size());
      built_.access_holds_up[sorted_[a]] = holds;
    }
  }

  void sort_by_execution(std::size_t first, std::size_t last) {
    const auto key = [this](const GroupEntry& e) {
      return std::pair(first_run_[e.task.value()].begin_ns, e.task);
    };
    const auto at = entries_.begin();
    std::sort(at + static_cast<std::ptrdiff_t>(first), at + static_cast<std::ptrdiff_t>(last),
              [&](const GroupEntry& a, const GroupEntry& b) { return key(a) < key(b); });
  }

  const Trace& trace_;
  std::vector<FirstRun> first_run_;
  std::vector<std::uint64_t> handle_first_;
  std::vector<std::uint64_t> sorted_;  ///< accesses by handle
  std::vector<TaskId> task_;           ///< theirs
  std::vector<GroupEntry> entries_;    ///< of one handle
  TaskGroups built_;
};

}  // namespace

TaskGroups build_sorted_groups(const Trace& trace) {
  return GroupBuilder(trace).build();
}

TaskGroups build_task_groups(const Trace& trace) {
  if (auto ordered = build_ordered_groups(trace)) return std::move(*ordered);
  return build_sorted_groups(trace);
}

std::vector<NodeId> first_nodes(const Trace& trace) {
  std::vector<NodeId> nodes;
  for (const FirstRun& run : first_runs(trace)) nodes.push_back(run.node);
  return nodes;
}

}  // namespace gusset::traces
