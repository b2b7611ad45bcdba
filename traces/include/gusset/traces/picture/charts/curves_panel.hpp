#pragma once
#include <cstddef>
#include <map>
#include <string>

#include "gusset/traces/picture/charts/curves_figure.hpp"
#include "gusset/traces/picture/charts/plot_frame.hpp"

namespace gusset::picture {

/// What the panels of a figure share.
struct CurvesScale {
  double lowest = 1.0;   ///< lowest end of any point's range
  double highest = 1.0;  ///< highest end of any point's range
  bool is_logarithmic = false;
  /// Colour number of each curve by name, in the order of the legend.
  std::map<std::string, std::size_t> colours;
};

CurvesScale scale_of(const CurvesFigure& figure);

void draw_curves_panel(Canvas& canvas, const CurvesPanel& panel, const CurvesScale& scale,
                       const PanelBox& box);

/// Draws the legend: each of the figure's curves once, one per line. `at` is the start of the first baseline.
void draw_curves_legend(Canvas& canvas, const CurvesFigure& figure, const CurvesScale& scale, Point at,
                        double width);
inline constexpr int curves_legend_line = 18;  ///< line height in pixels

/// Draws a short sample of a curve for the legend.
void draw_curve_sample(Canvas& canvas, const StyledCurve& curve, const CurvesScale& scale, Point begin,
                       double length);

}  // namespace gusset::picture
