#include "graph_lines.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

#include "canvas/strokes.hpp"

namespace gusset::figure {
namespace {

using traces::GraphBox;
using traces::GraphLine;
using traces::GraphLineStyle;
using traces::GraphScene;
using traces::ScenePoint;

constexpr double head_length = 7.0;       // units, of one edge
constexpr double least_line_width = 0.3;  // pixels
constexpr double least_dash_scale = 0.6;  // shorter dashes are no dashes

constexpr double thinnest_line = 1.1;    // units
constexpr double thicker_line_by = 0.8;  // for each step of strength
constexpr double far_strength = 0.45;

std::string_view style_name(GraphLineStyle style) {
  switch (style) {
    case GraphLineStyle::only_waits:
      return "the next version waits for a reader";
    case GraphLineStyle::commutes:
    case GraphLineStyle::far_commutes:
      return "in any order, but not at once";
    case GraphLineStyle::far:
      return "dependencies over many levels";
    default:
      return "dependencies";
  }
}

// Of lines that are drawn with so much of the full colour.
StrokeStyle line_stroke(GraphLineStyle style, double strength, double scale) {
  const double dash_scale = std::max(scale, least_dash_scale);
  const double width = thinnest_line + thicker_line_by * traces::strength_of(style);
  StrokeStyle stroke{
      .width = std::max(least_line_width, width * scale),
      .colour = between(graph_paper, graph_line, traces::is_far(style) ? strength * far_strength : strength)};
  if (style == GraphLineStyle::only_waits) stroke.dash = 1.65 * dash_scale, stroke.gap = 2.75 * dash_scale;
  if (style == GraphLineStyle::commutes || style == GraphLineStyle::far_commutes)
    stroke.dash = 4.4 * dash_scale, stroke.gap = 3.3 * dash_scale;
  return stroke;
}

// Faint where they are so many that nothing else would be seen.
double strength_of_all(const GraphScene& scene, std::size_t lines, double scale) {
  constexpr double pixels_per_line = 250.0;  // of the picture, from which on lines are faint
  constexpr double least = 0.3;
  const double pixels = scene.size.width * scene.size.height * scale * scale;
  const double room = pixels / (pixels_per_line * static_cast<double>(std::max<std::size_t>(1, lines)));
  return std::clamp(std::sqrt(room), least, 1.0);
}

}  // namespace

std::vector<Point> points_of_line(const GraphScene& scene, const GraphLine& line, const GraphPlace& place) {
  const auto point = [&](std::uint32_t i) {
    const ScenePoint& at = scene.points[line.first_point + i];
    return place.at(at.x, at.y);
  };
  std::vector<Point> points = {point(0)};
  if (line.is_arc) {  // a quadratic curve, as a cubic one
    const Point middle = point(1);
    const auto towards = [&](Point from) {
      return Point{from.x + (middle.x - from.x) * 2.0 / 3.0, from.y + (middle.y - from.y) * 2.0 / 3.0};
    };
    append_curve(points, towards(point(0)), towards(point(2)), point(2));
    return points;
  }
  for (std::uint32_t i = 1; i < line.point_count; ++i) {
    const Point to = point(i);
    const Point from = points.back();
    const double half = (from.y + to.y) / 2.0;
    append_curve(points, {from.x, half}, {to.x, half}, to);  // leaves and arrives upright
  }
  return points;
}

void draw_graph_lines(Canvas& canvas, const GraphScene& scene, const GraphPlace& place) {
  const auto lines = static_cast<std::size_t>(std::count_if(
      scene.lines.begin(), scene.lines.end(), [](const auto& line) { return !line.is_bundled; }));
  std::array<Path, traces::graph_line_styles> paths;
  std::array<Path, traces::line_strengths> heads;
  for (const GraphLine& line : scene.lines) {
    if (line.is_bundled) continue;
    const auto number = static_cast<std::size_t>(traces::line_style(line, lines));
    std::vector<Point> points = points_of_line(scene, line, place);
    const bool has_head =
        line.kind != GraphLine::Kind::commutes && scene.boxes[line.to].kind != GraphBox::Kind::junction;
    if (has_head) {
      const int strength = traces::line_strength(line.count);
      const double length = head_length * (1.0 + 0.45 * strength) * place.scale;
      const double side = length * 0.38;
      const double back = line.upwards ? length : -length;  // lines end upright
      const Point tip = points.back();
      Path& head = heads[static_cast<std::size_t>(strength)];
      head.move_to(tip.x, tip.y);
      head.line_to(tip.x + (back < 0.0 ? -side : side), tip.y + back);
      head.line_to(tip.x + (back < 0.0 ? side : -side), tip.y + back);
      points = without_end(points, 0.7 * length);
    }
    add_open(paths[number], points);
  }
  const double strength = strength_of_all(scene, lines, place.scale);
  for (std::size_t i = paths.size(); i-- > 0;) {  // what leads far lies below the others
    if (paths[i].empty()) continue;
    const auto style = static_cast<GraphLineStyle>(i);
    canvas.stroke(paths[i], line_stroke(style, strength, place.scale), style_name(style));
  }
  for (const Path& path : heads) {
    if (!path.empty()) canvas.fill(path, between(graph_paper, graph_line, strength), "dependencies");
  }
}

}  // namespace gusset::figure
