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

/// A panel's title, on its first line.
void draw_panel_title(Canvas& canvas, const std::string& title, const PanelBox& box);

/// Where values are drawn, between the axes of a plot.
struct PlotArea {
  double left = 0.0;
  double right = 0.0;
  double top = 0.0;
  double bottom = 0.0;

  double width() const { return right - left; }
  double height() const { return bottom - top; }
  double x_from(const NumberAxis& axis, double value) const { return left + axis.position(value) * width(); }
  double y_from(const NumberAxis& axis, double value) const {
    return bottom - axis.position(value) * height();
  }
};
/// The area's left and right edge in a panel whose vertical axis has labels of that width.
PlotArea plot_area(const PanelBox& box, double label_width);
/// Grid lines at the ticks of a vertical axis, and their labels on the left.
void draw_vertical_grid(Canvas& canvas, const PlotArea& area, const NumberAxis& axis,
                        const std::vector<NumberTick>& ticks);
/// The lines of both axes.
void draw_axes(Canvas& canvas, const PlotArea& area);
/// The title of a vertical axis, turned, as much of it as fits into `room`.
void draw_vertical_title(Canvas& canvas, const PlotArea& area, const PanelBox& box, const std::string& title,
                         double room);
/// Adds a bar from the low end of a range to its high one to a path; its ends reach that far to both sides.
void add_range(Path& path, Point low, Point high, double reach);

/// A title, two axes with ticks, labels and grid lines, and the place of values between them.
class PlotFrame {
 public:
  /// `box` holds all of it. An axis without ticks gets round ones; an empty title takes no room.
  PlotFrame(const Canvas& canvas, const PanelBox& box, std::string title, NumberAxis x_axis,
            NumberAxis y_axis, std::vector<NumberTick> x_ticks = {});

  void draw(Canvas& canvas, const std::string& x_title, const std::string& y_title) const;
  Point place(double x, double y) const;

 private:
  PanelBox box_;
  std::string title_;
  NumberAxis x_axis_;
  NumberAxis y_axis_;
  std::vector<NumberTick> x_ticks_;
  std::vector<NumberTick> y_ticks_;
  PlotArea area_;
};

}  // namespace gusset::picture
