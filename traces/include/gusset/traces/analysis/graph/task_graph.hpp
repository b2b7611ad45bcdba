#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "gusset/traces/model/trace.hpp"

namespace gusset::traces {

/// The bipartite graph task – (handle, version group) – task, linear in accesses [SuperGlue's versions]. A
/// group is a maximal run of accesses to one handle that wait for the same version: reads together, adds
/// together, a write alone. Explicit dependencies, where recorded, join tasks besides (imports have nothing
/// else).
///
/// - A task counts once per handle: of several accesses the strongest stays (write before add before read),
/// and where their modes
///   differ the task stands alone like a write. So no task waits for itself.
/// - Reads on a node other than the handle's owner hold up nobody: a message carried their version away. A
///   task's node is that of its first run span; one that never ran counts as local. Likewise, tasks that
///   exclude each other but change nothing commute on one node only: each has a replica. A group waits for
///   the nearest earlier group that holds up anybody.
/// - Groups are in order of version; versions may wrap at 2^32, as neighbours in order of submission are then
/// close.
///
/// Immutable once built, so any number of threads may ask it. Expects a trace that `validate` accepts; task
/// ids out of range have no neighbours.
class TaskGraph {
 public:
  struct Group {
    HandleId handle;
    AccessModeId mode;
    std::uint32_t version = 0;
    std::uint32_t first_member = 0;  ///< into members()
    std::uint32_t member_count = 0;
    std::uint32_t previous = none;    ///< the group it waits for, or none
    std::uint32_t holding_count = 0;  ///< members that later groups wait for: all but remote reads
    bool commuting =
        false;  ///< several tasks in any order, but not at once; its members are in order of execution
    static constexpr std::uint32_t none = ~std::uint32_t{0};
  };
  struct Edge {
    TaskId before;
    TaskId after;
    HandleId handle;         ///< none for explicit dependencies
    bool commuting = false;  ///< both only commute: any order, but not at once; drawn dashed and undirected
    friend bool operator==(const Edge&, const Edge&) = default;
  };

  /// Empty graph where neither accesses nor dependencies were recorded (see `known`).
  explicit TaskGraph(const Trace& trace);

  bool known() const { return known_; }
  std::size_t tasks() const { return task_count_; }

  /// All groups, handle by handle and in order of version.
  const std::vector<Group>& groups() const { return groups_; }
  /// Tasks of all groups: those of a commuting group by begin (of submission where they never ran), of others
  /// by submission.
  const std::vector<TaskId>& members() const { return members_; }
  std::span<const TaskId> members_of(const Group& group) const {
    return {members_.data() + group.first_member, group.member_count};
  }
  /// Whether later groups wait for members()[member].
  bool holds_up(std::uint64_t member) const { return holds_up_[member]; }

  /// Direct predecessors and successors of one task, ascending, without duplicates.
  std::vector<TaskId> predecessors(TaskId task) const;
  std::vector<TaskId> successors(TaskId task) const;

  /// All edges, materialised and free of duplicates, directed ones first, each part by (before, after): for
  /// drawings of small graphs only. One edge per pair of tasks, whatever they share. A commuting group of k
  /// tasks gets k − 1 dashed edges in order of execution (but for pairs that a directed edge joins); what
  /// came before leads to its first task, and its last one leads on, so that the group reads as one link of
  /// its handle's chain. Among directed edges those implied by a shared handle chain are not added.
  std::vector<Edge> edges() const;

  /// Tasks in an order where predecessors come first: that of submission, where it is one. Nothing where
  /// dependencies are cyclic.
  std::optional<std::vector<TaskId>> topological_order() const;
  /// Tasks that can never run, as they wait for a cycle or are in one; ascending.
  std::vector<TaskId> blocked_tasks() const;

  /// Groups that each access of `task` belongs to, in the order of its accesses; Group::none for an access
  /// without a handle.
  std::vector<std::uint32_t> groups_of(TaskId task) const;
  /// The same, without a copy. A group appears twice where the task names a handle twice.
  std::span<const std::uint32_t> group_span(TaskId task) const;
  /// Whether later groups of the handle wait for the `index`-th access of `task`.
  bool access_holds_up(TaskId task, std::size_t index) const {
    return access_holds_up_[access_first_[task.value()] + index];
  }
  /// Explicit dependencies only: tasks that `task` waits for, in the order recorded.
  std::span<const TaskId> explicit_predecessors(TaskId task) const;

 private:
  void build_groups(const Trace& trace);
  void build_dependencies(const Trace& trace);
  bool submitted_in_order() const;
  /// All tasks that can run, predecessors first.
  std::vector<TaskId> order_of_possible() const;
  /// Calls visit(group) for each group that waits for group number `group`.
  template <class Visit>
  void for_each_next(std::uint32_t group, Visit visit) const;

  bool known_ = false;
  std::size_t task_count_ = 0;
  std::vector<Group> groups_;
  std::vector<TaskId> members_;
  std::vector<bool> holds_up_;
  std::vector<std::uint64_t> access_first_;  ///< tasks + 1 entries, or none
  std::vector<std::uint32_t> access_group_;
  std::vector<bool> access_holds_up_;
  std::vector<std::uint64_t> before_first_;  ///< explicit dependencies; tasks + 1 entries, or none
  std::vector<TaskId> before_;
  std::vector<std::uint64_t> after_first_;
  std::vector<TaskId> after_;
};

}  // namespace gusset::traces
