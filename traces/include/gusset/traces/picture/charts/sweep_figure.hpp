#pragma once
#include <string>
#include <vector>

#include "gusset/traces/picture/charts/bar_chart.hpp"
#include "gusset/traces/picture/charts/curves_figure.hpp"
#include "gusset/traces/picture/charts/front_plot.hpp"
#include "gusset/traces/picture/charts/heat_map.hpp"

namespace gusset::picture {

/// A sweep in one picture; parts without data are left out. Text is UTF-8 and may come from outside.
struct SweepFigure {
  std::string title;
  HeatMap heat_map;
  CurvesPanel scaling;  ///< on two logarithmic axes; drawn if a curve has two points
  FrontPlot front;
  BarChart loads;
};

/// The figure's height in pixels; 0 if there is nothing to draw.
int sweep_height(const SweepFigure& figure, int width);
/// Draws the parts with axes, units and legends, in two columns if `width` suffices. Returns the places of
/// the configurations; later ones lie above earlier ones.
std::vector<SweepSpot> draw_sweep(Canvas& canvas, const SweepFigure& figure, int width);

}  // namespace gusset::picture
