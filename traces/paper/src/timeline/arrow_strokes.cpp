#include "arrow_strokes.hpp"

#include <algorithm>
#include <cmath>

#include "canvas/strokes.hpp"
#include "canvas/text.hpp"

namespace gusset::figure {
namespace {

constexpr Colour rim_colour{0xFF, 0xFF, 0xFF};
constexpr double rim_width = 1.0;
constexpr double least_scale = 0.45;
constexpr double usual_row = 22.0;       // pixels
constexpr double line_within_tip = 0.7;  // where the line ends, as a share of the tip

// A triangle that points as the line does where it begins; `grow` larger on all sides.
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

void draw_part(Canvas& canvas, const ArrowStroke& arrow, const StrokeStyle& style, double grow) {
  const std::vector<Point> line = without_end(arrow.points, arrow.tip * line_within_tip);
  if (!line.empty()) {
    Path path;
    add_open(path, line);
    canvas.stroke(path, style, arrow.name);
  }
  if (arrow.tip <= 0.0) return;
  Path tip;
  add_tip(tip, arrow.points, arrow.tip, grow);
  canvas.fill(tip, style.colour, arrow.name);
}

}  // namespace

void draw_rim(Canvas& canvas, const ArrowStroke& arrow) {
  draw_part(canvas, arrow, {arrow.width + 2.0 * rim_width, 0.0, 0.0, rim_colour}, 2.0 * rim_width);
}

void draw_arrow(Canvas& canvas, const ArrowStroke& arrow) {
  draw_part(canvas, arrow, {arrow.width, arrow.dash, arrow.dash, arrow.colour}, 0.0);
}

double arrow_scale(const PanelLayout& place) {
  if (place.rows.empty()) return 1.0;
  return std::clamp((place.rows[0].bottom - place.rows[0].top) / usual_row, least_scale, 1.0);
}

Plates::Place Plates::place_at(Point at, const std::string& words) const {
  const double width = text_width(words, small_size, true) + 8.0;
  const double left =
      std::max(layout_.plot_left + 1.0, std::min(at.x - width / 2, layout_.plot_right - 1.0 - width));
  return {left, at.y - small_size * 0.7, left + width, at.y + small_size * 0.7};
}

void Plates::put(const Place& place, const std::string& words, Colour colour, const std::string& name) {
  taken_.push_back(place);
  Path below;
  below.rectangle(place.left, place.top, place.right, place.bottom);
  canvas_.fill(below, colour, name);
  canvas_.text({(place.left + place.right) / 2, (place.top + place.bottom) / 2 + small_size * 0.36}, words,
               {.size = small_size, .bold = true, .anchor = Anchor::middle, .colour = rim_colour});
}

bool Plates::place(std::span<const Point> points, const std::string& words, Colour colour,
                   const std::string& name) {
  for (const Point& point : points) {
    const Place here = place_at(point, words);
    const bool is_taken = std::any_of(taken_.begin(), taken_.end(), [&](const Place& other) {
      return here.left < other.right && other.left < here.right && here.top < other.bottom &&
             other.top < here.bottom;
    });
    if (is_taken) continue;
    put(here, words, colour, name);
    return true;
  }
  return false;
}

void Plates::add(std::span<const Point> points, const std::string& words, Colour colour,
                 const std::string& name, const std::string& shorter_words) {
  if (!place(points, words, colour, name) && !shorter_words.empty())
    place(points, shorter_words, colour, name);
}

void Plates::add_note(const std::string& words, Colour colour, double rows_bottom) {
  std::vector<Point> points;
  for (int step = 0; step < 4; ++step)
    points.push_back({static_cast<double>(layout_.plot_left), rows_bottom - (1.0 + 1.5 * step) * small_size});
  if (!place(points, words, colour, "not drawn"))
    put(place_at(points.front(), words), words, colour, "not drawn");
}

}  // namespace gusset::figure
