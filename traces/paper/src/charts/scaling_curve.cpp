#include <algorithm>
#include <cmath>
#include <set>

#include "canvas/canvas.hpp"
#include "canvas/text.hpp"
#include "figure/layout.hpp"
#include "sweep_panels.hpp"

namespace gusset::figure {
namespace {

constexpr int curve_plot_height = 300;
constexpr double legend_line = 18.0;
constexpr Colour ideal_colour{0xB8, 0xB8, 0xB8};

struct Extent {
  double x_low = 0.0, x_high = 0.0, y_low = 0.0, y_high = 0.0;
};

template <class Visit>
void for_each_point(const ScalingCurve& curve, Visit visit) {
  for (const CurveSeries& series : curve.series) {
    for (const CurvePoint& point : series.points) visit(point);
  }
}

// Of all, ranges included.
Extent extent_of(const ScalingCurve& curve) {
  Extent extent;
  bool is_first = true;
  for_each_point(curve, [&](const CurvePoint& point) {
    if (is_first) extent = {point.x, point.x, point.low, point.high};
    is_first = false;
    extent.x_low = std::min(extent.x_low, point.x);
    extent.x_high = std::max(extent.x_high, point.x);
    extent.y_low = std::min(extent.y_low, point.low);
    extent.y_high = std::max(extent.y_high, point.high);
  });
  return extent;
}

// The lowest point where x is least: as much work there as there is.
CurvePoint first_of(const ScalingCurve& curve) {
  CurvePoint first;
  bool is_known = false;
  for_each_point(curve, [&](const CurvePoint& point) {
    if (!is_known || point.x < first.x || (point.x == first.x && point.y < first.y)) first = point;
    is_known = true;
  });
  return first;
}

// What is measured at: the numbers of nodes themselves.
std::vector<NumberTick> ticks_of(const ScalingCurve& curve) {
  std::set<double> values;
  for_each_point(curve, [&](const CurvePoint& point) { values.insert(point.x); });
  std::vector<NumberTick> ticks;
  for (const double value : values) ticks.push_back({value, number_label(value, 1.0)});
  return ticks;
}

void draw_series(Canvas& canvas, const PlotFrame& frame, const CurveSeries& series, Colour colour) {
  Path path;
  for (std::size_t i = 0; i < series.points.size(); ++i) {
    const CurvePoint& point = series.points[i];
    const Point at = frame.place(point.x, point.y);
    if (i > 0) add_line(path, frame.place(series.points[i - 1].x, series.points[i - 1].y), at, 1.6);
    add_disc(path, at, 3.2);
    const Point low = frame.place(point.x, point.low);
    const Point high = frame.place(point.x, point.high);
    if (low.y - high.y < 1.0) continue;
    add_line(path, low, high, 1.2);
    for (const Point end : {low, high}) add_line(path, {end.x - 4.0, end.y}, {end.x + 4.0, end.y}, 1.2);
  }
  canvas.fill(path, colour, printable(series.name));
}

}  // namespace

int scaling_curve_height(const ScalingCurve& curve, int /*width*/) {
  const bool is_curve = std::any_of(curve.series.begin(), curve.series.end(),
                                    [](const CurveSeries& series) { return series.points.size() > 1; });
  if (!is_curve) return 0;
  return curve_plot_height + static_cast<int>(legend_line * static_cast<double>(curve.series.size() + 1)) + 8;
}

void draw_scaling_curve(Canvas& canvas, const ScalingCurve& curve, const PanelBox& box) {
  const Extent extent = extent_of(curve);
  const CurvePoint first = first_of(curve);
  const double ideal_end = first.y * first.x / extent.x_high;
  PanelBox plot = box;
  plot.height = curve_plot_height;
  const PlotFrame frame(canvas, plot, curve.title, NumberAxis::logarithmic(extent.x_low, extent.x_high),
                        NumberAxis::logarithmic(std::min(extent.y_low, ideal_end), extent.y_high),
                        ticks_of(curve));
  frame.draw(canvas, curve.x_title, curve.y_title);
  Path ideal;
  add_line(ideal, frame.place(first.x, first.y), frame.place(extent.x_high, ideal_end), 1.4);
  canvas.fill(ideal, ideal_colour, "ideal");
  // The first series is the one that matters most: it lies above the others.
  for (std::size_t i = curve.series.size(); i-- > 0;) {
    draw_series(canvas, frame, curve.series[i], traces::type_colour(i));
  }
  double baseline = box.top + curve_plot_height + legend_line;
  const auto entry = [&](Colour colour, const std::string& text) {
    Path swatch;
    add_line(swatch, {frame.left(), baseline - 4.0}, {frame.left() + 18.0, baseline - 4.0}, 2.4);
    canvas.fill(swatch, colour, "");
    canvas.text({frame.left() + 24.0, baseline},
                shortened(text, box.left + box.width - frame.left() - 24.0, small_size),
                {.size = small_size});
    baseline += legend_line;
  };
  for (std::size_t i = 0; i < curve.series.size(); ++i) {
    entry(traces::type_colour(i), printable(curve.series[i].name));
  }
  entry(ideal_colour, "ideal; bars: ranges over seeds");
}

}  // namespace gusset::figure
