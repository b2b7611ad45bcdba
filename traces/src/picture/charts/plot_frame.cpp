#include "gusset/traces/picture/charts/plot_frame.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "gusset/traces/picture/canvas/figure_sizes.hpp"
#include "gusset/traces/picture/canvas/strokes.hpp"
#include "gusset/traces/picture/canvas/text.hpp"

namespace gusset::picture {
namespace {

constexpr double plot_title_height = 26.0;
constexpr double untitled_height = 8.0;
constexpr double axis_height = 44.0;  // ticks, labels and title of the horizontal axis

int whole(double value) {
  return static_cast<int>(std::lround(value));
}

}  // namespace

void draw_panel_title(Canvas& canvas, const std::string& title, const PanelBox& box) {
  write_fitting(canvas, {box.left + 0.0, box.top + 16.0}, title, box.width,
                {.size = title_size - 1.0, .bold = true});
}

PlotArea plot_area(const PanelBox& box, double label_width) {
  return {std::round(box.left + 22.0 + label_width + 8.0), box.left + box.width - 8.0};
}

void draw_vertical_grid(Canvas& canvas, const PlotArea& area, const NumberAxis& axis,
                        const std::vector<NumberTick>& ticks) {
  for (const NumberTick& tick : ticks) {
    const int y = whole(area.y_from(axis, tick.value));
    canvas.hairline(whole(area.left), y, whole(area.right), y, plot_grid_colour);
    canvas.text({area.left - 6.0, y + 4.0}, tick.label, {.size = small_size, .anchor = Anchor::end});
  }
}

void draw_axes(Canvas& canvas, const PlotArea& area) {
  canvas.hairline(whole(area.left), whole(area.top), whole(area.left), whole(area.bottom), plot_line_colour);
  canvas.hairline(whole(area.left), whole(area.bottom), whole(area.right), whole(area.bottom),
                  plot_line_colour);
}

void draw_vertical_title(Canvas& canvas, const PlotArea& area, const PanelBox& box, const std::string& title,
                         double room) {
  write_fitting(canvas, {box.left + 12.0, (area.top + area.bottom) / 2.0}, title, room,
                {.size = small_size, .anchor = Anchor::middle, .colour = plot_note_colour, .upwards = true});
}

void add_range(Path& path, Point low, Point high, double reach) {
  add_line(path, low, high, 1.2);
  for (const Point end : {low, high}) add_line(path, {end.x - reach, end.y}, {end.x + reach, end.y}, 1.2);
}

PlotFrame::PlotFrame(const Canvas& canvas, const PanelBox& box, std::string title, NumberAxis x_axis,
                     NumberAxis y_axis, std::vector<NumberTick> x_ticks)
    : box_(box),
      title_(std::move(title)),
      x_axis_(std::move(x_axis)),
      y_axis_(std::move(y_axis)),
      x_ticks_(std::move(x_ticks)) {
  const double top = box.top + (title_.empty() ? untitled_height : plot_title_height);
  const double bottom = box.top + box.height - axis_height;
  y_ticks_ = y_axis_.ticks(std::max(2, static_cast<int>((bottom - top) / 36.0)));
  double labels = 0.0;
  for (const NumberTick& tick : y_ticks_)
    labels = std::max(labels, canvas.text_width(tick.label, small_size));
  area_ = plot_area(box, labels);
  area_.top = top;
  area_.bottom = bottom;
  if (x_ticks_.empty()) x_ticks_ = x_axis_.ticks(std::max(2, static_cast<int>(area_.width() / 70.0)));
}

Point PlotFrame::place(double x, double y) const {
  return {area_.x_from(x_axis_, x), area_.y_from(y_axis_, y)};
}

void PlotFrame::draw(Canvas& canvas, const std::string& x_title, const std::string& y_title) const {
  draw_panel_title(canvas, title_, box_);
  draw_vertical_grid(canvas, area_, y_axis_, y_ticks_);
  double free_from = 0.0;
  for (const NumberTick& tick : x_ticks_) {
    const double x = area_.x_from(x_axis_, tick.value);
    canvas.hairline(whole(x), whole(area_.top), whole(x), whole(area_.bottom), plot_grid_colour);
    const double half = canvas.text_width(tick.label, small_size) / 2.0;
    if (x - half < free_from) continue;
    canvas.text({x, area_.bottom + 16.0}, tick.label, {.size = small_size, .anchor = Anchor::middle});
    free_from = x + half + 6.0;
  }
  draw_axes(canvas, area_);
  write_fitting(canvas, {(area_.left + area_.right) / 2.0, area_.bottom + 34.0}, x_title, area_.width(),
                {.size = small_size, .anchor = Anchor::middle, .colour = plot_note_colour});
  draw_vertical_title(canvas, area_, box_, y_title, area_.height());
}

}  // namespace gusset::picture
