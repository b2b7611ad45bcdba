#pragma once
#include <cstddef>
#include <map>
#include <string>

#include "canvas/canvas.hpp"
#include "gusset/traces/paper/charts/curves_figure.hpp"
#include "sweep_panels.hpp"

namespace gusset::figure {

/// What the panels of a figure share.
struct CurvesScale {
  double highest = 1.0;                        ///< value of any point
  std::map<std::string, std::size_t> colours;  ///< of curves, by name, in the order of the legend
};

CurvesScale scale_of(const CurvesFigure& figure);

void draw_curves(Canvas& canvas, const CurvesPanel& panel, const CurvesScale& scale, const PanelBox& box);

/// A short piece of a curve, for the legend.
void draw_curve_sample(Canvas& canvas, const StyledCurve& curve, const CurvesScale& scale, Point begin,
                       double length);

}  // namespace gusset::figure
