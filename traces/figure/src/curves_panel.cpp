#include "curves_panel.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include "layout.hpp"
#include "plot_frame.hpp"
#include "strokes.hpp"
#include "text.hpp"

namespace gusset::figure {
namespace {

constexpr double line_width = 1.6;
constexpr double disc_radius = 3.4;
constexpr double half_square = 3.2;
struct Dashes {
  double length = 0.0;
  double gap = 0.0;
};
constexpr Dashes dashes{6.0, 4.0};
constexpr Dashes dots{1.8, 3.2};

void add_dashes(Path& path, Dashes dashes, Point from, Point to) {
  const double length = std::hypot(to.x - from.x, to.y - from.y);
  for (double at = 0.0; at < length; at += dashes.length + dashes.gap) {
    const auto along = [&](double distance) {
      const double share = std::min(distance, length) / length;
      return Point{from.x + (to.x - from.x) * share, from.y + (to.y - from.y) * share};
    };
    add_line(path, along(at), along(at + dashes.length), line_width);
  }
}

void add_stretch(Path& path, CurveStyle style, Point from, Point to) {
  if (style == CurveStyle::dashes) {
    add_dashes(path, dashes, from, to);
  } else if (style == CurveStyle::dots) {
    add_dashes(path, dots, from, to);
  } else {
    add_line(path, from, to, line_width);
  }
}

void add_mark(Path& path, CurveStyle style, Point at) {
  if (style == CurveStyle::discs) add_disc(path, at, disc_radius);
  // Lines that are as wide as they are long: they turn the way the others do.
  if (style == CurveStyle::squares)
    add_line(path, {at.x - half_square, at.y}, {at.x + half_square, at.y}, 2.0 * half_square);
}

void add_range(Path& path, Point low, Point high) {
  if (low.y - high.y < 1.0) return;
  add_line(path, low, high, 1.2);
  for (const Point end : {low, high}) add_line(path, {end.x - 4.0, end.y}, {end.x + 4.0, end.y}, 1.2);
}

Colour colour_of(const StyledCurve& curve, const CurvesScale& scale) {
  return traces::type_colour(scale.colours.at(curve.name));
}

}  // namespace

CurvesScale scale_of(const CurvesFigure& figure) {
  CurvesScale scale;
  double highest = 0.0;
  for (const CurvesPanel& panel : figure.panels) {
    for (const StyledCurve& curve : panel.curves) {
      scale.colours.emplace(curve.name, scale.colours.size());
      for (const CurvePoint& point : curve.points) highest = std::max(highest, point.high);
    }
  }
  if (highest > 0.0) scale.highest = highest;
  return scale;
}

void draw_curves(Canvas& canvas, const CurvesPanel& panel, const CurvesScale& scale, const PanelBox& box) {
  std::set<double> places;
  for (const StyledCurve& curve : panel.curves) {
    for (const CurvePoint& point : curve.points) places.insert(point.x);
  }
  if (places.empty()) places.insert(1.0);
  std::vector<NumberTick> ticks;
  for (const double place : places) ticks.push_back({place, number_label(place, 1.0)});
  const PlotFrame frame(box, NumberAxis::logarithmic(*places.begin(), *places.rbegin()),
                        NumberAxis::linear(0.0, scale.highest), std::move(ticks));
  frame.draw(canvas, panel.title, panel.x_title, panel.y_title);
  // The first curve is the one that matters most: it lies above the others.
  for (auto curve = panel.curves.rbegin(); curve != panel.curves.rend(); ++curve) {
    Path path;
    for (std::size_t i = 0; i < curve->points.size(); ++i) {
      const CurvePoint& point = curve->points[i];
      const Point at = frame.place(point.x, point.y);
      if (i > 0)
        add_stretch(path, curve->style, frame.place(curve->points[i - 1].x, curve->points[i - 1].y), at);
      add_mark(path, curve->style, at);
      add_range(path, frame.place(point.x, point.low), frame.place(point.x, point.high));
    }
    canvas.fill(path, colour_of(*curve, scale), printable(curve->name));
  }
}

void draw_curve_sample(Canvas& canvas, const StyledCurve& curve, const CurvesScale& scale, Point begin,
                       double length) {
  Path path;
  add_stretch(path, curve.style, begin, {begin.x + length, begin.y});
  add_mark(path, curve.style, {begin.x + length / 2.0, begin.y});
  canvas.fill(path, colour_of(curve, scale), "");
}

}  // namespace gusset::figure
