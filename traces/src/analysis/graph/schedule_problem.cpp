#include "gusset/traces/analysis/graph/schedule_problem.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "gusset/base/numbers.hpp"
#include "gusset/traces/analysis/graph/dependency_cycle.hpp"
#include "gusset/traces/model/task_times.hpp"

namespace gusset::traces {
namespace {

/// Sorts pairs into one list per key. Items of a list keep their order.
template <class Pairs, class Key, class Item>
Lists lists_of(std::size_t count, const Pairs& pairs, Key key, Item item) {
  Lists lists;
  lists.first.assign(count + 1, 0);
  for (const auto& pair : pairs) ++lists.first[key(pair) + std::size_t{1}];
  for (std::size_t list = 0; list < count; ++list) lists.first[list + 1] += lists.first[list];
  lists.items.resize(pairs.size());
  std::vector<std::uint32_t> next(lists.first.begin(), lists.first.end() - 1);
  for (const auto& pair : pairs) lists.items[next[key(pair)]++] = item(pair);
  return lists;
}

std::uint32_t from_of(const GraphEdge& edge) {
  return edge.from;
}
std::uint32_t to_of(const GraphEdge& edge) {
  return edge.to;
}

/// All tasks, predecessors first. Shorter if there is a cycle.
std::vector<std::uint32_t> topological_order(const Lists& predecessors, const Lists& successors) {
  std::vector<std::uint32_t> left(predecessors.size());
  std::vector<std::uint32_t> order;
  order.reserve(left.size());
  for (std::size_t task = 0; task < left.size(); ++task) {
    left[task] = static_cast<std::uint32_t>(predecessors.of(task).size());
    if (left[task] == 0) order.push_back(static_cast<std::uint32_t>(task));
  }
  for (std::size_t done = 0; done < order.size(); ++done) {
    for (const std::uint32_t next : successors.of(order[done])) {
      if (--left[next] == 0) order.push_back(next);
    }
  }
  return order;
}

void set_groups(ScheduleProblem& problem, const std::vector<std::vector<std::uint32_t>>& groups) {
  std::vector<std::pair<std::uint32_t, std::uint32_t>> members;  // group, task
  std::uint32_t count = 0;
  for (const std::vector<std::uint32_t>& group : groups) {
    if (group.size() < 2) continue;
    for (const std::uint32_t task : group) members.emplace_back(count, task);
    ++count;
  }
  const auto group_of = [](const auto& member) { return member.first; };
  const auto task_of = [](const auto& member) { return member.second; };
  problem.groups = lists_of(count, members, group_of, task_of);
  problem.groups_of = lists_of(problem.size(), members, task_of, group_of);
}

/// A task that follows another one and excludes the rest of its group.
struct Follower {
  std::uint32_t group = 0;
  std::int64_t after_ns = 0;  // the longest path after it
  std::int64_t duration_ns = 0;
};

/// The longest path that begins with followers of one task. The followers of one group run one after the
/// other; the last path to end is shortest if the follower with the longest path after it comes first.
std::int64_t longest_one_by_one(std::vector<Follower>& followers) {
  std::ranges::sort(followers, [](const Follower& a, const Follower& b) {
    return std::pair(a.group, -a.after_ns) < std::pair(b.group, -b.after_ns);
  });
  std::int64_t longest_ns = 0;
  std::int64_t sum_ns = 0;
  for (std::size_t i = 0; i < followers.size(); ++i) {
    if (i == 0 || followers[i].group != followers[i - 1].group) sum_ns = 0;
    sum_ns += followers[i].duration_ns;
    longest_ns = std::max(longest_ns, sum_ns + followers[i].after_ns);
  }
  return longest_ns;
}

/// By handle: whether tasks of one of its groups overlapped. If so, each of them added to a separate buffer.
std::vector<bool> overlapping_handles(const Trace& trace, const TaskGraph& graph) {
  const TaskTimes times = task_times(trace);
  std::vector<bool> overlap(trace.handles.size());
  for (const TaskGraph::Group& group : graph.groups()) {
    if (!group.commuting) continue;
    std::int64_t end_ns = std::numeric_limits<std::int64_t>::min();
    for (const TaskId task : graph.members_of(group)) {  // in order of their begins
      const std::int64_t begin_ns = times.begin_ns[task.value()];
      if (begin_ns == unknown_time) continue;
      if (begin_ns < end_ns) overlap[group.handle.value()] = true;
      end_ns = std::max(end_ns, times.end_ns[task.value()]);
    }
  }
  return overlap;
}

/// The groups whose tasks exclude each other.
std::vector<std::vector<std::uint32_t>> exclusive_groups(const Trace& trace, const TaskGraph& graph) {
  const std::vector<bool> overlap = overlapping_handles(trace, graph);
  std::vector<std::vector<std::uint32_t>> groups;
  for (const TaskGraph::Group& group : graph.groups()) {
    if (!group.commuting || overlap[group.handle.value()]) continue;
    std::vector<std::uint32_t>& members = groups.emplace_back();
    for (const TaskId task : graph.members_of(group))
      members.push_back(static_cast<std::uint32_t>(task.value()));
    std::ranges::sort(members);
  }
  return groups;
}

/// Why the trace's tasks cannot be scheduled, or nothing.
std::optional<Error> refusal(const Trace& trace, const TaskGraph& graph, const std::string& name) {
  if (trace.tasks.size() == 0) return Error{name, "tasks to schedule", "none"};
  if (trace.recorded.fork_join || ran_on_openmp(trace.metadata))
    return Error{name, "tasks that run as a whole, on any worker",
                 "an OpenMP program, whose tasks wait within their bodies"};
  if (trace.nodes.size() > 1)
    return Error{name, "a run on 1 node (gusset replay --nodes 1 -o R.gus predicts one)",
                 count_text(trace.nodes.size(), "node")};
  if (trace.recorded.parents) {
    const auto subtasks = static_cast<std::uint64_t>(
        std::ranges::count_if(trace.tasks.parent, [](TaskId parent) { return !parent.is_none(); }));
    if (subtasks > 0) return Error{name, "tasks without subtasks", count_text(subtasks, "subtask")};
  }
  if (!graph.known())
    return Error{name, "recorded accesses or dependencies, which say what a schedule must respect",
                 "neither"};
  return std::nullopt;
}

}  // namespace

std::optional<ScheduleProblem> make_problem(std::vector<std::int64_t> duration_ns,
                                            std::vector<GraphEdge> edges,
                                            const std::vector<std::vector<std::uint32_t>>& groups) {
  ScheduleProblem problem;
  problem.duration_ns = std::move(duration_ns);
  const std::vector<GraphEdge> kept = without_implied(problem.size(), std::move(edges));
  problem.predecessors = lists_of(problem.size(), kept, to_of, from_of);
  problem.successors = lists_of(problem.size(), kept, from_of, to_of);
  problem.order = topological_order(problem.predecessors, problem.successors);
  if (problem.order.size() < problem.size()) return std::nullopt;
  set_groups(problem, groups);
  return problem;
}

Result<ScheduleProblem> problem_of(const Trace& trace, const TaskGraph& graph,
                                   std::vector<std::int64_t> duration_ns, const std::string& name) {
  if (std::optional<Error> refused = refusal(trace, graph, name)) return *refused;
  std::vector<GraphEdge> edges;
  for (std::uint32_t task = 0; task < trace.tasks.size(); ++task) {
    for (const TaskId before : graph.predecessors(TaskId(task)))
      edges.push_back({static_cast<std::uint32_t>(before.value()), task});
  }
  std::optional<ScheduleProblem> problem =
      make_problem(std::move(duration_ns), std::move(edges), exclusive_groups(trace, graph));
  if (!problem)
    return Error{name, "dependencies without a cycle",
                 "one that blocks " + count_text(graph.blocked_tasks().size(), "task")};
  return *std::move(problem);
}

ScheduleProblem reversed(const ScheduleProblem& problem) {
  ScheduleProblem back = problem;
  std::swap(back.predecessors, back.successors);
  std::ranges::reverse(back.order);
  return back;
}

std::vector<std::int64_t> upward_ranks(const ScheduleProblem& problem) {
  std::vector<std::int64_t> ranks(problem.size());
  std::vector<Follower> followers;
  for (std::size_t i = problem.size(); i-- > 0;) {
    const std::uint32_t task = problem.order[i];
    std::int64_t after_ns = 0;
    followers.clear();
    for (const std::uint32_t next : problem.successors.of(task)) {
      after_ns = std::max(after_ns, ranks[next]);
      for (const std::uint32_t group : problem.groups_of.of(next))
        followers.push_back({group, ranks[next] - problem.duration_ns[next], problem.duration_ns[next]});
    }
    ranks[task] = std::max(after_ns, longest_one_by_one(followers)) + problem.duration_ns[task];
  }
  return ranks;
}

}  // namespace gusset::traces
