#include "idle_painter.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <string>
#include <vector>

#include "gusset/traces/picture/timeline/idle_columns.hpp"

namespace gusset::paper {
namespace {

using picture::Box;
using picture::Hatching;
using picture::IdleColumn;

constexpr double idle_line_distance = 6.0;
constexpr double idle_line_width = 1.0;
constexpr double ground_share = 0.14;  // of the lines' colour between the lines
constexpr Colour page_colour{0xFF, 0xFF, 0xFF};

/// Adjacent columns from a common top down to different bottoms.
struct HatchedColumns {
  int left = 0;
  int top = 0;
  std::vector<double> bottoms;
};

/// The areas hatched with one look.
struct HatchPaths {
  Path ground;
  Path lines;

  void draw(Canvas& canvas, Colour colour, const std::string& name) const {
    if (ground.empty()) return;
    canvas.fill(ground, mixed(page_colour, colour, ground_share), name);
    if (!lines.empty()) canvas.stroke(lines, {.width = idle_line_width, .colour = colour}, name);
  }
};

void add_ground(const HatchedColumns& area, Path& path) {
  for (std::size_t first = 0, next = 0; first < area.bottoms.size(); first = next) {
    while (next < area.bottoms.size() && area.bottoms[next] == area.bottoms[first]) ++next;
    path.rectangle(area.left + static_cast<double>(first), area.top, area.left + static_cast<double>(next),
                   area.bottoms[first]);
  }
}

/// Adds the parts of a line that lie in the columns. The line begins at its left end or at its top.
void add_line_within(const HatchedColumns& area, const Point& from, const Point& to, Path& path) {
  const auto bottom_at = [&](double x) {
    const auto column = static_cast<std::ptrdiff_t>(std::floor(x)) - area.left;
    const auto last = static_cast<std::ptrdiff_t>(area.bottoms.size()) - 1;
    return area.bottoms[static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(column, 0, last))];
  };
  if (from.x == to.x) {
    const double bottom = std::min(to.y, bottom_at(from.x));
    if (bottom <= from.y) return;
    path.move_to(from.x, from.y);
    path.line_to(from.x, bottom);
    return;
  }
  const double slope = (to.y - from.y) / (to.x - from.x);
  Point begin;  // of the part that reaches to the current column
  bool is_seen = false;
  const auto begin_at = [&](const Point& point) {
    begin = point;
    is_seen = true;
  };
  const auto end_at = [&](const Point& end) {
    if (is_seen && end.x > begin.x) {
      path.move_to(begin.x, begin.y);
      path.line_to(end.x, end.y);
    }
    is_seen = false;
  };
  Point left = from;
  while (left.x < to.x) {
    const double x = std::min(to.x, std::floor(left.x) + 1.0);
    const Point right{x, x == to.x ? to.y : from.y + slope * (x - from.x)};
    const double bottom = bottom_at(left.x);
    const double across = slope == 0.0 ? right.x : from.x + (bottom - from.y) / slope;
    const Point crossing{std::clamp(across, left.x, right.x), bottom};
    if (left.y > bottom) end_at(left);
    if (left.y <= bottom && !is_seen) begin_at(left);
    if (left.y > bottom && right.y <= bottom) begin_at(crossing);
    if (left.y <= bottom && right.y > bottom) end_at(crossing);
    left = right;
  }
  end_at(to);
}

void add_hatching(const HatchedColumns& area, Hatching hatching, HatchPaths& paths) {
  add_ground(area, paths.ground);
  const double lowest = *std::max_element(area.bottoms.begin(), area.bottoms.end());
  const Box box{area.left, area.top, static_cast<int>(area.bottoms.size()),
                static_cast<int>(std::ceil(lowest)) - area.top};
  picture::for_each_hatch_line(box, hatching, idle_line_distance, [&](const Point& from, const Point& to) {
    add_line_within(area, from, to, paths.lines);
  });
}

}  // namespace

void draw_idle(Canvas& canvas, const picture::PlacedRows& rows, const traces::IdleHistory& history) {
  std::array<HatchPaths, traces::idle_causes> paths;
  const auto count = static_cast<std::size_t>(std::max(0, rows.clip.width));
  for (const std::size_t place : rows.visible) {
    const picture::Stretch track = rows.track(place);
    const std::vector<IdleColumn> columns =
        picture::idle_columns(rows.trace(), history, rows.table->lanes_of(place), rows.grid, count);
    for (std::size_t first = 0, next = 0; first < count; first = next) {
      const auto is_alike = [&](std::size_t column) {
        return columns[column].cause == columns[first].cause &&
               (columns[column].share > 0.0) == (columns[first].share > 0.0);
      };
      while (next < count && is_alike(next)) ++next;
      if (columns[first].share <= 0.0) continue;
      HatchedColumns area{rows.clip.left + static_cast<int>(first), track.top, {}};
      for (const IdleColumn& column : std::span(columns).subspan(first, next - first))
        area.bottoms.push_back(track.top + std::min(column.share, 1.0) * track.height);
      add_hatching(area, picture::cause_look(columns[first].cause).hatching,
                   paths[static_cast<std::size_t>(columns[first].cause)]);
    }
  }
  for (std::size_t i = 0; i < paths.size(); ++i) {
    const auto cause = static_cast<traces::IdleCause>(i);
    paths[i].draw(canvas, picture::cause_look(cause).colour,
                  "idle: " + std::string(traces::cause_text(cause).heading));
  }
}

void draw_hatch_sample(Canvas& canvas, Colour colour, Hatching hatching, const Box& box) {
  HatchPaths paths;
  add_hatching({box.left, box.top, std::vector<double>(static_cast<std::size_t>(box.width), box.bottom())},
               hatching, paths);
  paths.draw(canvas, colour, "");
  Path border;
  border.rectangle(box.left, box.top, box.right(), box.bottom());
  border.line_to(box.left, box.top);
  canvas.stroke(border, {.width = 0.8, .colour = colour}, "");
}

}  // namespace gusset::paper
