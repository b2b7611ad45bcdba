#pragma once
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "gusset/traces/picture/charts/plot_frame.hpp"
#include "gusset/traces/picture/charts/sweep_spot.hpp"

namespace gusset::picture {

/// One configuration in the plot.
struct ScatterPoint {
  double x = 0.0;
  double y = 0.0;
  std::string name;       ///< of a point on the front; shown in the list below the plot
  std::string details;    ///< shown after the name in that list
  bool on_front = false;  ///< on the Pareto front; labelled with the point's rank where there is room
  bool is_best = false;   ///< drawn in a different colour
  std::optional<std::size_t> configuration = std::nullopt;  ///< the configuration's number
};

/// Configurations by two criteria, the best first. Points on the front are numbered by rank. The plot is
/// drawn only if it has two points.
struct FrontPlot {
  std::string title;
  std::string x_title;  ///< with the unit
  std::string y_title;
  std::string details_title;  ///< what the details are: "time, bytes"
  std::vector<ScatterPoint> points;
};

/// The plot's height in pixels; 0 if it is not drawn.
int front_plot_height(const FrontPlot& plot);
/// Draws the plot. Returns the places of the configurations.
std::vector<SweepSpot> draw_front_plot(Canvas& canvas, const FrontPlot& plot, const PanelBox& box);

}  // namespace gusset::picture
