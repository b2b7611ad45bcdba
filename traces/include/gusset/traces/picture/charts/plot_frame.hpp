#pragma once
#include <string>
#include <vector>

#include "gusset/traces/picture/canvas/canvas.hpp"
#include "gusset/traces/picture/charts/number_axis.hpp"

namespace gusset::picture {

inline constexpr Colour plot_grid_colour{0xEC, 0xEC, 0xEC};
inline constexpr Colour plot_line_colour{0x9A, 0x9A, 0x9A};
inline constexpr Colour plot_note_colour{0x66, 0x66, 0x66};

/// Where a part of a figure stands, in whole pixels.
struct PanelBox {
  int left = 0;
  int top = 0;
  int width = 0;
  int height = 0;
};

/// A title, two axes with ticks, labels and grid lines, and the place of values between them.
class PlotFrame {
 public:
  /// `box` holds all of it. An axis without ticks gets round ones; an empty title takes no room.
  PlotFrame(const Canvas& canvas, const PanelBox& box, std::string title, NumberAxis x_axis,
            NumberAxis y_axis, std::vector<NumberTick> x_ticks = {});

  void draw(Canvas& canvas, const std::string& x_title, const std::string& y_title) const;
  Point place(double x, double y) const;

  double left() const { return left_; }
  double right() const { return right_; }
  double top() const { return top_; }
  double bottom() const { return bottom_; }

 private:
  PanelBox box_;
  std::string title_;
  NumberAxis x_axis_;
  NumberAxis y_axis_;
  std::vector<NumberTick> x_ticks_;
  std::vector<NumberTick> y_ticks_;
  double left_ = 0.0;
  double right_ = 0.0;
  double top_ = 0.0;
  double bottom_ = 0.0;
};

}  // namespace gusset::picture
