#include "shapes_painter.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
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
constexpr double frame_width = 2.0;  // of frames and lines, at scale 1
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

// Adds the border of a box, half inside and half outside of it, as far as the clip shows it.
void add_border(const Shapes::Frame& frame, double width, Path& path) {
  const double half = width / 2.0;
  const double left = frame.box.left - half;
  const double right = frame.box.right() + half;
  const double top = frame.box.top - half;
  const double bottom = frame.box.bottom() + half;
  const auto add = [&](double from_x, double from_y, double to_x, double to_y) {
    from_x = std::max<double>(from_x, frame.clip.left);
    to_x = std::min<double>(to_x, frame.clip.right());
    if (from_x < to_x) path.rectangle(from_x, from_y, to_x, to_y);
  };
  add(left, top, right, top + width);
  add(left, bottom - width, right, bottom);
  add(left, top + width, left + width, bottom - width);
  add(right - width, top + width, right, bottom - width);
}

// Draws a light rim around all frames before the frames, so that no rim hides a frame.
void draw_outlines(Canvas& canvas, const std::vector<Shapes::Frame>& frames, double scale) {
  const double width = frame_width * scale;
  for (const bool is_rim : {true, false}) {
    for (auto first = frames.begin(); first != frames.end();) {
      Path path;
      auto frame = first;
      for (; frame != frames.end() && frame->colour == first->colour && frame->name == first->name; ++frame)
        add_border(*frame, is_rim ? width + 2.0 * rim_width : width, path);
      if (!path.empty())
        canvas.fill(path, is_rim ? rim_colour : picture::colour_of(first->colour), first->name);
      first = frame;
    }
  }
}

// Returns the part of a line that its clip shows, or nothing.
std::optional<std::pair<Point, Point>> seen_part(const Shapes::Line& line) {
  double first = 0.0;
  double last = 1.0;
  const auto cut = [&](double from, double to, double low, double high) {
    if (from == to) {
      if (from < low || from > high) last = -1.0;
      return;
    }
    const double a = (low - from) / (to - from);
    const double b = (high - from) / (to - from);
    first = std::max(first, std::min(a, b));
    last = std::min(last, std::max(a, b));
  };
  cut(line.from_x, line.to_x, line.clip.left, line.clip.right());
  cut(line.from_y, line.to_y, line.clip.top, line.clip.bottom());
  if (first > last) return std::nullopt;
  const auto at = [&](double share) {
    return Point{line.from_x + (line.to_x - line.from_x) * share,
                 line.from_y + (line.to_y - line.from_y) * share};
  };
  return std::pair(at(first), at(last));
}

void draw_lines(Canvas& canvas, const std::vector<Shapes::Line>& lines, double scale) {
  const double width = frame_width * scale;
  const double dash = dash_length * scale;
  for (const bool is_rim : {true, false}) {
    for (const Shapes::Line& line : lines) {
      const auto seen = seen_part(line);
      if (!seen) continue;
      Path path;
      path.move_to(seen->first.x, seen->first.y);
      path.line_to(seen->second.x, seen->second.y);
      const bool is_dashed = line.dashed && !is_rim;
      canvas.stroke(path,
                    {.width = is_rim ? width + 2.0 * rim_width : width,
                     .dash = is_dashed ? dash : 0.0,
                     .gap = is_dashed ? dash * 0.6 : 0.0,
                     .colour = is_rim ? rim_colour : picture::colour_of(line.colour)},
                    line.name);
    }
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
    draw_outlines(canvas, shapes.frames, rows.scale);
    draw_lines(canvas, shapes.lines, rows.scale);
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
