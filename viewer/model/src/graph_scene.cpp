// Longer than most files: one pass from nodes in open and closed groups to boxes and lines, whose steps share
// its tables.
#include "gusset/viewer/model/graph_scene.hpp"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include "gusset/traces/task_name.hpp"
#include "gusset/viewer/model/time_text.hpp"

namespace gusset::viewer {
namespace {

using traces::DrawnGraph;
using traces::GraphLayout;
using traces::LayoutGraph;
using traces::LayoutSize;
using Id = std::uint32_t;  // a group by its number, a node by the groups' count and its number

constexpr Id nobody = FoldTree::none;
constexpr double box_height = 24.0;
constexpr double group_height = 42.0;
constexpr double least_box_width = 34.0;
constexpr double junction_size = 8.0;
constexpr double padding = 16.0;       // beside a box's text, and around what stands in an open group
constexpr double upward_shift = 24.0;  // apart from the edges the other way
constexpr int many_sweeps = 8;
constexpr int few_sweeps = 3;
constexpr std::size_t few_boxes = 1500;

double text_width(const std::string& text) {
  const auto letters = std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xC0) != 0x80; });
  return letter_width * static_cast<double>(letters);
}

std::string amount_text(const FoldTree::Group& group) {
  const auto counted = [](std::uint64_t count, const char* one, const char* many) {
    return count_text(count) + " " + (count == 1 ? one : many);
  };
  std::string text;
  if (group.tasks > 0) text = counted(group.tasks, "task", "tasks");
  if (group.versions > 0) text += (text.empty() ? "" : ", ") + counted(group.versions, "version", "versions");
  if (group.tasks > 0) text += " · " + duration_text(group.busy_ns);
  return text;
}

class Composition {
 public:
  Composition(const DrawnGraph& graph, const FoldTree& tree, const traces::Trace& trace,
              const std::vector<bool>& open, const std::atomic<bool>* cancelled)
      : graph_(graph),
        tree_(tree),
        trace_(trace),
        cancelled_(cancelled),
        groups_(static_cast<Id>(tree.groups.size())) {
    is_open_.resize(groups_, false);
    closed_.resize(groups_, nobody);
    for (Id g = 0; g < groups_; ++g) {
      const Id parent = tree.groups[g].parent;
      const bool stands = g == 0 || is_open_[parent];
      is_open_[g] = stands && (g == 0 || (g < open.size() && open[g]));
      if (!is_open_[g]) closed_[g] = stands ? g : closed_[parent];
    }
    inner_edges_.resize(groups_, 0);
    junction_parent_.resize(graph.nodes.size(), nobody);
  }

  std::optional<GraphScene> compose() {
    collect_lines();
    if (gives_up()) return std::nullopt;
    collect_children();
    collect_sets();
    for (Id g = groups_; g-- > 0;) {
      if (is_open_[g] && !lay_out_group(g)) return std::nullopt;
    }
    scene_.box_of_group.assign(groups_, GraphScene::none);
    std::vector<std::uint32_t> box_of_node(graph_.nodes.size(), GraphScene::none);
    own_box_.swap(box_of_node);
    place(0, 0.0, 0.0);
    scene_.size = group_size_[0];
    draw_lines();
    scene_.box_of_node.resize(graph_.nodes.size(), GraphScene::none);
    for (Id node = 0; node < graph_.nodes.size(); ++node) scene_.box_of_node[node] = box_of(shown(node));
    return std::move(scene_);
  }

 private:
  struct Line {
    Id from = 0;
    Id to = 0;
    bool only_waits = false;
    std::uint64_t count = 0;
  };
  struct Contents {
    std::vector<Id> children;
    LayoutGraph layout_graph;
    GraphLayout layout;
    std::map<std::pair<Id, Id>, std::uint32_t> edge;  ///< by its ends
  };

  bool gives_up() const { return cancelled_ != nullptr && cancelled_->load(std::memory_order_relaxed); }

  bool is_group(Id id) const { return id < groups_; }
  bool is_junction(Id id) const {
    return !is_group(id) && graph_.nodes[id - groups_].kind == DrawnGraph::Kind::junction;
  }
  /// What a node is shown as; nobody for junctions that are not shown.
  Id shown(Id node) const {
    if (graph_.nodes[node].kind == DrawnGraph::Kind::junction)
      return junction_parent_[node] == nobody ? nobody : groups_ + node;
    const Id closed = closed_[tree_.group_of[node]];
    return closed == nobody ? groups_ + node : closed;
  }
  Id parent(Id id) const {
    if (is_group(id)) return tree_.groups[id].parent;
    return is_junction(id) ? junction_parent_[id - groups_] : tree_.group_of[id - groups_];
  }
  std::uint32_t depth(Id id) const {
    return is_group(id) ? tree_.groups[id].depth : tree_.groups[parent(id)].depth + 1;
  }
  /// The open group that holds both, and what of it does. For things that stand side by side.
  std::tuple<Id, Id, Id> common(Id a, Id b) const {
    while (depth(a) > depth(b)) a = parent(a);
    while (depth(b) > depth(a)) b = parent(b);
    while (parent(a) != parent(b)) {
      a = parent(a);
      b = parent(b);
    }
    return {parent(a), a, b};
  }
  std::uint32_t box_of(Id id) const {
    if (id == nobody) return GraphScene::none;
    return is_group(id) ? scene_.box_of_group[id] : own_box_[id - groups_];
  }

  void add_line(Id from, Id to, bool only_waits, std::uint64_t count) {
    if (from == to) {
      inner_edges_[from] += count;  // a group: no node has an edge to itself
    } else {
      lines_.push_back({from, to, only_waits, count});
    }
  }

  void collect_lines() {
    std::vector<std::vector<Id>> before(graph_.nodes.size() - tree_.nodes.size());
    std::vector<std::vector<Id>> after(before.size());
    std::vector<std::uint32_t> junction_number(graph_.nodes.size(), nobody);
    std::vector<Id> junctions;
    for (Id node = 0; node < graph_.nodes.size(); ++node) {
      if (graph_.nodes[node].kind != DrawnGraph::Kind::junction) continue;
      junction_number[node] = static_cast<std::uint32_t>(junctions.size());
      junctions.push_back(node);
    }
    for (std::size_t i = 0; i < graph_.edges.size(); ++i) {
      const LayoutGraph::Edge& edge = graph_.edges[i];
      if (junction_number[edge.to] != nobody) {
        before[junction_number[edge.to]].push_back(edge.from);
      } else if (junction_number[edge.from] != nobody) {
        after[junction_number[edge.from]].push_back(edge.to);
      } else {
        const Id from = shown(edge.from);
        const Id to = shown(edge.to);
        if (from != to || is_group(from)) add_line(from, to, graph_.only_waits[i], 1);
      }
    }
    for (std::size_t i = 0; i < junctions.size(); ++i) join(junctions[i], before[i], after[i]);
    merge_lines();
  }

  /// What the nodes are shown as, and how many of them.
  std::map<Id, std::uint64_t> counted(const std::vector<Id>& nodes) const {
    std::map<Id, std::uint64_t> counts;
    for (const Id node : nodes) ++counts[shown(node)];
    return counts;
  }

  /// The group of all nodes; nobody where they are in several.
  Id only_group(const std::vector<Id>& nodes) const {
    Id group = nobody;
    for (const Id node : nodes) {
      if (group != nobody && tree_.group_of[node] != group) return nobody;
      group = tree_.group_of[node];
    }
    return group;
  }

  /// A junction stands in the group that all tasks after it are in, or all before it, where that is open: so
  /// what else is open does not change the layout there. Otherwise lines lead from all to all.
  void join(Id junction, const std::vector<Id>& before, const std::vector<Id>& after) {
    const auto from = counted(before);
    const auto to = counted(after);
    Id holder = only_group(after);
    if (holder == nobody) holder = only_group(before);
    if (holder != nobody && !is_open_[holder]) holder = nobody;
    constexpr std::size_t most_lines = 4096;  // a place of its own among the groups is better than more
    if (holder == nobody && from.size() * to.size() > most_lines) {
      for (const auto* side : {&from, &to}) {
        for (const auto& [id, count] : *side)
          holder = holder == nobody ? parent(id) : common_group(holder, id);
      }
    }
    if (holder == nobody) {
      for (const auto& [a, a_count] : from) {
        for (const auto& [b, b_count] : to) add_line(a, b, false, a_count * b_count);
      }
      return;
    }
    junction_parent_[junction] = holder;
    for (const auto& [id, count] : from) add_line(id, groups_ + junction, false, count);
    for (const auto& [id, count] : to) add_line(groups_ + junction, id, false, count);
  }

  /// The innermost open group that holds a group's contents and `id`.
  Id common_group(Id group, Id id) const {
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

  void merge_lines() {
    std::sort(lines_.begin(), lines_.end(),
              [](const Line& a, const Line& b) { return std::pair(a.from, a.to) < std::pair(b.from, b.to); });
    std::vector<Line> merged;
    for (const Line& line : lines_) {
      if (!merged.empty() && merged.back().from == line.from && merged.back().to == line.to) {
        merged.back().count += line.count;
        merged.back().only_waits = merged.back().only_waits && line.only_waits;
      } else {
        merged.push_back(line);
      }
    }
    lines_ = std::move(merged);
  }

  void collect_children() {
    contents_.resize(groups_);
    for (Id g = 0; g < groups_; ++g) {
      if (!is_open_[g]) continue;
      const FoldTree::Group& group = tree_.groups[g];
      for (const Id inner : group.groups) contents_[g].children.push_back(inner);
      if (!group.groups.empty()) continue;
      for (std::uint32_t i = 0; i < group.node_count; ++i)
        contents_[g].children.push_back(groups_ + tree_.nodes[group.first_node + i]);
    }
    for (Id node = 0; node < junction_parent_.size(); ++node) {
      if (junction_parent_[node] != nobody)
        contents_[junction_parent_[node]].children.push_back(groups_ + node);
    }
    local_.assign(groups_ + graph_.nodes.size(), 0);
    for (Contents& contents : contents_) {
      for (std::size_t i = 0; i < contents.children.size(); ++i)
        local_[contents.children[i]] = static_cast<std::uint32_t>(i);
    }
    for (const Line& line : lines_) {
      const auto [holder, from, to] = common(line.from, line.to);
      contents_[holder].edge.try_emplace(std::pair(from, to), 0);
    }
    for (Contents& contents : contents_) {  // in an order that does not tell what is open
      for (auto& [ends, number] : contents.edge) {
        number = static_cast<std::uint32_t>(contents.layout_graph.edges.size());
        contents.layout_graph.edges.push_back({local_[ends.first], local_[ends.second]});
      }
    }
  }

  /// In each open group, the parts of it that a set's members are in.
  void collect_sets() {
    for (const auto& set : graph_.commuting) {
      std::map<Id, std::vector<std::uint32_t>> members;
      for (const Id node : set) {
        for (Id id = shown(node); parent(id) != nobody; id = parent(id))
          members[parent(id)].push_back(local_[id]);
      }
      for (auto& [holder, locals] : members) {
        std::sort(locals.begin(), locals.end());
        locals.erase(std::unique(locals.begin(), locals.end()), locals.end());
        if (locals.size() > 1) contents_[holder].layout_graph.commuting.push_back(std::move(locals));
      }
    }
    for (Contents& contents : contents_) {
      auto& sets = contents.layout_graph.commuting;
      std::sort(sets.begin(), sets.end());
      sets.erase(std::unique(sets.begin(), sets.end()), sets.end());
    }
  }

  std::string label(Id id) const {
    if (is_group(id)) return tree_.groups[id].name;
    const DrawnGraph::Node& node = graph_.nodes[id - groups_];
    if (node.kind == DrawnGraph::Kind::task) return traces::task_name(trace_, node.task);
    if (node.kind == DrawnGraph::Kind::junction) return {};
    const std::string& name = trace_.handles.name[node.handle.value()];
    return (name.empty() ? "handle " + std::to_string(node.handle.value()) : name) + " v" +
           std::to_string(node.version);
  }

  LayoutSize closed_size(Id id) const {
    if (is_junction(id)) return {junction_size, junction_size};
    double width = text_width(label(id));
    if (is_group(id)) width = std::max(width, text_width(amount_text(tree_.groups[id])));
    return {std::max(least_box_width, width + padding), is_group(id) ? group_height : box_height};
  }

  bool lay_out_group(Id g) {
    Contents& contents = contents_[g];
    std::vector<LayoutSize> sizes;
    bool has_open = false;
    for (const Id child : contents.children) {
      contents.layout_graph.nodes.push_back(closed_size(child));
      const bool is_open_child = is_group(child) && is_open_[child];
      has_open = has_open || is_open_child;
      sizes.push_back(is_open_child ? group_size_[child] : contents.layout_graph.nodes.back());
    }
    traces::LayoutOptions options;
    options.sweeps = contents.children.size() <= few_boxes ? many_sweeps : few_sweeps;
    options.cancelled = cancelled_;
    std::optional<GraphLayout> layout = traces::lay_out(contents.layout_graph, options);
    if (!layout) return false;
    contents.layout =
        has_open ? traces::resized(*layout, contents.layout_graph.nodes, sizes, options) : std::move(*layout);
    contents.layout_graph.nodes = std::move(sizes);
    group_size_.resize(groups_);
    const double title = g == 0 ? 0.0 : title_height;
    const double margin = g == 0 ? 0.0 : padding;
    const double title_width =
        g == 0 ? 0.0 : text_width(tree_.groups[g].name + "  " + amount_text(tree_.groups[g])) + 3 * padding;
    group_size_[g] = {std::max(contents.layout.size.width + 2 * margin, title_width),
                      contents.layout.size.height + title + 2 * margin};
    return true;
  }

  /// The boxes of an open group's contents, whose layout begins at (left, top).
  void place(Id g, double left, double top) {
    const Contents& contents = contents_[g];
    origins_.resize(groups_);
    origins_[g] = {left, top};
    for (std::size_t i = 0; i < contents.children.size(); ++i) {
      const Id child = contents.children[i];
      const LayoutSize size = contents.layout_graph.nodes[i];
      GraphBox box;
      box.number = is_group(child) ? child : child - groups_;
      box.depth = tree_.groups[g].depth;
      box.width = size.width;
      box.height = size.height;
      box.x = left + contents.layout.places[i].x - size.width / 2;
      box.y = top + contents.layout.places[i].y - size.height / 2;
      box.label = label(child);
      const auto number = static_cast<std::uint32_t>(scene_.boxes.size());
      if (!is_group(child)) {
        const DrawnGraph::Kind kind = graph_.nodes[child - groups_].kind;
        box.kind = kind == DrawnGraph::Kind::task      ? GraphBox::Kind::task
                   : kind == DrawnGraph::Kind::version ? GraphBox::Kind::version
                                                       : GraphBox::Kind::junction;
        own_box_[child - groups_] = number;
        scene_.boxes.push_back(std::move(box));
        continue;
      }
      box.kind = is_open_[child] ? GraphBox::Kind::open_group : GraphBox::Kind::group;
      box.second_line = amount_text(tree_.groups[child]);
      box.inner_edges = inner_edges_[child];
      scene_.box_of_group[child] = number;
      const double inner_left = box.x + (box.width - contents_[child].layout.size.width) / 2;
      const double inner_top = box.y + title_height + padding;
      scene_.boxes.push_back(std::move(box));
      if (is_open_[child]) place(child, inner_left, inner_top);
    }
  }

  void draw_lines() {
    std::map<Id, std::map<std::uint32_t, std::size_t>> route_of;  // holder, edge → route
    for (Id g = 0; g < groups_; ++g) {
      if (!is_open_[g]) continue;
      const auto& routes = contents_[g].layout.routes;
      for (std::size_t i = 0; i < routes.size(); ++i) {
        if (routes[i].edge != GraphLayout::Route::none) route_of[g][routes[i].edge] = i;
      }
    }
    std::map<std::tuple<Id, Id, Id>, std::vector<const Line*>> between;  // what stands side by side
    for (const Line& line : lines_) between[common(line.from, line.to)].push_back(&line);
    for (const auto& [ends, lines] : between) {
      const auto& [holder, from, to] = ends;
      const Contents& contents = contents_[holder];
      const GraphLayout::Route& route =
          contents.layout.routes[route_of[holder].at(contents.edge.at(std::pair(from, to)))];
      const bool both_open = is_group(from) && is_open_[from] && is_group(to) && is_open_[to];
      const bool is_bundled = lines.size() > (both_open ? most_lines_of_groups : most_lines_of_box);
      std::uint64_t sum = 0;
      bool only_waits = true;
      for (const Line* line : lines) {
        draw(holder, route, box_of(line->from), box_of(line->to), kind_of(line->only_waits), line->count);
        scene_.lines.back().is_bundled = is_bundled;
        sum += line->count;
        only_waits = only_waits && line->only_waits;
      }
      if (!is_bundled) continue;
      draw(holder, route, box_of(from), box_of(to), kind_of(only_waits), sum);
      scene_.lines.back().is_bundle = true;
    }
    for (Id g = 0; g < groups_; ++g) {
      if (!is_open_[g]) continue;
      const Contents& contents = contents_[g];
      for (const GraphLayout::Route& route : contents.layout.routes) {
        if (route.edge != GraphLayout::Route::none) continue;
        const Id from = contents.children[route.from];
        const Id to = contents.children[route.to];
        // One must come first: that says more.
        if (contents.edge.contains({from, to}) || contents.edge.contains({to, from})) continue;
        draw(g, route, box_of(from), box_of(to), GraphLine::Kind::commutes, 1);
      }
    }
  }

  static GraphLine::Kind kind_of(bool only_waits) {
    return only_waits ? GraphLine::Kind::only_waits : GraphLine::Kind::waits;
  }

  void draw(Id holder, const GraphLayout::Route& route, std::uint32_t from, std::uint32_t to,
            GraphLine::Kind kind, std::uint64_t count) {
    const GraphLayout& layout = contents_[holder].layout;
    const ScenePoint origin = origins_[holder];
    GraphLine line;
    line.kind = kind;
    line.upwards = route.upwards;
    line.from = from;
    line.to = to;
    line.count = count;
    line.first_point = static_cast<std::uint32_t>(scene_.points.size());
    const GraphBox& begin = scene_.boxes[from];
    const GraphBox& end = scene_.boxes[to];
    const auto add = [&](double x, double y) { scene_.points.push_back({x, y}); };
    const std::uint32_t level = layout.places[route.from].level;
    if (level == layout.places[route.to].level) {
      const GraphLayout::Row& row = layout.rows[level];
      const auto at = std::find(row.places.begin(), row.places.end(), route.from);
      if (at + 1 != row.places.end() && *(at + 1) == route.to) {
        add(begin.right(), begin.middle_y());
        add(end.x, end.middle_y());
      } else {
        line.is_arc = true;
        add(begin.middle_x(), begin.bottom());
        add((begin.middle_x() + end.middle_x()) / 2, origin.y + row.bottom + 2 * padding);
        add(end.middle_x(), end.bottom());
      }
    } else {
      // What leads upwards leaves and arrives beside the middle, on the side that it comes from.
      const auto shift = [&](const GraphBox& box, double other) {
        const double side = std::min(upward_shift, box.width / 3);
        return !route.upwards ? 0.0 : other < box.middle_x() ? -side : side;
      };
      const auto bend_x = [&](std::uint32_t i) {
        return origin.x + layout.places[layout.bends[route.first_bend + i]].x;
      };
      const std::uint32_t bends = route.bend_count;
      add(begin.middle_x() + shift(begin, bends > 0 ? bend_x(0) : end.middle_x()),
          route.upwards ? begin.y : begin.bottom());
      for (std::uint32_t i = 0; i < bends; ++i) {
        const GraphLayout::Row& row = layout.rows[layout.places[layout.bends[route.first_bend + i]].level];
        const double first = route.upwards ? row.bottom : row.top;
        const double last = route.upwards ? row.top : row.bottom;
        add(bend_x(i), origin.y + first);
        if (first != last) add(bend_x(i), origin.y + last);
      }
      add(end.middle_x() + shift(end, bends > 0 ? bend_x(bends - 1) : begin.middle_x()),
          route.upwards ? end.bottom() : end.y);
    }
    line.point_count = static_cast<std::uint32_t>(scene_.points.size()) - line.first_point;
    scene_.lines.push_back(line);
  }

  const DrawnGraph& graph_;
  const FoldTree& tree_;
  const traces::Trace& trace_;
  const std::atomic<bool>* cancelled_;
  Id groups_;
  std::vector<bool> is_open_;
  std::vector<Id> closed_;  ///< of each group the closed one that it is seen as; nobody for open ones
  std::vector<std::uint64_t> inner_edges_;
  std::vector<Id> junction_parent_;  ///< of each node, the group that a junction stands in where it is shown
  std::vector<Line> lines_;
  std::vector<Contents> contents_;
  std::vector<std::uint32_t> local_;  ///< of each id its place among its parent's children
  std::vector<LayoutSize> group_size_;
  std::vector<ScenePoint> origins_;
  std::vector<std::uint32_t> own_box_;
  GraphScene scene_;
};

}  // namespace

std::optional<std::uint32_t> GraphScene::box_at(double x, double y) const {
  for (std::size_t i = boxes.size(); i-- > 0;) {
    if (boxes[i].contains(x, y)) return static_cast<std::uint32_t>(i);
  }
  return std::nullopt;
}

std::optional<GraphScene> compose_scene(const DrawnGraph& graph, const FoldTree& tree,
                                        const traces::Trace& trace, const std::vector<bool>& open,
                                        const std::atomic<bool>* cancelled) {
  return Composition(graph, tree, trace, open, cancelled).compose();
}

}  // namespace gusset::viewer
