#include "graph_lines.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string_view>

#include "gusset/traces/picture/canvas/strokes.hpp"

namespace gusset::picture {
namespace {

using traces::GraphBox;
using traces::GraphLine;
using traces::GraphLineStyle;
using traces::GraphScene;
using traces::ScenePoint;

constexpr double head_length = 7.0;     // units, for one edge
constexpr double min_dash_scale = 0.6;  // below this scale dashes are too short to see

constexpr double thinnest_line = 1.1;      // units
constexpr double thicker_line_by = 0.8;    // per step of strength
constexpr double far_strength = 0.45;      // colour strength of lines over many levels
constexpr double beside_selection = 0.75;  // colour strength of lines that do not touch the selected box

struct LineLook {
  std::string_view name;
  double width = thinnest_line;  // units
  double dash = 0.0;             // units; 0: a solid line
  double gap = 0.0;
  double strength = 1.0;  // colour strength; 0: the background's colour
};
constexpr std::array<LineLook, traces::graph_line_styles> looks{
    {{"dependencies"},
     {"dependencies", thinnest_line + thicker_line_by},
     {"dependencies", thinnest_line + 2.0 * thicker_line_by},
     {"dependencies", thinnest_line + 3.0 * thicker_line_by},
     {only_waits_meaning, thinnest_line, 1.65, 2.75},
     {creates_meaning, thinnest_line, 1.65, 4.4},
     {commutes_meaning, thinnest_line, 4.4, 3.3},
     {"dependencies over many levels", thinnest_line, 0.0, 0.0, far_strength},
     {commutes_meaning, thinnest_line, 4.4, 3.3, far_strength}}};

/// All lines of each style, and all arrow heads of each line strength (traces::line_strength).
struct LinePaths {
  std::array<Path, traces::graph_line_styles> lines;
  std::array<Path, traces::line_strengths> heads;
};

class LinePainter {
 public:
  LinePainter(Canvas& canvas, const GraphPicture& picture, const GraphDetail& detail)
      : canvas_(canvas),
        picture_(picture),
        detail_(detail),
        scale_(picture.place.scale),
        visible_(visible_part(picture).grown(2.0)) {}

  void draw(const std::vector<std::uint32_t>& lines) {
    LinePaths others, chosen;
    for (const std::uint32_t i : lines) {
      const GraphLine& line = picture_.scene->lines[i];
      const bool is_chosen = is_marked(picture_, line);
      const GraphLineStyle style = traces::line_style(line, is_chosen ? 1 : lines.size());
      add(is_chosen ? chosen : others, line, style, is_chosen);
    }
    const double strength = detail_.line_strength * (picture_.selected ? beside_selection : 1.0);
    paint(others, picture_.palette.muted, strength, 0.0);
    if (picture_.selected) paint(chosen, picture_.palette.accent, 1.0, 1.5);
  }

 private:
  void add(LinePaths& paths, const GraphLine& line, GraphLineStyle style, bool is_chosen) {
    const bool curved = detail_.curves || is_chosen;
    std::vector<Point> points = points_of_line(picture_, line, curved);
    const bool has_head = (detail_.arrows || is_chosen) && line.kind != GraphLine::Kind::commutes &&
                          picture_.scene->boxes[line.to].kind != GraphBox::Kind::junction;
    if (has_head) {
      const int strength = traces::line_strength(line.count);
      const double length = head_length * (1.0 + 0.45 * strength) * scale_;
      const double side = length * 0.38;
      const double back = line.upwards ? length : -length;  // lines end vertically
      const Point tip = points.back();
      Path& head = paths.heads[static_cast<std::size_t>(strength)];
      head.move_to(tip.x, tip.y);
      head.line_to(tip.x + (back < 0.0 ? -side : side), tip.y + back);
      head.line_to(tip.x + (back < 0.0 ? side : -side), tip.y + back);
      points = without_end(points, 0.7 * length);
    }
    add_seen(paths.lines[static_cast<std::size_t>(style)], points);
  }

  // Adds a line without the segments that lie entirely above, below, left or right of the view.
  void add_seen(Path& path, const std::vector<Point>& points) const {
    bool is_open = false;
    for (std::size_t i = 1; i < points.size(); ++i) {
      const Point& from = points[i - 1];
      const Point& to = points[i];
      const bool is_outside = (from.x < visible_.left && to.x < visible_.left) ||
                              (from.x > visible_.right && to.x > visible_.right) ||
                              (from.y < visible_.top && to.y < visible_.top) ||
                              (from.y > visible_.bottom && to.y > visible_.bottom);
      if (!is_outside) {
        if (!is_open) path.move_to(from.x, from.y);
        path.line_to(to.x, to.y);
      }
      is_open = !is_outside;
    }
  }

  void paint(const LinePaths& paths, Colour colour, double strength, double min_width) {
    for (std::size_t i = paths.lines.size(); i-- > 0;) {  // long lines lie below the others
      if (paths.lines[i].empty()) continue;
      canvas_.stroke(paths.lines[i], stroke_of(looks[i], colour, strength, min_width), looks[i].name);
    }
    const Colour fill = mixed(picture_.palette.background, colour, strength);
    for (const Path& path : paths.heads) {
      if (!path.empty()) canvas_.fill(path, fill, "dependencies");
    }
  }

  StrokeStyle stroke_of(const LineLook& look, Colour colour, double strength, double min_width) const {
    const double dash_scale = std::max(scale_, min_dash_scale);
    const double width = detail_.curves ? look.width * scale_ : 0.0;
    return {.width = std::max({picture_.medium.min_line_width, min_width, width}),
            .dash = look.dash * dash_scale,
            .gap = look.gap * dash_scale,
            .colour = mixed(picture_.palette.background, colour, strength * look.strength),
            .smooth = detail_.smooth};
  }

  Canvas& canvas_;
  const GraphPicture& picture_;
  const GraphDetail& detail_;
  double scale_;
  PixelBox visible_;
};

}  // namespace

bool PixelBox::meets(std::span<const Point> line) const {
  for (std::size_t i = 1; i < line.size(); ++i) {
    // Separating axis test: neither the box's axes nor the line's normal separates them.
    const double half_x = (line[i].x - line[i - 1].x) / 2.0;
    const double half_y = (line[i].y - line[i - 1].y) / 2.0;
    const double x = (line[i].x + line[i - 1].x) / 2.0 - middle_x();
    const double y = (line[i].y + line[i - 1].y) / 2.0 - middle_y();
    if (std::fabs(x) < width() / 2.0 + std::fabs(half_x) &&
        std::fabs(y) < height() / 2.0 + std::fabs(half_y) &&
        std::fabs(half_x * y - half_y * x) <
            width() / 2.0 * std::fabs(half_y) + height() / 2.0 * std::fabs(half_x))
      return true;
  }
  return false;
}

bool is_marked(const GraphPicture& picture, const GraphLine& line) {
  return line.from == picture.selected || line.to == picture.selected;
}

PixelBox visible_part(const GraphPicture& picture) {
  constexpr double far = std::numeric_limits<double>::max() / 4.0;
  if (!picture.visible_size) return {-far, -far, far, far};
  return {0.0, 0.0, picture.visible_size->x, picture.visible_size->y};
}

std::vector<std::uint32_t> visible_lines(const GraphPicture& picture) {
  const GraphScene& scene = *picture.scene;
  const PixelBox visible = visible_part(picture);
  std::vector<std::uint32_t> lines;
  for (std::uint32_t i = 0; i < scene.lines.size(); ++i) {
    const GraphLine& line = scene.lines[i];
    if (line.is_bundled && !is_marked(picture, line)) continue;
    PixelBox box{1e300, 1e300, -1e300, -1e300};
    for (std::uint32_t point = 0; point < line.point_count; ++point) {
      const ScenePoint& of_scene = scene.points[line.first_point + point];
      const Point at = picture.place.at(of_scene.x, of_scene.y);
      box = {std::min(box.left, at.x), std::min(box.top, at.y), std::max(box.right, at.x),
             std::max(box.bottom, at.y)};
    }
    if (box.grown(1.0).meets(visible)) lines.push_back(i);
  }
  return lines;
}

std::vector<Point> points_of_line(const GraphPicture& picture, const GraphLine& line, bool curved) {
  const auto point = [&](std::uint32_t i) {
    const ScenePoint& at = picture.scene->points[line.first_point + i];
    return picture.place.at(at.x, at.y);
  };
  std::vector<Point> points = {point(0)};
  if (line.is_arc) {  // a quadratic curve, written as a cubic one
    const Point middle = point(1);
    const auto towards = [&](Point from) {
      return Point{from.x + (middle.x - from.x) * 2.0 / 3.0, from.y + (middle.y - from.y) * 2.0 / 3.0};
    };
    append_curve(points, towards(point(0)), towards(point(2)), point(2));
    return points;
  }
  constexpr double min_step = 1.5;  // pixels; smaller steps are invisible
  for (std::uint32_t i = 1; i < line.point_count; ++i) {
    const Point to = point(i);
    const Point from = points.back();
    const bool is_last = i + 1 == line.point_count;
    if (!is_last && std::fabs(to.x - from.x) + std::fabs(to.y - from.y) < min_step) continue;
    const double half = (from.y + to.y) / 2.0;
    if (curved && from.x != to.x) {
      append_curve(points, {from.x, half}, {to.x, half}, to);  // leaves and arrives vertically
    } else {
      points.push_back(to);
    }
  }
  return points;
}

void draw_graph_lines(Canvas& canvas, const GraphPicture& picture, const std::vector<std::uint32_t>& lines,
                      const GraphDetail& detail) {
  LinePainter(canvas, picture, detail).draw(lines);
}

}  // namespace gusset::picture
