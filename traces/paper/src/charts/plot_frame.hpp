#pragma once
#include <string>
#include <vector>

#include "canvas/canvas.hpp"
#include "number_axis.hpp"
#include "sweep_panels.hpp"

namespace gusset::figure {

inline constexpr Colour plot_grid_colour{0xEC, 0xEC, 0xEC};
inline constexpr Colour plot_line_colour{0x9A, 0x9A, 0x9A};
inline constexpr Colour plot_note_colour{0x66, 0x66, 0x66};

/// A title, two axes with ticks, labels and grid lines, and the place of values between them.
class PlotFrame {
 public:
  /// `box` holds all of it. With no ticks given an axis has round ones.
  PlotFrame(const PanelBox& box, NumberAxis x_axis, NumberAxis y_axis, std::vector<NumberTick> x_ticks = {});

  void draw(Canvas& canvas, const std::string& title, const std::string& x_title,
            const std::string& y_title) const;
  Point place(double x, double y) const;

  double left() const { return left_; }
  double right() const { return right_; }
  double top() const { return top_; }
  double bottom() const { return bottom_; }

 private:
  PanelBox box_;
  NumberAxis x_axis_;
  NumberAxis y_axis_;
  std::vector<NumberTick> x_ticks_;
  std::vector<NumberTick> y_ticks_;
  double left_ = 0.0;
  double right_ = 0.0;
  double top_ = 0.0;
  double bottom_ = 0.0;
};

}  // namespace gusset::figure
