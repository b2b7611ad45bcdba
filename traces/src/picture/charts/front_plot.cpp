#include "gusset/traces/picture/charts/front_plot.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "gusset/traces/picture/canvas/figure_sizes.hpp"
#include "gusset/traces/picture/canvas/strokes.hpp"
#include "gusset/traces/picture/canvas/text.hpp"

namespace gusset::picture {
namespace {

constexpr int front_plot_area_height = 300;
constexpr double line_height = 17.0;
constexpr std::size_t max_listed = 12;
constexpr Colour front_colour{0x08, 0x45, 0x94};
constexpr Colour other_colour{0xB4, 0xB4, 0xB4};
constexpr Colour best_point_colour{0xE6, 0x7E, 0x00};

struct FrontPoint {
  const ScatterPoint* point = nullptr;
  std::string number;  // rank among all points
};

std::vector<FrontPoint> front_of(const FrontPlot& plot) {
  std::vector<FrontPoint> front;
  for (std::size_t i = 0; i < plot.points.size(); ++i) {
    if (plot.points[i].on_front) front.push_back({&plot.points[i], std::to_string(i + 1)});
  }
  return front;
}

NumberAxis axis_of(const FrontPlot& plot, double ScatterPoint::*value) {
  double low = plot.points.front().*value;
  double high = low;
  for (const ScatterPoint& point : plot.points) {
    low = std::min(low, point.*value);
    high = std::max(high, point.*value);
  }
  // A linear axis would squeeze points that span more than a factor of ten into a corner.
  if (low > 0.0 && high / low > 10.0) return NumberAxis::logarithmic(low, high);
  return NumberAxis::linear(low, high);
}

/// Places numbers beside points where there is room.
class Labels {
 public:
  explicit Labels(std::vector<Point> points) : points_(std::move(points)) {}

  /// Returns where the baseline of a text of that width begins beside a point. Returns nothing if the text
  /// would cover another text, or lie so close to another point that it seems to belong to it.
  std::optional<Point> place(Point at, double width) {
    const Point candidates[] = {{at.x + 6.0, at.y - 4.0},         {at.x + 6.0, at.y + text_height},
                                {at.x - 6.0 - width, at.y - 4.0}, {at.x - 6.0 - width, at.y + text_height},
                                {at.x - width / 2.0, at.y - 7.0}, {at.x - width / 2.0, at.y + 17.0}};
    for (const Point& candidate : candidates) {
      const Point from{candidate.x, candidate.y - text_height};
      const Point to{candidate.x + width, candidate.y};
      if (is_taken(from, to, at)) continue;
      boxes_.emplace_back(from, to);
      return candidate;
    }
    return {};
  }

 private:
  bool is_taken(Point from, Point to, Point own) const {
    for (const auto& [begin, end] : boxes_) {
      if (from.x < end.x && begin.x < to.x && from.y < end.y && begin.y < to.y) return true;
    }
    constexpr double reach = 2.0;
    return std::any_of(points_.begin(), points_.end(), [&](const Point& point) {
      // A label may touch points at the same place as its own.
      if (std::abs(point.x - own.x) < 1.0 && std::abs(point.y - own.y) < 1.0) return false;
      return point.x > from.x - reach && point.x < to.x + reach && point.y > from.y - reach &&
             point.y < to.y + reach;
    });
  }

  static constexpr double text_height = 11.0;
  std::vector<Point> points_;
  std::vector<std::pair<Point, Point>> boxes_;
};

std::vector<SweepSpot> draw_points(Canvas& canvas, const FrontPlot& plot, const PlotFrame& frame) {
  Path others, front, best;
  for (const ScatterPoint& point : plot.points) {
    Path& path = point.is_best ? best : point.on_front ? front : others;
    add_disc(path, frame.place(point.x, point.y), point.on_front || point.is_best ? 4.5 : 3.0);
  }
  if (!others.empty()) canvas.fill(others, other_colour, "others");
  if (!front.empty()) canvas.fill(front, front_colour, "front");
  if (!best.empty()) canvas.fill(best, best_point_colour, "best");
  constexpr double reach = 5.0;
  std::vector<SweepSpot> spots;
  for (const ScatterPoint& point : plot.points) {
    const Point at = frame.place(point.x, point.y);
    if (point.configuration)
      spots.push_back({at.x - reach, at.y - reach, at.x + reach, at.y + reach, *point.configuration});
  }
  return spots;
}

}  // namespace

int front_plot_height(const FrontPlot& plot) {
  if (plot.points.size() < 2) return 0;
  const std::size_t front = front_of(plot).size();
  const std::size_t lines = std::min(front, max_listed) + (front > max_listed ? 2 : 1);
  return front_plot_area_height + static_cast<int>(line_height * static_cast<double>(lines)) + 10;
}

std::vector<SweepSpot> draw_front_plot(Canvas& canvas, const FrontPlot& plot, const PanelBox& box) {
  PanelBox area = box;
  area.height = front_plot_area_height;
  const PlotFrame frame(canvas, area, plot.title, axis_of(plot, &ScatterPoint::x),
                        axis_of(plot, &ScatterPoint::y));
  frame.draw(canvas, plot.x_title, plot.y_title);
  std::vector<SweepSpot> spots = draw_points(canvas, plot, frame);

  std::vector<Point> places;
  for (const ScatterPoint& point : plot.points) places.push_back(frame.place(point.x, point.y));
  Labels labels(std::move(places));
  const auto front = front_of(plot);
  double baseline = box.top + front_plot_area_height + line_height;
  const double left = box.left;
  const double width = box.width;
  double widest = 0.0;
  for (std::size_t i = 0; i < std::min(front.size(), max_listed); ++i)
    widest = std::max(widest, canvas.text_width(front[i].number, small_size, true));
  const double names = std::max(24.0, std::ceil(widest) + 12.0);
  write_fitting(canvas, {left, baseline}, "orange: best; blue: front by rank (" + plot.details_title + ")",
                width, {.size = small_size, .colour = plot_note_colour});
  for (std::size_t i = 0; i < front.size(); ++i) {
    if (i == max_listed) {
      baseline += line_height;
      canvas.text({left, baseline}, "… and " + std::to_string(front.size() - i) + " more",
                  {.size = small_size, .colour = plot_note_colour});
      break;
    }
    const auto& [shown, number] = front[i];
    const Point point = frame.place(shown->x, shown->y);
    if (const auto at = labels.place(point, canvas.text_width(number, small_size, true)))
      canvas.text(*at, number, {.size = small_size, .bold = true});
    baseline += line_height;
    canvas.text({left + names - 8.0, baseline}, number,
                {.size = small_size, .bold = true, .anchor = Anchor::end});
    write_fitting(canvas, {left + names, baseline}, shown->name + ": " + shown->details, width - names,
                  {.size = small_size});
  }
  return spots;
}

}  // namespace gusset::picture
