#include "gusset/traces/picture/graph/graph_scene.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <tuple>
#include <utility>

#include "folded_graph.hpp"
#include "graph_layers.hpp"
#include "group_layouts.hpp"

namespace gusset::traces {
namespace {

constexpr double upward_shift = 24.0;  // away from the edges in the other direction

/// Turns the layouts of groups into boxes and lines of one drawing.
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
    scene_.undrawn_creations = folded_.graph().undrawn_creations;
    draw_lines();
    draw_sets();
    for (std::uint32_t node = 0; node < folded_.graph().nodes.size(); ++node)
      scene_.box_of_node.push_back(box_of(folded_.shown(node)));
    return std::move(scene_);
  }

 private:
  std::uint32_t box_of(Id id) const {
    if (id == FoldedGraph::none) return GraphScene::none;
    return folded_.is_group(id) ? scene_.box_of_group[id] : own_box_[folded_.node(id)];
  }

  /// Places the boxes of an open group's contents; its layout begins at (left, top).
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
        box.kind = static_cast<GraphBox::Kind>(folded_.drawn(child).kind);
        box.second_line = layouts_.duration_text(child);
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
    // Lines with the same route.
    std::map<std::tuple<Id, Id, Id>, std::vector<const FoldedGraph::Line*>> between;
    for (const FoldedGraph::Line& line : folded_.lines())
      between[folded_.common(line.from, line.to)].push_back(&line);
    for (const auto& [ends, lines] : between) {
      const auto& [holder, from, to] = ends;
      const GraphLayout::Route& route = layouts_[holder].route(from, to);
      const bool both_open = folded_.is_open(from) && folded_.is_open(to);
      const bool is_bundled = lines.size() > (both_open ? max_lines_of_groups : max_lines_of_box);
      std::uint64_t sum = 0;
      DrawnGraph::EdgeKind kind = lines.front()->kind;
      for (const FoldedGraph::Line* line : lines) {
        draw(holder, route, line->from, line->to, kind_of_line(line->kind), line->count);
        scene_.lines.back().is_bundled = is_bundled;
        sum += line->count;
        kind = std::min(kind, line->kind);
      }
      if (!is_bundled) continue;
      draw(holder, route, from, to, kind_of_line(kind), sum);
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
        // An edge already joins the two and also shows their order.
        if (group.edge.contains({from, to}) || group.edge.contains({to, from})) continue;
        draw(g, route, from, to, GraphLine::Kind::commutes, 1);
      }
    }
  }

  static GraphLine::Kind kind_of_line(DrawnGraph::EdgeKind kind) {
    constexpr std::array kinds{GraphLine::Kind::waits, GraphLine::Kind::only_waits, GraphLine::Kind::creates};
    return kinds[static_cast<std::size_t>(kind)];
  }

  void draw(Id holder, const GraphLayout::Route& route, Id from, Id to, GraphLine::Kind kind,
            std::uint64_t count) {
    const GraphLayout& layout = layouts_[holder].layout;
    GraphLine line;
    line.kind = kind;
    line.upwards = route.upwards;
    line.from = box_of(from);
    line.to = box_of(to);
    line.count = count;
    line.first_point = static_cast<std::uint32_t>(scene_.points.size());
    const std::uint32_t level = layout.places[route.from].level;
    if (level == layout.places[route.to].level) {
      line.is_arc = add_points_within(layout, level, route, origins_[holder], line.from, line.to);
    } else {
      add_points_across(holder, route, from, to);
    }
    line.point_count = static_cast<std::uint32_t>(scene_.points.size()) - line.first_point;
    scene_.lines.push_back(line);
  }

  void add(double x, double y) { scene_.points.push_back({x, y}); }

  /// Adds a line between boxes of one level: straight between neighbours, otherwise an arc below the boxes
  /// between them. Returns whether it is an arc.
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

  /// Adds a line from level to level through bends. An upward line leaves and arrives beside the box's
  /// middle, on the side on which the line runs.
  void add_points_across(Id holder, const GraphLayout::Route& route, Id from, Id to) {
    const GraphLayout& layout = layouts_[holder].layout;
    const ScenePoint origin = origins_[holder];
    const GraphBox& begin = scene_.boxes[box_of(from)];
    const GraphBox& end = scene_.boxes[box_of(to)];
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
    for (const ScenePoint& point : exit_points(from, holder, scene_.points.back().x, route.upwards))
      add(point.x, point.y);
    for (std::uint32_t i = 0; i < bends; ++i) {
      const GraphLayout::Row& row = layout.rows[layout.places[layout.bends[route.first_bend + i]].level];
      const double first = route.upwards ? row.bottom : row.top;
      const double last = route.upwards ? row.top : row.bottom;
      add(bend_x(i), origin.y + first);
      if (first != last) add(bend_x(i), origin.y + last);
    }
    const ScenePoint there{end.middle_x() + shift(end, bends > 0 ? bend_x(bends - 1) : begin.middle_x()),
                           route.upwards ? end.bottom() : end.y};
    std::vector<ScenePoint> entry_points = exit_points(to, holder, there.x, !route.upwards);
    for (; !entry_points.empty(); entry_points.pop_back()) add(entry_points.back().x, entry_points.back().y);
    add(there.x, there.y);
  }

  /// Returns the way from `id` out of all open groups inside `holder`, upwards or downwards. It passes
  /// between the boxes of each row, as straight as they allow. `x` is where it begins.
  std::vector<ScenePoint> exit_points(Id id, Id holder, double x, bool upwards) const {
    std::vector<ScenePoint> points;
    for (Id group = folded_.parent(id); group != holder; id = group, group = folded_.parent(group)) {
      const GroupLayouts::Group& inner = layouts_[group];
      const auto own = std::find(inner.children.begin(), inner.children.end(), id);
      const auto step = upwards ? -1 : 1;
      const auto rows = static_cast<std::ptrdiff_t>(inner.layout.rows.size());
      std::ptrdiff_t row = inner.layout.places[static_cast<std::size_t>(own - inner.children.begin())].level;
      for (row += step; row >= 0 && row < rows; row += step) {
        const GraphLayout::Row& passed = inner.layout.rows[static_cast<std::size_t>(row)];
        const double before = x;
        x = free_x(inner, passed, x - origins_[group].x) + origins_[group].x;
        const double near = origins_[group].y + (upwards ? passed.bottom : passed.top);
        const double far = origins_[group].y + (upwards ? passed.top : passed.bottom);
        if (points.empty() || x != before) points.push_back({x, near});
        if (points.size() > 1 && points[points.size() - 2].x == x) points.pop_back();
        points.push_back({x, far});
      }
    }
    return points;
  }

  /// Returns the place in a row nearest to `x` where a line meets no box.
  static double free_x(const GroupLayouts::Group& group, const GraphLayout::Row& row, double x) {
    constexpr double distance = 5.0;  // from a box; less than half the distance between two boxes
    // Boxes of a row are sorted and disjoint, so moving to one side never meets a box already passed.
    const auto beside = [&](auto begin, auto end, double side) {
      double free = x;
      for (auto place = begin; place != end; ++place) {
        if (*place >= group.boxes.nodes.size()) continue;
        const double middle = group.layout.places[*place].x;
        const double half = group.boxes.nodes[*place].width / 2 + distance;
        if (free > middle - half && free < middle + half) free = middle + side * half;
      }
      return free;
    };
    const double left = beside(row.places.rbegin(), row.places.rend(), -1.0);
    const double right = beside(row.places.begin(), row.places.end(), 1.0);
    return x - left <= right - x ? left : right;
  }

  const FoldedGraph& folded_;
  const GroupLayouts& layouts_;
  const Trace& trace_;
  std::vector<ScenePoint> origins_;     ///< origins of open groups' layouts
  std::vector<std::uint32_t> own_box_;  ///< box of each node that has one
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

GraphLineStyle line_style(const GraphLine& line, std::size_t lines) {
  constexpr std::uint32_t many_points = 10;
  constexpr std::size_t many_lines = 150;
  if (line.kind == GraphLine::Kind::only_waits) return GraphLineStyle::only_waits;
  if (line.kind == GraphLine::Kind::creates) return GraphLineStyle::creates;
  const bool commutes = line.kind == GraphLine::Kind::commutes;
  if (lines > many_lines && line.point_count > many_points)
    return commutes ? GraphLineStyle::far_commutes : GraphLineStyle::far;
  return commutes ? GraphLineStyle::commutes : static_cast<GraphLineStyle>(line_strength(line.count));
}

std::optional<GraphScene> compose_scene(const DrawnGraph& graph, const FoldTree& tree, const Trace& trace,
                                        const std::vector<bool>& open, const std::atomic<bool>* cancelled,
                                        const TaskTimes* times, bool is_flat) {
  const FoldedGraph folded(graph, tree, open);
  if (layered::was_cancelled(cancelled)) return std::nullopt;
  GroupLayouts layouts(folded, trace, times, is_flat);
  if (!layouts.lay_out(cancelled)) return std::nullopt;
  return Composition(folded, layouts, trace).compose();
}

}  // namespace gusset::traces
