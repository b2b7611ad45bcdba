#pragma once
#include <string>
#include <vector>

#include "gusset/traces/picture/canvas/canvas.hpp"
#include "gusset/traces/picture/charts/number_axis.hpp"

namespace gusset::picture {

inline constexpr Colour plot_grid_colour{0xEC, 0xEC, 0xEC};
inline constexpr Colour plot_line_colour{0x9A, 0x9A, 0x9A};
inline constexpr Colour plot_note_colour{0x66, 0x66, 0x66};

/// The place of a part of a figure, in whole pixels.
struct PanelBox {
  int left = 0;
  int top = 0;
  int width = 0;
  int height = 0;
};

/// Draws a panel's title on its first line.
void draw_panel_title(Canvas& canvas, const std::string& title, const PanelBox& box);

/// The area between the axes of a plot, in pixels.
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
/// Returns the area's left and right edges in a panel whose vertical axis has labels of the given width.
PlotArea plot_area(const PanelBox& box, double label_width);
/// Draws grid lines at the ticks of a vertical axis, and the labels left of them.
void draw_vertical_grid(Canvas& canvas, const PlotArea& area, const NumberAxis& axis,
                        const std::vector<NumberTick>& ticks);
/// Draws the lines of both axes.
void draw_axes(Canvas& canvas, const PlotArea& area);
/// Draws the title of a vertical axis, rotated and shortened to fit into `room`.
void draw_vertical_title(Canvas& canvas, const PlotArea& area, const PanelBox& box, const std::string& title,
                         double room);
/// Adds an error bar from `low` to `high`; its end caps extend by `reach` to both sides.
void add_range(Path& path, Point low, Point high, double reach);

/// The frame of a plot: a title and two axes with ticks, labels and grid lines.
class PlotFrame {
 public:
  /// `box` contains the whole plot. An axis without ticks gets round ones. An empty title takes no room.
  PlotFrame(const Canvas& canvas, const PanelBox& box, std::string title, NumberAxis x_axis,
            NumberAxis y_axis, std::vector<NumberTick> x_ticks = {});

  void draw(Canvas& canvas, const std::string& x_title, const std::string& y_title) const;
  /// The point of the figure where a value lies.
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
