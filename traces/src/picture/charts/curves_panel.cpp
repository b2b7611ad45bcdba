#include "gusset/traces/picture/charts/curves_panel.hpp"

#include <algorithm>
#include <limits>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "gusset/traces/picture/canvas/strokes.hpp"
#include "gusset/traces/picture/canvas/text.hpp"

namespace gusset::picture {
namespace {

constexpr double line_width = 1.6;
constexpr double disc_radius = 3.4;
constexpr double half_square = 3.2;
constexpr double thin_line_width = 1.4;
constexpr double band_tint = 0.1;
constexpr Colour thin_colour{0xB8, 0xB8, 0xB8};
constexpr Colour white{0xFF, 0xFF, 0xFF};

// The stroke of a curve's line at full strength.
StrokeStyle curve_stroke(CurveStyle style, Colour colour) {
  StrokeStyle stroke{line_width, 0.0, 0.0, colour};
  if (style == CurveStyle::dashes) stroke.dash = 6.0, stroke.gap = 4.0;
  if (style == CurveStyle::thin) stroke.width = thin_line_width;
  if (style == CurveStyle::dots) stroke.dash = 1.8, stroke.gap = 3.2;
  return stroke;
}

void add_mark(Path& path, CurveStyle style, Point at) {
  if (style == CurveStyle::discs) add_disc(path, at, disc_radius);
  // A square is a line as wide as it is long, so it has the same orientation as the other marks.
  if (style == CurveStyle::squares)
    add_line(path, {at.x - half_square, at.y}, {at.x + half_square, at.y}, 2.0 * half_square);
}

void draw_styled(Canvas& canvas, const StyledCurve& curve, Colour colour, std::span<const Point> line,
                 const Path& marks, const std::string& name) {
  if (line.size() > 1) {
    Path path;
    add_polyline(path, line);
    canvas.stroke(path, curve_stroke(curve.style, colour), name);
  }
  if (!marks.empty()) canvas.fill(marks, colour, name);
}

Colour colour_of(const StyledCurve& curve, const CurvesScale& scale) {
  return curve.style == CurveStyle::thin ? thin_colour : traces::type_colour(scale.colours.at(curve.name));
}

}  // namespace

CurvesScale scale_of(const CurvesFigure& figure) {
  CurvesScale scale;
  scale.is_logarithmic = figure.is_logarithmic;
  double lowest = std::numeric_limits<double>::infinity();
  double highest = 0.0;
  for (const CurvesPanel& panel : figure.panels) {
    for (const StyledCurve& curve : panel.curves) {
      if (curve.style != CurveStyle::thin) scale.colours.emplace(curve.name, scale.colours.size());
      for (const CurvePoint& point : curve.points) {
        lowest = std::min(lowest, point.low);
        highest = std::max(highest, point.high);
      }
    }
  }
  if (highest > 0.0) scale.lowest = std::min(lowest, highest), scale.highest = highest;
  return scale;
}

void draw_curves_panel(Canvas& canvas, const CurvesPanel& panel, const CurvesScale& scale,
                       const PanelBox& box) {
  std::set<double> places;
  double first = std::numeric_limits<double>::infinity();
  double last = 0.0;
  for (const StyledCurve& curve : panel.curves) {
    for (const CurvePoint& point : curve.points) {
      if (curve.has_ticks) places.insert(point.x);
      first = std::min(first, point.x);
      last = std::max(last, point.x);
    }
  }
  if (last == 0.0) first = last = 1.0;
  if (places.empty()) places.insert(first);
  std::vector<NumberTick> ticks;
  for (const double place : places) ticks.push_back({place, number_label(place, 1.0)});
  const PlotFrame frame(canvas, box, panel.title, NumberAxis::logarithmic(first, last),
                        scale.is_logarithmic ? NumberAxis::doubling(scale.lowest, scale.highest)
                                             : NumberAxis::linear(0.0, scale.highest),
                        std::move(ticks));
  frame.draw(canvas, panel.x_title, panel.y_title);
  if (!panel.band.empty()) {
    std::vector<Point> corners;
    for (const Point& corner : panel.band) corners.push_back(frame.place(corner.x, corner.y));
    Path band;
    add_polyline(band, corners);
    canvas.fill(band, mixed(white, traces::type_colour(0), band_tint), "");
  }
  // The first curve matters most, so it is drawn last, above the others.
  for (auto curve = panel.curves.rbegin(); curve != panel.curves.rend(); ++curve) {
    std::vector<Point> places_of_curve;
    Path marks;
    for (const CurvePoint& point : curve->points) {
      places_of_curve.push_back(frame.place(point.x, point.y));
      add_mark(marks, curve->style, places_of_curve.back());
      const Point low = frame.place(point.x, point.low);
      const Point high = frame.place(point.x, point.high);
      if (low.y - high.y >= 1.0) add_range(marks, low, high, 4.0);
    }
    draw_styled(canvas, *curve, colour_of(*curve, scale), places_of_curve, marks, printable(curve->name));
  }
}

void draw_curve_sample(Canvas& canvas, const StyledCurve& curve, const CurvesScale& scale, Point begin,
                       double length) {
  Path mark;
  add_mark(mark, curve.style, {begin.x + length / 2.0, begin.y});
  const std::vector<Point> line{begin, {begin.x + length, begin.y}};
  draw_styled(canvas, curve, colour_of(curve, scale), line, mark, "");
}

}  // namespace gusset::picture
