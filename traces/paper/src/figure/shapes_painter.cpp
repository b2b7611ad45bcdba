#include "shapes_painter.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "gusset/traces/picture/canvas/strokes.hpp"
#include "layout.hpp"

namespace gusset::paper {
namespace {

using picture::Shapes;

constexpr Colour rim_colour{0xFF, 0xFF, 0xFF};
constexpr double rim_width = 1.0;
constexpr double hatch_width = 0.8;
constexpr double name_rim = 1.2;
constexpr double line_within_tip = 0.7;  // where the line ends, as a share of the tip
constexpr double dash_length = 6.0;      // gaps are as long
constexpr std::size_t curve_steps = 48;

bool is_straight(const traces::ArrowCurve& curve) {
  const double x = curve[3].x - curve[0].x;
  const double y = curve[3].y - curve[0].y;
  return std::all_of(curve.begin(), curve.end(), [&](const Point& point) {
    return std::abs((point.x - curve[0].x) * y - (point.y - curve[0].y) * x) <= 1e-6 * (x * x + y * y);
  });
}

/// An arrow as a polyline, in pixels.
struct ArrowLine {
  std::vector<Point> points;
  double width = 1.0;
  double tip = 0.0;  ///< length; 0: no tip
};

// Clips a straight arrow; it keeps its tip only if its end is inside the clip. Curves end inside it anyway.
ArrowLine line_of(const Shapes::Arrow& arrow, double scale) {
  ArrowLine line{{}, arrow.width * scale, (5.0 + 2.0 * arrow.width) * scale};
  if (!is_straight(arrow.curve)) {
    for (std::size_t i = 0; i <= curve_steps; ++i)
      line.points.push_back(traces::arrow_point(arrow.curve, static_cast<double>(i) / curve_steps));
  } else {
    const Point& from = arrow.curve.front();
    const Point& to = arrow.curve.back();
    const double left = arrow.clip.left;
    const double right = arrow.clip.right();
    const auto within = [&](const Point& point) {
      const double x = std::clamp(point.x, left, right);
      const double share = to.x == from.x ? 0.0 : (x - point.x) / (to.x - from.x);
      return Point{x, point.y + (to.y - from.y) * share};
    };
    line.points = {within(from), within(to)};
    if (to.x < left || to.x > right) line.tip = 0.0;
  }
  if (arrow.tail > 0.0) line.points.push_back({arrow.curve[3].x + arrow.tail, arrow.curve[3].y});
  return line;
}

// Adds a tip: a triangle in the direction that the line has where the tip begins, `grow` larger on all sides.
void add_tip(Path& path, const std::vector<Point>& points, double length, double grow) {
  const Point end = points.back();
  Point before = points.front();
  for (std::size_t i = points.size(); i-- > 0;) {
    if (std::hypot(end.x - points[i].x, end.y - points[i].y) < length * line_within_tip) continue;
    before = points[i];
    break;
  }
  const double distance = std::hypot(end.x - before.x, end.y - before.y);
  const double x = distance > 0.0 ? (end.x - before.x) / distance : 1.0;
  const double y = distance > 0.0 ? (end.y - before.y) / distance : 0.0;
  const double back = length + grow;
  const double side = back * 0.45;
  path.move_to(end.x + x * grow, end.y + y * grow);
  path.line_to(end.x - x * back - y * side, end.y - y * back + x * side);
  path.line_to(end.x - x * back + y * side, end.y - y * back - x * side);
}

void draw_line(Canvas& canvas, const ArrowLine& line, const StrokeStyle& style, double grow,
               const std::string& name) {
  const std::vector<Point> points = without_end(line.points, line.tip * line_within_tip);
  if (!points.empty()) {
    Path path;
    add_polyline(path, points);
    canvas.stroke(path, style, name);
  }
  if (line.tip <= 0.0) return;
  Path tip;
  add_tip(tip, line.points, line.tip, grow);
  canvas.fill(tip, style.colour, name);
}

// Draws white around an arrow, so that it is visible on every colour.
void draw_rim(Canvas& canvas, const Shapes::Arrow& arrow, double scale) {
  const ArrowLine line = line_of(arrow, scale);
  draw_line(canvas, line, {line.width + 2.0 * rim_width, 0.0, 0.0, rim_colour}, 2.0 * rim_width, arrow.name);
}

void draw_arrow(Canvas& canvas, const Shapes::Arrow& arrow, double scale) {
  const ArrowLine line = line_of(arrow, scale);
  const double dash = arrow.dashed ? dash_length * scale : 0.0;
  draw_line(canvas, line, {line.width, dash, dash, picture::colour_of(arrow.colour)}, 0.0, arrow.name);
}

// Draws bars; those with the same name and colour form one path.
void draw_bars(Canvas& canvas, const std::vector<Shapes::Bar>& bars) {
  std::vector<std::pair<const Shapes::Bar*, Path>> paths;
  for (const Shapes::Bar& bar : bars) {
    const int left = std::max(bar.box.left, bar.clip.left);
    const int top = std::max(bar.box.top, bar.clip.top);
    const int right = std::min(bar.box.right(), bar.clip.right());
    const int bottom = std::min(bar.box.bottom(), bar.clip.bottom());
    if (left >= right || top >= bottom) continue;
    auto path = std::find_if(paths.begin(), paths.end(), [&](const auto& other) {
      return other.first->colour == bar.colour && other.first->name == bar.name;
    });
    if (path == paths.end()) path = paths.insert(path, {&bar, Path()});
    path->second.rectangle(left, top, right, bottom);
  }
  for (const auto& [bar, path] : paths) canvas.fill(path, picture::colour_of(bar->colour), bar->name);
}

// Draws the lines of hatched areas; those of one colour form one path.
void draw_hatching(Canvas& canvas, const std::vector<Shapes::Hatch>& hatching) {
  for (auto first = hatching.begin(); first != hatching.end();) {
    Path path;
    auto line = first;
    for (; line != hatching.end() && line->colour == first->colour; ++line) {
      path.move_to(line->from_x, line->from_y);
      path.line_to(line->to_x, line->to_y);
    }
    canvas.stroke(path, {.width = hatch_width, .colour = picture::colour_of(first->colour)}, "no processor");
    first = line;
  }
}

void draw_names(Canvas& canvas, const std::vector<Shapes::Name>& names) {
  for (const Shapes::Name& name : names) {
    canvas.text({name.x, name.y + name_line * 0.5 + name_size * 0.36}, name.text,
                {.size = name_size,
                 .colour = picture::colour_of(name.colour),
                 .rim = name.rim == 0 ? 0.0 : name_rim,
                 .rim_colour = picture::colour_of(name.rim)});
  }
}

void draw_tag(Canvas& canvas, const Shapes::Tag& tag, const picture::PlacedRows& rows) {
  const picture::TagSize size = rows.tag_size;
  const double right = tag.x + rows.text_width(tag.text) + size.padding;
  Path background;
  background.rectangle(tag.x, tag.y, right, tag.y + size.height);
  canvas.fill(background, picture::colour_of(tag.colour), tag.name);
  canvas.text({(tag.x + right) / 2, tag.y + size.height / 2 + small_size * 0.36}, tag.text,
              {.size = small_size, .bold = true, .anchor = Anchor::middle, .colour = rim_colour});
}

}  // namespace

void draw_shapes(Canvas& canvas, const picture::Shapes& shapes, const picture::PlacedRows& rows,
                 ShapesPart part) {
  const bool timeless = part == ShapesPart::timeless;
  if (!timeless) {
    draw_bars(canvas, shapes.bars);
    draw_hatching(canvas, shapes.hatching);
    draw_names(canvas, shapes.names);
  }
  // All rims come before all arrows, so that no rim hides an arrow.
  for (const Shapes::Arrow& arrow : shapes.arrows) {
    if (arrow.timeless == timeless) draw_rim(canvas, arrow, rows.scale);
  }
  for (const Shapes::Arrow& arrow : shapes.arrows) {
    if (arrow.timeless == timeless) draw_arrow(canvas, arrow, rows.scale);
  }
  for (const Shapes::Tag& tag : shapes.tags) {
    if (tag.timeless == timeless) draw_tag(canvas, tag, rows);
  }
}

}  // namespace gusset::paper
