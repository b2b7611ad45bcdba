#include "graph_lines.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

#include "strokes.hpp"

namespace gusset::figure {
namespace {

using traces::GraphBox;
using traces::GraphLine;
using traces::GraphScene;
using traces::ScenePoint;

constexpr double head_length = 7.0;       // units, of one edge
constexpr double least_line_width = 0.3;  // pixels
constexpr double least_dash_scale = 0.6;  // shorter dashes are no dashes

/// How a kind of lines is drawn; widths, dashes and gaps in units.
struct LineStyle {
  double width = 1.1;
  double dash = 0.0;  ///< 0: none
  double gap = 0.0;
  double strength = 1.0;  ///< 0…1
  std::string_view name;
};

constexpr std::size_t strengths = 4;  // of traces::line_strength
constexpr std::string_view any_order_name = "in any order, but not at once";
constexpr std::array<LineStyle, 8> line_styles = {
    {{1.1, 0.0, 0.0, 1.0, "dependencies"},
     {1.9, 0.0, 0.0, 1.0, "dependencies"},
     {2.7, 0.0, 0.0, 1.0, "dependencies"},
     {3.5, 0.0, 0.0, 1.0, "dependencies"},
     {1.1, 1.65, 2.75, 1.0, "the next version waits for a reader"},
     {1.1, 4.4, 3.3, 1.0, any_order_name},
     {1.1, 0.0, 0.0, 0.45, "dependencies over many levels"},
     {1.1, 4.4, 3.3, 0.45, any_order_name}}};

/// Of lines that lead far among many others, which are fainter.
bool is_far(const GraphLine& line, std::size_t lines) {
  constexpr std::uint32_t long_way = 10;  // points
  constexpr std::size_t many_to_follow = 150;
  return lines > many_to_follow && line.point_count > long_way && line.kind != GraphLine::Kind::only_waits;
}

std::size_t style_of(const GraphLine& line, std::size_t lines) {
  const bool is_dashed = line.kind == GraphLine::Kind::commutes;
  if (is_far(line, lines)) return is_dashed ? 7 : 6;
  if (is_dashed) return 5;
  if (line.kind == GraphLine::Kind::only_waits) return 4;
  return static_cast<std::size_t>(traces::line_strength(line.count));
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
  std::array<Path, line_styles.size()> paths;
  std::array<Path, strengths> heads;
  for (const GraphLine& line : scene.lines) {
    if (line.is_bundled) continue;
    const std::size_t number = style_of(line, lines);
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
    const LineStyle& style = line_styles[i];
    const double dash_scale = std::max(place.scale, least_dash_scale);
    canvas.stroke(paths[i],
                  {.width = std::max(least_line_width, style.width * place.scale),
                   .dash = style.dash * dash_scale,
                   .gap = style.gap * dash_scale,
                   .colour = between(graph_paper, graph_line, strength * style.strength)},
                  style.name);
  }
  for (const Path& path : heads) {
    if (!path.empty()) canvas.fill(path, between(graph_paper, graph_line, strength), "dependencies");
  }
}

}  // namespace gusset::figure
