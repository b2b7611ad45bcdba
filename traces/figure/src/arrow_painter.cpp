#include "arrow_painter.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <string>

#include "strokes.hpp"
#include "sub_rows.hpp"
#include "text.hpp"

namespace gusset::figure {
namespace {

using traces::ArrowBundle;
using traces::ArrowEnd;
using traces::ArrowPoint;

constexpr Colour dependency_colour{0x34, 0x40, 0x4E};
constexpr Colour strong_colour{0x14, 0x62, 0xBE};
constexpr Colour message_colour{0x96, 0x46, 0xA0};
constexpr Colour rim_colour{0xFF, 0xFF, 0xFF};
constexpr std::size_t curve_steps = 48;
constexpr double arrow_dash = 6.0;
constexpr double rim_width = 1.0;
constexpr double least_scale = 0.45;

Colour arrow_colour(const ArrowBundle& bundle) {
  return bundle.is_message ? message_colour : bundle.is_strong ? strong_colour : dependency_colour;
}

std::string arrow_name(const ArrowBundle& bundle) {
  const std::string what = bundle.is_message ? "message" : "dependency";
  if (bundle.count == 1) return bundle.is_strong ? what + ", the last" : what;
  return std::to_string(bundle.count) + (bundle.is_message ? " messages" : " dependencies");
}

std::string arrow_words(const ArrowBundle& bundle) {
  using Where = ArrowEnd::Where;
  const std::string count = std::to_string(bundle.count);
  if (bundle.from.where == Where::earlier) return count + " earlier";
  if (bundle.to.where == Where::later) return count + " later";
  return bundle.count == 1 ? std::string() : count;
}

class ArrowPainter {
 public:
  ArrowPainter(Canvas& canvas, const Panel& panel, const PanelDetail& detail, const FigureOptions& options,
               const PanelLayout& place, const Layout& layout, const TimeAxis& axis)
      : canvas_(canvas),
        panel_(panel),
        detail_(detail),
        options_(options),
        place_(place),
        layout_(layout),
        axis_(axis) {
    if (detail.nesting.depths() > 1) times_ = traces::task_times(*panel.trace);
    if (!place.rows.empty())
      scale_ = std::clamp((place.rows[0].bottom - place.rows[0].top) / 22.0, least_scale, 1.0);
    for (std::size_t row = 0; row < place.rows.size(); ++row) {
      for (const std::size_t lane : place.rows[row].lanes) row_of_lane_[lane] = row;
    }
  }

  void draw(const std::vector<traces::TaskArrow>& arrows) {
    std::vector<traces::PlacedArrow> placed;
    for (const traces::TaskArrow& arrow : arrows) {
      const ArrowEnd until = end(arrow.to_lane, std::max(arrow.to_ns, arrow.until_ns), arrow.to_task);
      placed.push_back({end(arrow.from_lane, arrow.from_ns, arrow.from_task),
                        traces::with_wait(end(arrow.to_lane, arrow.to_ns, arrow.to_task), until),
                        arrow.is_message, arrow.is_strong, arrow.bytes, until.x});
    }
    const traces::BundledArrows bundled = traces::bundle_arrows(placed);
    for (const ArrowBundle& bundle : bundled.bundles) rim(bundle);
    for (const bool strong : {false, true}) {
      for (const ArrowBundle& bundle : bundled.bundles) {
        if (bundle.is_strong == strong) line(bundle);
      }
    }
    for (const ArrowBundle& bundle : bundled.bundles) count(bundle);
    const std::size_t missing = bundled.left_out + bundled.filtered;
    if (missing == 0) return;
    const std::string words =
        std::to_string(missing) + (missing == 1 ? " arrow is" : " arrows are") + " not drawn";
    plate(
        {layout_.plot_left + text_width(words, small_size, true) / 2 + 6.0, place_.rows_bottom - small_size},
        words, dependency_colour, "not drawn");
  }

 private:
  ArrowEnd end(traces::LaneId lane, std::int64_t time_ns, traces::TaskId task) const {
    using Where = ArrowEnd::Where;
    const auto found = row_of_lane_.find(lane.value());
    if (found == row_of_lane_.end()) return {Where::filtered, 0, 0.0, 0.0};
    const RowLayout& row = place_.rows[found->second];
    const double x = axis_.x_from_time(time_ns);
    const Where where = x < 0.0 ? Where::earlier : x > axis_.columns() ? Where::later : Where::inside;
    const std::size_t count = sub_rows_of(detail_, row, options_);
    RowBox box{layout_.plot_left, row.top, row.bottom};
    if (count > 1 && !task.is_none())
      box = sub_row(box, detail_.nesting.depth(*panel_.trace, times_, task), count);
    return {where, found->second, layout_.plot_left + std::clamp<double>(x, 0.0, axis_.columns()),
            (box.top + box.bottom) / 2.0};
  }

  traces::ArrowCurve curve_of(const ArrowBundle& bundle) const {
    const RowLayout& row = place_.rows[bundle.from.place];
    return traces::arrow_curve(bundle, row.bottom - row.top, scale_);
  }

  // The curve, and what it waited, as a polyline.
  std::vector<ArrowPoint> points_of(const ArrowBundle& bundle) const {
    const traces::ArrowCurve curve = curve_of(bundle);
    std::vector<ArrowPoint> points;
    for (std::size_t i = 0; i <= curve_steps; ++i)
      points.push_back(traces::arrow_point(curve, static_cast<double>(i) / curve_steps));
    if (bundle.until_x > bundle.to.x + 1.0) points.push_back({bundle.until_x, bundle.to.y});
    return points;
  }

  // Only dashes of it where it is dashed. It ends within the tip.
  void add_line_along(Path& path, const std::vector<ArrowPoint>& points, double width, double tip,
                      bool dashed) const {
    double length = 0.0;
    for (std::size_t i = 1; i < points.size(); ++i) {
      length += std::hypot(points[i].x - points[i - 1].x, points[i].y - points[i - 1].y);
    }
    const double last = std::max(0.0, length - tip * 0.7);
    double at = 0.0;
    for (std::size_t i = 1; i < points.size() && at < last; ++i) {
      const ArrowPoint& from = points[i - 1];
      const double step = std::hypot(points[i].x - from.x, points[i].y - from.y);
      if (step <= 0.0) continue;
      const double stop = std::min(at + step, last);
      const double period = dashed ? 2.0 * arrow_dash * scale_ : stop + 1.0;
      for (double start = std::floor(at / period) * period; start < stop; start += period) {
        const double a = (std::max(at, start) - at) / step;
        const double b = (std::min(stop, dashed ? start + arrow_dash * scale_ : stop) - at) / step;
        if (b <= a) continue;
        // A little longer, so that no gaps are seen between short lines.
        const double joint = dashed ? 0.0 : std::min(0.3, width / 4.0) / step;
        add_line(
            path,
            {from.x + (points[i].x - from.x) * (a - joint), from.y + (points[i].y - from.y) * (a - joint)},
            {from.x + (points[i].x - from.x) * (b + joint), from.y + (points[i].y - from.y) * (b + joint)},
            width);
      }
      at += step;
    }
  }

  static void add_tip(Path& path, const std::vector<ArrowPoint>& points, double back, double grow) {
    const ArrowPoint end = points.back();
    // It points as the line does where the tip begins.
    ArrowPoint before = points.front();
    for (std::size_t i = points.size(); i-- > 0;) {
      if (std::hypot(end.x - points[i].x, end.y - points[i].y) < back * 0.7) continue;
      before = points[i];
      break;
    }
    const double length = std::hypot(end.x - before.x, end.y - before.y);
    const double x = length > 0.0 ? (end.x - before.x) / length : 1.0;
    const double y = length > 0.0 ? (end.y - before.y) / length : 0.0;
    const double side = (back + grow) * 0.45;
    path.move_to(end.x + x * grow, end.y + y * grow);
    path.line_to(end.x - x * (back + grow) - y * side, end.y - y * (back + grow) + x * side);
    path.line_to(end.x - x * (back + grow) + y * side, end.y - y * (back + grow) - x * side);
  }

  // Rims, so that arrows are seen on every colour, come before lines, so that none hides another.
  void rim(const ArrowBundle& bundle) {
    fill(bundle, traces::arrow_width(bundle) * scale_ + 2.0 * rim_width, 2.0 * rim_width, false, rim_colour);
  }

  void line(const ArrowBundle& bundle) {
    fill(bundle, traces::arrow_width(bundle) * scale_, 0.0, bundle.is_message, arrow_colour(bundle));
  }

  void fill(const ArrowBundle& bundle, double width, double grow, bool dashed, Colour colour) {
    const std::vector<ArrowPoint> points = points_of(bundle);
    const double tip = (5.0 + 2.0 * traces::arrow_width(bundle)) * scale_;
    Path path;
    add_line_along(path, points, width, tip, dashed);
    canvas_.fill(path, colour, arrow_name(bundle));
    Path end;
    add_tip(end, points, tip, grow);
    canvas_.fill(end, colour, arrow_name(bundle));
  }

  void count(const ArrowBundle& bundle) {
    const std::string words = arrow_words(bundle);
    if (words.empty()) return;
    const bool ends_later = bundle.to.where == ArrowEnd::Where::later;
    const bool is_inside = !ends_later && bundle.from.where == ArrowEnd::Where::inside;
    const ArrowPoint at = is_inside    ? traces::arrow_point(curve_of(bundle), 0.5)
                          : ends_later ? ArrowPoint{bundle.to.x, bundle.to.y}
                                       : ArrowPoint{bundle.from.x, bundle.from.y};
    plate(at, words, arrow_colour(bundle), arrow_name(bundle));
  }

  void plate(ArrowPoint at, const std::string& words, Colour colour, const std::string& name) {
    const double width = text_width(words, small_size, true) + 8.0;
    const double left =
        std::max(layout_.plot_left + 1.0, std::min(at.x - width / 2, layout_.plot_right - 1.0 - width));
    Path below;
    below.rectangle(left, at.y - small_size * 0.7, left + width, at.y + small_size * 0.7);
    canvas_.fill(below, colour, name);
    canvas_.text({left + width / 2, at.y + small_size * 0.36}, words,
                 {.size = small_size, .bold = true, .anchor = Anchor::middle, .colour = rim_colour});
  }

  Canvas& canvas_;
  const Panel& panel_;
  const PanelDetail& detail_;
  const FigureOptions& options_;
  traces::TaskTimes times_;  // where tasks nest
  double scale_ = 1.0;       // arrows are smaller where rows are low
  const PanelLayout& place_;
  const Layout& layout_;
  const TimeAxis& axis_;
  std::map<std::size_t, std::size_t> row_of_lane_;
};

}  // namespace

void draw_arrows(Canvas& canvas, const Panel& panel, const PanelDetail& detail, const FigureOptions& options,
                 const PanelLayout& place, const Layout& layout, const TimeAxis& axis) {
  if (panel.arrows.empty()) return;
  ArrowPainter(canvas, panel, detail, options, place, layout, axis).draw(panel.arrows);
}

}  // namespace gusset::figure
