#include "folded_graph.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "gusset/base/numbers.hpp"
#include "gusset/traces/model/names.hpp"
#include "gusset/traces/model/task_name.hpp"

namespace gusset::traces {

FoldedGraph::FoldedGraph(const DrawnGraph& graph, const FoldTree& tree, const std::vector<bool>& open)
    : graph_(graph), tree_(tree), groups_(static_cast<Id>(tree.groups.size())) {
  is_open_.resize(groups_, false);
  closed_.resize(groups_, none);
  for (Id g = 0; g < groups_; ++g) {
    const Id parent = tree.groups[g].parent;
    const bool is_visible = g == 0 || is_open_[parent];
    is_open_[g] = is_visible && (g == 0 || (g < open.size() && open[g]));
    if (!is_open_[g]) closed_[g] = is_visible ? g : closed_[parent];
  }
  inner_edges_.resize(groups_, 0);
  junction_parent_.resize(graph.nodes.size(), none);
  collect_lines();
}

FoldedGraph::Id FoldedGraph::shown(std::uint32_t node) const {
  if (graph_.nodes[node].kind == DrawnGraph::Kind::junction)
    return junction_parent_[node] == none ? none : groups_ + node;
  const Id closed = closed_[tree_.group_of[node]];
  return closed == none ? groups_ + node : closed;
}

FoldedGraph::Id FoldedGraph::parent(Id id) const {
  if (is_group(id)) return tree_.groups[id].parent;
  return is_junction(id) ? junction_parent_[node(id)] : tree_.group_of[node(id)];
}

std::uint32_t FoldedGraph::depth(Id id) const {
  return is_group(id) ? tree_.groups[id].depth : tree_.groups[parent(id)].depth + 1;
}

std::tuple<FoldedGraph::Id, FoldedGraph::Id, FoldedGraph::Id> FoldedGraph::common(Id a, Id b) const {
  while (depth(a) > depth(b)) a = parent(a);
  while (depth(b) > depth(a)) b = parent(b);
  while (parent(a) != parent(b)) {
    a = parent(a);
    b = parent(b);
  }
  return {parent(a), a, b};
}

std::vector<std::vector<FoldedGraph::Id>> FoldedGraph::children() const {
  std::vector<std::vector<Id>> children(groups_);
  for (Id g = 0; g < groups_; ++g) {
    if (!is_open_[g]) continue;
    const FoldTree::Group& group = tree_.groups[g];
    for (const Id inner : group.groups) children[g].push_back(inner);
    if (!group.groups.empty()) continue;
    for (std::uint32_t i = 0; i < group.node_count; ++i)
      children[g].push_back(groups_ + tree_.nodes[group.first_node + i]);
  }
  for (std::uint32_t node = 0; node < junction_parent_.size(); ++node) {
    if (junction_parent_[node] != none) children[junction_parent_[node]].push_back(groups_ + node);
  }
  return children;
}

void FoldedGraph::add_line(Id from, Id to, DrawnGraph::EdgeKind kind, std::uint64_t count) {
  if (from == to) {
    inner_edges_[from] += count;  // a group: no node has an edge to itself
  } else {
    lines_.push_back({from, to, kind, count});
  }
}

void FoldedGraph::collect_lines() {
  std::vector<std::vector<std::uint32_t>> before(graph_.nodes.size() - tree_.nodes.size());
  std::vector<std::vector<std::uint32_t>> after(before.size());
  std::vector<std::uint32_t> junction_number(graph_.nodes.size(), none);
  std::vector<std::uint32_t> junctions;
  for (std::uint32_t node = 0; node < graph_.nodes.size(); ++node) {
    if (graph_.nodes[node].kind != DrawnGraph::Kind::junction) continue;
    junction_number[node] = static_cast<std::uint32_t>(junctions.size());
    junctions.push_back(node);
  }
  for (std::size_t i = 0; i < graph_.edges.size(); ++i) {
    const LayoutGraph::Edge& edge = graph_.edges[i];
    if (junction_number[edge.to] != none) {
      before[junction_number[edge.to]].push_back(edge.from);
    } else if (junction_number[edge.from] != none) {
      after[junction_number[edge.from]].push_back(edge.to);
    } else {
      const Id from = shown(edge.from);
      const Id to = shown(edge.to);
      if (from != to || is_group(from)) add_line(from, to, graph_.edge_kinds[i], 1);
    }
  }
  for (std::size_t i = 0; i < junctions.size(); ++i) join(junctions[i], before[i], after[i]);
  merge_lines();
}

/// Returns the group that contains all nodes, or none if they are in several groups.
FoldedGraph::Id FoldedGraph::only_group(const std::vector<std::uint32_t>& nodes) const {
  Id group = none;
  for (const std::uint32_t node : nodes) {
    if (group != none && tree_.group_of[node] != group) return none;
    group = tree_.group_of[node];
  }
  return group;
}

/// Adds a junction's lines. The junction belongs to the open group that contains all tasks after it, or all
/// tasks before it, so the layout there does not depend on which other groups are open. Without such a group,
/// lines lead from every predecessor to every successor; if these are too many, the junction belongs to the
/// innermost open group around all of them.
void FoldedGraph::join(std::uint32_t junction, const std::vector<std::uint32_t>& before,
                       const std::vector<std::uint32_t>& after) {
  const auto counted = [this](const std::vector<std::uint32_t>& nodes) {
    std::map<Id, std::uint64_t> counts;  // number of nodes by what shows them
    for (const std::uint32_t node : nodes) ++counts[shown(node)];
    return counts;
  };
  const auto from = counted(before);
  const auto to = counted(after);
  Id holder = only_group(after);
  if (holder == none) holder = only_group(before);
  if (holder != none && !is_open_[holder]) holder = none;
  constexpr std::size_t max_lines = 4096;  // beyond this, a junction among the groups is clearer
  if (holder == none && from.size() * to.size() > max_lines) {
    for (const auto* side : {&from, &to}) {
      for (const auto& [id, count] : *side) holder = holder == none ? parent(id) : common_group(holder, id);
    }
  }
  if (holder == none) {
    for (const auto& [a, a_count] : from) {
      for (const auto& [b, b_count] : to) add_line(a, b, DrawnGraph::EdgeKind::waits, a_count * b_count);
    }
    return;
  }
  junction_parent_[junction] = holder;
  for (const auto& [id, count] : from) add_line(id, groups_ + junction, DrawnGraph::EdgeKind::waits, count);
  for (const auto& [id, count] : to) add_line(groups_ + junction, id, DrawnGraph::EdgeKind::waits, count);
}

/// Returns the innermost open group that contains `id` and is `group` or contains it.
FoldedGraph::Id FoldedGraph::common_group(Id group, Id id) const {
  Id other = parent(id);
  while (group != other) {
    if (tree_.groups[group].depth >= tree_.groups[other].depth) {
      group = tree_.groups[group].parent;
    } else {
      other = tree_.groups[other].parent;
    }
  }
  return group;
}

void FoldedGraph::merge_lines() {
  std::sort(lines_.begin(), lines_.end(),
            [](const Line& a, const Line& b) { return std::pair(a.from, a.to) < std::pair(b.from, b.to); });
  std::vector<Line> merged;
  for (const Line& line : lines_) {
    if (!merged.empty() && merged.back().from == line.from && merged.back().to == line.to) {
      merged.back().count += line.count;
      merged.back().kind = std::min(merged.back().kind, line.kind);
    } else {
      merged.push_back(line);
    }
  }
  lines_ = std::move(merged);
}

std::string box_label(const FoldedGraph& folded, const Trace& trace, FoldedGraph::Id id) {
  if (folded.is_group(id)) return folded.tree().groups[id].name;
  const DrawnGraph::Node& node = folded.drawn(id);
  if (node.kind == DrawnGraph::Kind::task) return task_name(trace, node.task);
  if (node.kind == DrawnGraph::Kind::junction) return {};
  return handle_name(trace, node.handle) + " v" + std::to_string(node.version);
}

std::string amount_text(const FoldTree::Group& group) {
  std::string text;
  if (group.tasks > 0) text = count_text(group.tasks, "task");
  if (group.versions > 0) text += (text.empty() ? "" : ", ") + count_text(group.versions, "version");
  if (group.busy_ns > 0) text += " · " + duration_text_ns(group.busy_ns);
  return text;
}

}  // namespace gusset::traces
