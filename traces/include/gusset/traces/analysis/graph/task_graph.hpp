#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "gusset/traces/model/trace.hpp"

namespace gusset::traces {

class Strands;

/// The bipartite graph task – (handle, version group) – task, linear in accesses [SuperGlue's versions]. A
/// group is a maximal run of accesses to one handle that wait for the same version: reads together, adds
/// together, a write alone. Recorded explicit dependencies are additional edges between tasks (imported
/// traces may have nothing else).
///
/// - A task counts once per handle. The strongest of its accesses to a handle counts (write before add before
///   read). If their modes differ, the task forms a group of one, like a write. So no task waits for itself.
/// - Reads on a node other than the handle's owner delay no one, because a message carried their version
///   away. A task's node is the node of its first run span; a task that never ran counts as local. Likewise,
///   tasks that exclude each other but modify nothing commute only within one node, because each node has a
///   replica. A group waits for the nearest earlier group with a member that delays others.
/// - Groups are in order of version. Versions may wrap at 2^32, because neighbours in order of submission
///   have close versions.
///
/// Immutable once built; any number of threads may query it. Expects a trace that `validate` accepts. Task
/// ids out of range have no neighbours.
class TaskGraph {
 public:
  struct Group {
    HandleId handle;
    AccessModeId mode;
    std::uint32_t version = 0;
    std::uint32_t first_member = 0;  ///< index into members()
    std::uint32_t member_count = 0;
    std::uint32_t previous = none;    ///< the group that this group waits for, or none
    std::uint32_t holding_count = 0;  ///< number of members that later groups wait for: all but remote reads
    /// Several tasks that run in any order, one at a time. The members are in order of execution.
    bool commuting = false;
    static constexpr std::uint32_t none = ~std::uint32_t{0};
  };
  struct Edge {
    TaskId before;
    TaskId after;
    HandleId handle;         ///< none for explicit dependencies
    bool commuting = false;  ///< the tasks commute but exclude each other; drawn dashed and undirected
    friend bool operator==(const Edge&, const Edge&) = default;
  };

  /// Builds an empty graph if neither accesses, dependencies nor synchronisation were recorded (see `known`).
  explicit TaskGraph(const Trace& trace);

  bool known() const { return known_; }
  /// The strands of a fork-join program, which are ordered more strictly than its tasks; null for other
  /// programs. The first call finds them, so the trace must outlive this object and all copies of it.
  const Strands* strands() const;
  std::size_t tasks() const { return task_count_; }

  /// All groups, by handle, then in order of version.
  const std::vector<Group>& groups() const { return groups_; }
  /// The tasks of all groups. Members of a commuting group are in order of start time (of submission if they
  /// never ran), other members in order of submission.
  const std::vector<TaskId>& members() const { return members_; }
  std::span<const TaskId> members_of(const Group& group) const {
    return {members_.data() + group.first_member, group.member_count};
  }
  /// Whether later groups wait for members()[member].
  bool holds_up(std::uint64_t member) const { return holds_up_[member]; }

  /// Direct predecessors and successors of one task, ascending, without duplicates.
  std::vector<TaskId> predecessors(TaskId task) const;
  std::vector<TaskId> successors(TaskId task) const;

  /// All edges without duplicates: directed edges first, each part sorted by (before, after). For drawings of
  /// small graphs only. A pair of tasks has at most one edge, however many handles it shares. A commuting
  /// group of k tasks gets k − 1 dashed edges in order of execution (except between pairs with a directed
  /// edge). Its predecessors lead to its first task, and its last task leads on, so the group reads as one
  /// link of its handle's chain. Directed edges that a shared handle chain implies are left out.
  std::vector<Edge> edges() const;

  /// The tasks with predecessors first: in order of submission if that order qualifies. Returns nothing if
  /// dependencies are cyclic.
  std::optional<std::vector<TaskId>> topological_order() const;
  /// Tasks that can never run, because they are in a cycle or wait for one. Ascending.
  std::vector<TaskId> blocked_tasks() const;

  /// The group of each access of `task`, in order of its accesses; Group::none for an access without a
  /// handle.
  std::vector<std::uint32_t> groups_of(TaskId task) const;
  /// The same groups without a copy. A group appears twice if the task accesses a handle twice.
  std::span<const std::uint32_t> group_span(TaskId task) const;
  /// Whether later groups of the handle wait for access number `index` of `task`.
  bool access_holds_up(TaskId task, std::size_t index) const {
    return access_holds_up_[access_first_[task.value()] + index];
  }
  /// The tasks that `task` waits for through explicit dependencies, in recorded order.
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
  std::vector<std::uint64_t> access_first_;  ///< tasks + 1 entries, or empty
  std::vector<std::uint32_t> access_group_;
  std::vector<bool> access_holds_up_;
  std::vector<std::uint64_t> before_first_;  ///< explicit dependencies; tasks + 1 entries, or empty
  std::vector<TaskId> before_;
  std::vector<std::uint64_t> after_first_;
  std::vector<TaskId> after_;
  struct LazyStrands;
  std::shared_ptr<LazyStrands> strands_;  ///< null if the program has none
};

}  // namespace gusset::traces
