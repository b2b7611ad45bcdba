#include "gusset/traces/picture/graph/drawn_graph.hpp"

#include <algorithm>
#include <numeric>
#include <span>
#include <tuple>
#include <utility>

#include "graph_layers.hpp"

namespace gusset::traces {
namespace {

using Edge = LayoutGraph::Edge;
using EdgeKind = DrawnGraph::EdgeKind;

using layered::was_cancelled;

DrawnGraph only_tasks(const Trace& trace) {
  DrawnGraph drawn;
  drawn.nodes.resize(trace.tasks.size());
  for (std::size_t i = 0; i < drawn.nodes.size(); ++i) drawn.nodes[i].task = TaskId(i);
  return drawn;
}

std::uint32_t add_node(DrawnGraph& drawn, DrawnGraph::Kind kind, HandleId handle, std::uint32_t version) {
  drawn.nodes.push_back({kind, TaskId(), handle, version});
  return static_cast<std::uint32_t>(drawn.nodes.size() - 1);
}

void add_edge(DrawnGraph& drawn, std::uint32_t from, std::uint32_t to, EdgeKind kind = EdgeKind::waits) {
  drawn.edges.push_back({from, to});
  drawn.edge_kinds.push_back(kind);
}

void add_set(DrawnGraph& drawn, std::span<const TaskId> members) {
  std::vector<std::uint32_t> set;
  for (const TaskId member : members) set.push_back(member.value());
  std::sort(set.begin(), set.end());
  drawn.commuting.push_back(std::move(set));
}

void keep_edges(DrawnGraph& drawn, const std::vector<std::uint32_t>& kept) {
  std::vector<Edge> edges;
  std::vector<EdgeKind> kinds;
  for (const std::uint32_t i : kept) {
    edges.push_back(drawn.edges[i]);
    kinds.push_back(drawn.edge_kinds[i]);
  }
  drawn.edges = std::move(edges);
  drawn.edge_kinds = std::move(kinds);
}

/// Sorts edges by pair and keeps one edge per pair, the one with the first kind.
void sort_and_deduplicate(DrawnGraph& drawn) {
  std::vector<std::uint32_t> order(drawn.edges.size());
  std::iota(order.begin(), order.end(), 0U);
  const auto key = [&](std::uint32_t i) {
    return std::tuple(drawn.edges[i].from, drawn.edges[i].to, drawn.edge_kinds[i]);
  };
  std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) { return key(a) < key(b); });
  order.erase(std::unique(order.begin(), order.end(),
                          [&](std::uint32_t a, std::uint32_t b) { return drawn.edges[a] == drawn.edges[b]; }),
              order.end());
  keep_edges(drawn, order);
}

void reduce(DrawnGraph& drawn, const std::atomic<bool>* cancelled) {
  const std::vector<bool> implied = implied_edges(drawn.nodes.size(), drawn.edges, cancelled);
  std::vector<std::uint32_t> kept;
  for (std::uint32_t i = 0; i < implied.size(); ++i) {
    // Who created a task does not follow from other edges.
    if (!implied[i] || drawn.edge_kinds[i] == EdgeKind::creates) kept.push_back(i);
  }
  keep_edges(drawn, kept);
  drawn.is_reduced = true;
}

/// Computes depths in tasks; other nodes on the way do not count.
void find_depths(DrawnGraph& drawn) {
  const std::vector<bool> closing = layered::cycle_closing_edges(drawn.nodes.size(), drawn.edges);
  drawn.has_cycle = std::find(closing.begin(), closing.end(), true) != closing.end();
  const std::vector<std::uint32_t> steps = layered::depths(drawn.nodes.size(), drawn.edges, closing);
  std::vector<std::uint32_t> order(drawn.edges.size());
  std::iota(order.begin(), order.end(), 0U);
  const auto from = [&](std::uint32_t i) { return closing[i] ? drawn.edges[i].to : drawn.edges[i].from; };
  std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
    return std::pair(steps[from(a)], a) < std::pair(steps[from(b)], b);
  });
  drawn.depth.assign(drawn.nodes.size(), 0);
  for (const std::uint32_t i : order) {
    const std::uint32_t before = from(i);
    const std::uint32_t after = closing[i] ? drawn.edges[i].from : drawn.edges[i].to;
    const std::uint32_t step = drawn.nodes[before].kind == DrawnGraph::Kind::task ? 1 : 0;
    drawn.depth[after] = std::max(drawn.depth[after], drawn.depth[before] + step);
  }
}

void add_explicit_dependencies(const Trace& trace, const TaskGraph& graph, DrawnGraph& drawn) {
  for (std::size_t task = 0; task < trace.tasks.size(); ++task) {
    for (const TaskId before : graph.explicit_predecessors(TaskId(task)))
      add_edge(drawn, before.value(), static_cast<std::uint32_t>(task));
  }
}

/// For each task: whether it creates no others and has no edges yet.
std::vector<bool> leaves(const Trace& trace, const DrawnGraph& drawn) {
  std::vector<bool> is_leaf(trace.tasks.size(), true);
  for (const TaskId creator : trace.tasks.parent) {
    if (!creator.is_none()) is_leaf[creator.value()] = false;
  }
  for (const Edge& edge : drawn.edges) {
    for (const std::uint32_t end : {edge.from, edge.to}) {
      if (end < is_leaf.size()) is_leaf[end] = false;
    }
  }
  return is_leaf;
}

/// Adds an edge from each task to those that it creates. Returns the tasks without one, which the drawing
/// shows in rows: those of creators with many leaves, which side by side would be too wide.
std::vector<std::uint32_t> add_creations(const Trace& trace, DrawnGraph& drawn) {
  if (!trace.recorded.fork_join || !trace.recorded.parents) return {};
  const std::vector<TaskId>& creator = trace.tasks.parent;
  const std::vector<bool> is_leaf = leaves(trace, drawn);
  std::vector<std::uint32_t> leaves_of(trace.tasks.size(), 0);  // per creator
  for (std::uint32_t task = 0; task < creator.size(); ++task) {
    if (is_leaf[task] && !creator[task].is_none()) ++leaves_of[creator[task].value()];
  }
  std::vector<std::uint32_t> alone;
  for (std::uint32_t task = 0; task < creator.size(); ++task) {
    if (creator[task].is_none()) continue;
    if (is_leaf[task] && leaves_of[creator[task].value()] > max_drawn_leaves) {
      alone.push_back(task);
    } else {
      add_edge(drawn, creator[task].value(), task, EdgeKind::creates);
    }
  }
  return alone;
}

/// The depths of tasks whose creation is not drawn.
void add_depths(const Trace& trace, const std::vector<std::uint32_t>& alone, DrawnGraph& drawn) {
  for (const std::uint32_t task : alone)
    drawn.depth[task] = drawn.depth[trace.tasks.parent[task].value()] + 1;
}

/// The last steps of both drawings. Returns whether they were not cancelled.
bool finish(const Trace& trace, const TaskGraph& graph, DrawnGraph& drawn,
            const std::atomic<bool>* cancelled) {
  add_explicit_dependencies(trace, graph, drawn);
  const std::vector<std::uint32_t> alone = add_creations(trace, drawn);
  drawn.undrawn_creations = alone.size();
  sort_and_deduplicate(drawn);
  if (was_cancelled(cancelled)) return false;
  find_depths(drawn);
  add_depths(trace, alone, drawn);
  return true;
}

}  // namespace

std::optional<DrawnGraph> draw_tasks(const Trace& trace, const TaskGraph& graph,
                                     const std::atomic<bool>* cancelled) {
  DrawnGraph drawn = only_tasks(trace);
  for (const TaskGraph::Group& group : graph.groups()) {
    const auto members = graph.members_of(group);
    if (group.commuting && members.size() > 1) add_set(drawn, members);
    if (group.previous == TaskGraph::Group::none) continue;
    const TaskGraph::Group& previous = graph.groups()[group.previous];
    std::vector<std::uint32_t> before;
    for (std::uint32_t i = 0; i < previous.member_count; ++i) {
      if (graph.holds_up(previous.first_member + i))
        before.push_back(graph.members()[previous.first_member + i].value());
    }
    const std::size_t pairs = before.size() * members.size();
    if (pairs <= 2 * (before.size() + members.size())) {
      for (const std::uint32_t from : before) {
        for (const TaskId to : members) add_edge(drawn, from, to.value());
      }
    } else {
      const std::uint32_t junction = add_node(drawn, DrawnGraph::Kind::junction, group.handle, group.version);
      for (const std::uint32_t from : before) add_edge(drawn, from, junction);
      for (const TaskId to : members) add_edge(drawn, junction, to.value());
    }
  }
  if (!finish(trace, graph, drawn, cancelled)) return std::nullopt;
  if (!drawn.has_cycle && trace.tasks.size() <= max_reduced) reduce(drawn, cancelled);
  if (was_cancelled(cancelled)) return std::nullopt;
  return drawn;
}

std::optional<DrawnGraph> draw_versions(const Trace& trace, const TaskGraph& graph,
                                        const std::atomic<bool>* cancelled) {
  DrawnGraph drawn = only_tasks(trace);
  const auto& groups = graph.groups();
  std::uint32_t awaited = 0;  // box of the group's version
  for (std::size_t g = 0; g < groups.size(); ++g) {
    const TaskGraph::Group& group = groups[g];
    const auto is_version_of = [&](std::size_t other, std::uint32_t version) {
      return groups[other].handle == group.handle && groups[other].version == version;
    };
    // Groups of one handle that await the same version (readers in both) share its box.
    const bool is_new =
        g == 0 || groups[g - 1].handle != group.handle || drawn.nodes[awaited].version != group.version;
    if (is_new) awaited = add_node(drawn, DrawnGraph::Kind::version, group.handle, group.version);
    const bool has_next_group = g + 1 < groups.size() && groups[g + 1].handle == group.handle;
    const bool modifies = trace.access_modes[group.mode.value()].modifies;
    const auto members = graph.members_of(group);
    // In a trace that follows the model, the next accesses await the version that these produce.
    const auto left = has_next_group ? groups[g + 1].version
                                     : static_cast<std::uint32_t>(group.version + group.member_count);
    const bool has_next =
        (has_next_group && !is_version_of(g + 1, group.version)) || (!has_next_group && modifies);
    const std::uint32_t from = awaited;
    std::uint32_t next = from;
    if (has_next) next = awaited = add_node(drawn, DrawnGraph::Kind::version, group.handle, left);
    for (std::size_t i = 0; i < members.size(); ++i) {
      const std::uint32_t task = members[i].value();
      add_edge(drawn, from, task);
      if (!has_next) continue;
      if (modifies) {
        add_edge(drawn, task, next);
      } else if (graph.holds_up(group.first_member + i)) {
        add_edge(drawn, task, next, EdgeKind::only_waits);
      }
    }
    if (group.commuting && members.size() > 1) add_set(drawn, members);
  }
  if (!finish(trace, graph, drawn, cancelled)) return std::nullopt;
  return drawn;
}

}  // namespace gusset::traces
