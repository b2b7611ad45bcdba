#pragma once
#include <string>
#include <vector>

#include "gusset/traces/picture/charts/bar_chart.hpp"
#include "gusset/traces/picture/charts/curves_figure.hpp"
#include "gusset/traces/picture/charts/front_plot.hpp"
#include "gusset/traces/picture/charts/heat_map.hpp"

namespace gusset::picture {

/// A sweep in one picture: the parts that there are. Texts are UTF-8 and may come from outside.
struct SweepFigure {
  std::string title;
  HeatMap heat_map;
  CurvesPanel scaling;  ///< on two logarithmic axes; drawn where a curve has two points
  FrontPlot front;
  BarChart loads;
};

/// The height that it is drawn in; 0 where there is nothing to draw.
int sweep_height(const SweepFigure& figure, int width);
/// Draws the parts in two columns where `width` is enough for that, with axes, units and legends. Returns
/// where configurations are; later ones lie above earlier ones.
std::vector<SweepSpot> draw_sweep(Canvas& canvas, const SweepFigure& figure, int width);

}  // namespace gusset::picture
