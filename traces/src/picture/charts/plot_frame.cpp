#include "gusset/traces/picture/charts/plot_frame.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "gusset/traces/picture/canvas/letters.hpp"
#include "gusset/traces/picture/canvas/text.hpp"

namespace gusset::picture {
namespace {

constexpr double plot_title_height = 26.0;
constexpr double untitled_height = 8.0;
constexpr double axis_height = 44.0;  // ticks, labels and title of the horizontal one

}  // namespace

PlotFrame::PlotFrame(const Canvas& canvas, const PanelBox& box, std::string title, NumberAxis x_axis,
                     NumberAxis y_axis, std::vector<NumberTick> x_ticks)
    : box_(box),
      title_(std::move(title)),
      x_axis_(std::move(x_axis)),
      y_axis_(std::move(y_axis)),
      x_ticks_(std::move(x_ticks)) {
  top_ = box.top + (title_.empty() ? untitled_height : plot_title_height);
  bottom_ = box.top + box.height - axis_height;
  y_ticks_ = y_axis_.ticks(std::max(2, static_cast<int>((bottom_ - top_) / 36.0)));
  double labels = 0.0;
  for (const NumberTick& tick : y_ticks_)
    labels = std::max(labels, canvas.text_width(tick.label, small_size));
  left_ = std::round(box.left + 22.0 + labels + 8.0);
  right_ = box.left + box.width - 8.0;
  if (x_ticks_.empty()) x_ticks_ = x_axis_.ticks(std::max(2, static_cast<int>((right_ - left_) / 70.0)));
}

Point PlotFrame::place(double x, double y) const {
  return {left_ + x_axis_.position(x) * (right_ - left_), bottom_ - y_axis_.position(y) * (bottom_ - top_)};
}

void PlotFrame::draw(Canvas& canvas, const std::string& x_title, const std::string& y_title) const {
  const auto whole = [](double value) { return static_cast<int>(std::lround(value)); };
  canvas.text({box_.left + 0.0, box_.top + 16.0},
              shortened(canvas, printable(title_), box_.width, title_size - 1.0, true),
              {.size = title_size - 1.0, .bold = true});
  for (const NumberTick& tick : y_ticks_) {
    const int y = whole(bottom_ - y_axis_.position(tick.value) * (bottom_ - top_));
    canvas.hairline(whole(left_), y, whole(right_), y, plot_grid_colour);
    canvas.text({left_ - 6.0, y + 4.0}, tick.label, {.size = small_size, .anchor = Anchor::end});
  }
  double free_from = 0.0;
  for (const NumberTick& tick : x_ticks_) {
    const double x = left_ + x_axis_.position(tick.value) * (right_ - left_);
    canvas.hairline(whole(x), whole(top_), whole(x), whole(bottom_), plot_grid_colour);
    const double half = canvas.text_width(tick.label, small_size) / 2.0;
    if (x - half < free_from) continue;
    canvas.text({x, bottom_ + 16.0}, tick.label, {.size = small_size, .anchor = Anchor::middle});
    free_from = x + half + 6.0;
  }
  canvas.hairline(whole(left_), whole(top_), whole(left_), whole(bottom_), plot_line_colour);
  canvas.hairline(whole(left_), whole(bottom_), whole(right_), whole(bottom_), plot_line_colour);
  canvas.text({(left_ + right_) / 2.0, bottom_ + 34.0},
              shortened(canvas, printable(x_title), right_ - left_, small_size),
              {.size = small_size, .anchor = Anchor::middle, .colour = plot_note_colour});
  canvas.text({box_.left + 12.0, (top_ + bottom_) / 2.0},
              shortened(canvas, printable(y_title), bottom_ - top_, small_size),
              {.size = small_size, .anchor = Anchor::middle, .colour = plot_note_colour, .upwards = true});
}

}  // namespace gusset::picture
