#include "gusset/traces/graph_scene.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>
#include <utility>

#include "folded_graph.hpp"
#include "group_layouts.hpp"

namespace gusset::traces {
namespace {

constexpr double upward_shift = 24.0;  // apart from the edges the other way

GraphBox::Kind box_kind(DrawnGraph::Kind kind) {
  switch (kind) {
    case DrawnGraph::Kind::task:
      return GraphBox::Kind::task;
    case DrawnGraph::Kind::version:
      return GraphBox::Kind::version;
    case DrawnGraph::Kind::junction:
      break;
  }
  return GraphBox::Kind::junction;
}

/// From groups that are laid out to boxes and lines of one drawing.
class Composition {
 public:
  using Id = FoldedGraph::Id;

  Composition(const FoldedGraph& folded, const GroupLayouts& layouts, const Trace& trace)
      : folded_(folded), layouts_(layouts), trace_(trace), origins_(folded.groups()) {
    scene_.box_of_group.assign(folded.groups(), GraphScene::none);
    own_box_.assign(folded.graph().nodes.size(), GraphScene::none);
  }

  GraphScene compose() {
    place(0, 0.0, 0.0);
    scene_.size = layouts_[0].size;
    draw_lines();
    draw_sets();
    for (std::uint32_t node = 0; node < folded_.graph().nodes.size(); ++node)
      scene_.box_of_node.push_back(box_of(folded_.shown(node)));
    return std::move(scene_);
  }

 private:
  std::uint32_t box_of(Id id) const {
    if (id == FoldedGraph::nobody) return GraphScene::none;
    return folded_.is_group(id) ? scene_.box_of_group[id] : own_box_[folded_.node(id)];
  }

  /// The boxes of an open group's contents, whose layout begins at (left, top).
  void place(Id g, double left, double top) {
    const GroupLayouts::Group& group = layouts_[g];
    origins_[g] = {left, top};
    for (std::size_t i = 0; i < group.children.size(); ++i) {
      const Id child = group.children[i];
      const LayoutSize size = group.boxes.nodes[i];
      GraphBox box;
      box.number = folded_.is_group(child) ? child : folded_.node(child);
      box.depth = folded_.tree().groups[g].depth;
      box.width = size.width;
      box.height = size.height;
      box.x = left + group.layout.places[i].x - size.width / 2;
      box.y = top + group.layout.places[i].y - size.height / 2;
      box.label = box_label(folded_, trace_, child);
      const auto number = static_cast<std::uint32_t>(scene_.boxes.size());
      if (!folded_.is_group(child)) {
        box.kind = box_kind(folded_.drawn(child).kind);
        own_box_[folded_.node(child)] = number;
        scene_.boxes.push_back(std::move(box));
        continue;
      }
      box.kind = folded_.is_open(child) ? GraphBox::Kind::open_group : GraphBox::Kind::group;
      box.second_line = amount_text(folded_.tree().groups[child]);
      box.inner_edges = folded_.inner_edges(child);
      scene_.box_of_group[child] = number;
      const double inner_left = box.x + (box.width - layouts_[child].layout.size.width) / 2;
      const double inner_top = box.y + GraphScene::title_height + GroupLayouts::padding;
      scene_.boxes.push_back(std::move(box));
      if (folded_.is_open(child)) place(child, inner_left, inner_top);
    }
  }

  void draw_lines() {
    std::map<std::tuple<Id, Id, Id>, std::vector<const FoldedGraph::Line*>> between;  // of one route each
    for (const FoldedGraph::Line& line : folded_.lines())
      between[folded_.common(line.from, line.to)].push_back(&line);
    for (const auto& [ends, lines] : between) {
      const auto& [holder, from, to] = ends;
      const GraphLayout::Route& route = layouts_[holder].route(from, to);
      const bool both_open = folded_.is_open(from) && folded_.is_open(to);
      const bool is_bundled = lines.size() > (both_open ? most_lines_of_groups : most_lines_of_box);
      std::uint64_t sum = 0;
      bool only_waits = true;
      for (const FoldedGraph::Line* line : lines) {
        draw(holder, route, box_of(line->from), box_of(line->to), kind_of_line(line->only_waits),
             line->count);
        scene_.lines.back().is_bundled = is_bundled;
        sum += line->count;
        only_waits = only_waits && line->only_waits;
      }
      if (!is_bundled) continue;
      draw(holder, route, box_of(from), box_of(to), kind_of_line(only_waits), sum);
      scene_.lines.back().is_bundle = true;
    }
  }

  void draw_sets() {
    for (Id g = 0; g < folded_.groups(); ++g) {
      if (!folded_.is_open(g)) continue;
      const GroupLayouts::Group& group = layouts_[g];
      for (const GraphLayout::Route& route : group.layout.routes) {
        if (route.edge != GraphLayout::Route::none) continue;
        const Id from = group.children[route.from];
        const Id to = group.children[route.to];
        // One must come first: that says more.
        if (group.edge.contains({from, to}) || group.edge.contains({to, from})) continue;
        draw(g, route, box_of(from), box_of(to), GraphLine::Kind::commutes, 1);
      }
    }
  }

  static GraphLine::Kind kind_of_line(bool only_waits) {
    return only_waits ? GraphLine::Kind::only_waits : GraphLine::Kind::waits;
  }

  void draw(Id holder, const GraphLayout::Route& route, std::uint32_t from, std::uint32_t to,
            GraphLine::Kind kind, std::uint64_t count) {
    const GraphLayout& layout = layouts_[holder].layout;
    GraphLine line;
    line.kind = kind;
    line.upwards = route.upwards;
    line.from = from;
    line.to = to;
    line.count = count;
    line.first_point = static_cast<std::uint32_t>(scene_.points.size());
    const std::uint32_t level = layout.places[route.from].level;
    if (level == layout.places[route.to].level) {
      line.is_arc = add_points_within(layout, level, route, origins_[holder], from, to);
    } else {
      add_points_across(layout, route, origins_[holder], from, to);
    }
    line.point_count = static_cast<std::uint32_t>(scene_.points.size()) - line.first_point;
    scene_.lines.push_back(line);
  }

  void add(double x, double y) { scene_.points.push_back({x, y}); }

  /// Of boxes of one level: straight between neighbours, else below those between. Whether it is an arc.
  bool add_points_within(const GraphLayout& layout, std::uint32_t level, const GraphLayout::Route& route,
                         ScenePoint origin, std::uint32_t from, std::uint32_t to) {
    const GraphBox& begin = scene_.boxes[from];
    const GraphBox& end = scene_.boxes[to];
    const GraphLayout::Row& row = layout.rows[level];
    const auto at = std::find(row.places.begin(), row.places.end(), route.from);
    if (at + 1 != row.places.end() && *(at + 1) == route.to) {
      add(begin.right(), begin.middle_y());
      add(end.x, end.middle_y());
      return false;
    }
    add(begin.middle_x(), begin.bottom());
    add((begin.middle_x() + end.middle_x()) / 2, origin.y + row.bottom + 2 * GroupLayouts::padding);
    add(end.middle_x(), end.bottom());
    return true;
  }

  /// From level to level through bends. What leads upwards leaves and arrives beside the middle, on the side
  /// that it comes from.
  void add_points_across(const GraphLayout& layout, const GraphLayout::Route& route, ScenePoint origin,
                         std::uint32_t from, std::uint32_t to) {
    const GraphBox& begin = scene_.boxes[from];
    const GraphBox& end = scene_.boxes[to];
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

  const FoldedGraph& folded_;
  const GroupLayouts& layouts_;
  const Trace& trace_;
  std::vector<ScenePoint> origins_;     ///< of open groups' layouts
  std::vector<std::uint32_t> own_box_;  ///< of nodes that have one
  GraphScene scene_;
};

}  // namespace

std::optional<std::uint32_t> GraphScene::box_at(double x, double y) const {
  for (std::size_t i = boxes.size(); i-- > 0;) {
    if (boxes[i].contains(x, y)) return static_cast<std::uint32_t>(i);
  }
  return std::nullopt;
}

int line_strength(std::uint64_t count) {
  return count < 2 ? 0 : std::min(3, 1 + static_cast<int>(std::log10(static_cast<double>(count)) / 1.2));
}

std::optional<GraphScene> compose_scene(const DrawnGraph& graph, const FoldTree& tree, const Trace& trace,
                                        const std::vector<bool>& open, const std::atomic<bool>* cancelled) {
  const FoldedGraph folded(graph, tree, open);
  if (cancelled != nullptr && cancelled->load(std::memory_order_relaxed)) return std::nullopt;
  GroupLayouts layouts(folded, trace);
  if (!layouts.lay_out(cancelled)) return std::nullopt;
  return Composition(folded, layouts, trace).compose();
}

}  // namespace gusset::traces
