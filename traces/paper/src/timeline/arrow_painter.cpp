#include "arrow_painter.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <string>

#include "arrow_strokes.hpp"
#include "gusset/base/numbers.hpp"
#include "sub_rows.hpp"

namespace gusset::figure {
namespace {

using traces::ArrowBundle;
using traces::ArrowEnd;
using traces::ArrowPoint;

constexpr Colour dependency_colour{0x34, 0x40, 0x4E};
constexpr Colour strong_colour{0x14, 0x62, 0xBE};
constexpr std::size_t curve_steps = 48;

Colour arrow_colour(const ArrowBundle& bundle) {
  return bundle.is_message ? message_colour : bundle.is_strong ? strong_colour : dependency_colour;
}

std::string arrow_name(const ArrowBundle& bundle) {
  const std::string what = bundle.is_message ? "message" : "dependency";
  if (bundle.count == 1) return bundle.is_strong ? what + ", the last" : what;
  return count_text(bundle.count) + (bundle.is_message ? " messages" : " dependencies");
}

// With fewer words where it is `shorter`.
std::string arrow_words(const ArrowBundle& bundle, bool shorter) {
  using Where = ArrowEnd::Where;
  const std::string count = bundle.is_message && !shorter ? count_text(bundle.count, "message")
                                                          : count_text(bundle.count);
  if (bundle.from.where == Where::earlier) return count + " earlier";
  if (bundle.to.where == Where::later) return count + " later";
  return bundle.count == 1 ? std::string() : count;
}

class ArrowPainter {
 public:
  ArrowPainter(Canvas& canvas, const Panel& panel, const PanelDetail& detail, const FigureOptions& options,
               const PanelLayout& place, const Layout& layout, const TimeAxis& axis, Plates& plates)
      : canvas_(canvas),
        panel_(panel),
        detail_(detail),
        options_(options),
        place_(place),
        layout_(layout),
        axis_(axis),
        plates_(plates) {
    if (detail.nesting.depths() > 1) times_ = traces::task_times(*panel.trace);
    scale_ = arrow_scale(place);
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
    for (const ArrowBundle& bundle : bundled.bundles) draw_rim(canvas_, stroke_of(bundle));
    for (const bool strong : {false, true}) {
      for (const ArrowBundle& bundle : bundled.bundles) {
        if (bundle.is_strong == strong) draw_arrow(canvas_, stroke_of(bundle));
      }
    }
    for (const ArrowBundle& bundle : bundled.bundles) count(bundle);
    const std::size_t missing = bundled.left_out + bundled.filtered;
    if (missing == 0) return;
    const std::string words =
        std::to_string(missing) + (missing == 1 ? " arrow is" : " arrows are") + " not drawn";
    plates_.add_note(words, dependency_colour, place_.rows_bottom);
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
  std::vector<Point> points_of(const ArrowBundle& bundle) const {
    const traces::ArrowCurve curve = curve_of(bundle);
    std::vector<Point> points;
    for (std::size_t i = 0; i <= curve_steps; ++i) {
      const ArrowPoint at = traces::arrow_point(curve, static_cast<double>(i) / curve_steps);
      points.push_back({at.x, at.y});
    }
    if (bundle.until_x > bundle.to.x + 1.0) points.push_back({bundle.until_x, bundle.to.y});
    return points;
  }

  ArrowStroke stroke_of(const ArrowBundle& bundle) const {
    const double width = traces::arrow_width(bundle);
    return {points_of(bundle),
            width * scale_,
            (5.0 + 2.0 * width) * scale_,
            bundle.is_message ? message_dash * scale_ : 0.0,
            arrow_colour(bundle),
            arrow_name(bundle)};
  }

  void count(const ArrowBundle& bundle) {
    const std::string words = arrow_words(bundle, false);
    if (words.empty()) return;
    const bool ends_later = bundle.to.where == ArrowEnd::Where::later;
    const bool is_inside = !ends_later && bundle.from.where == ArrowEnd::Where::inside;
    std::vector<Point> points;
    for (const double share : {0.5, 0.35, 0.65, 0.2, 0.8}) {
      const ArrowPoint at = traces::arrow_point(curve_of(bundle), share);
      points.push_back({at.x, at.y});
    }
    if (!is_inside) {
      const ArrowEnd& edge = ends_later ? bundle.to : bundle.from;
      points = {{edge.x, edge.y}};
    }
    plates_.add(points, words, arrow_colour(bundle), arrow_name(bundle), arrow_words(bundle, true));
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
  Plates& plates_;
  std::map<std::size_t, std::size_t> row_of_lane_;
};

}  // namespace

void draw_arrows(Canvas& canvas, const Panel& panel, const PanelDetail& detail, const FigureOptions& options,
                 const PanelLayout& place, const Layout& layout, const TimeAxis& axis, Plates& plates) {
  if (panel.arrows.empty()) return;
  ArrowPainter(canvas, panel, detail, options, place, layout, axis, plates).draw(panel.arrows);
}

}  // namespace gusset::figure
