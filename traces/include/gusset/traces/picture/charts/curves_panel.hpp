#pragma once
#include <cstddef>
#include <map>
#include <string>

#include "gusset/traces/picture/charts/curves_figure.hpp"
#include "gusset/traces/picture/charts/plot_frame.hpp"

namespace gusset::picture {

/// What the panels of a figure share.
struct CurvesScale {
  double lowest = 1.0;  ///< value of any point
  double highest = 1.0;
  bool is_logarithmic = false;
  std::map<std::string, std::size_t> colours;  ///< of curves, by name, in the order of the legend
};

CurvesScale scale_of(const CurvesFigure& figure);

void draw_curves_panel(Canvas& canvas, const CurvesPanel& panel, const CurvesScale& scale,
                       const PanelBox& box);

/// The figure's curves, one a line, each once; the first baseline begins at a point.
void draw_curves_legend(Canvas& canvas, const CurvesFigure& figure, const CurvesScale& scale, Point at,
                        double width);
inline constexpr int curves_legend_line = 18;  ///< its height in pixels

/// A short piece of a curve, for the legend.
void draw_curve_sample(Canvas& canvas, const StyledCurve& curve, const CurvesScale& scale, Point begin,
                       double length);

}  // namespace gusset::picture
