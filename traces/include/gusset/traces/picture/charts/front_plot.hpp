#pragma once
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "gusset/traces/picture/charts/plot_frame.hpp"
#include "gusset/traces/picture/charts/sweep_spot.hpp"

namespace gusset::picture {

/// One configuration among others.
struct ScatterPoint {
  double x = 0.0;
  double y = 0.0;
  std::string name;       ///< of one on the front: shown in the list below the plot,
  std::string details;    ///< and what else there is to say of it
  bool on_front = false;  ///< numbered by its place among all points, where there is room
  bool is_best = false;   ///< marked beside its number
  std::optional<std::size_t> configuration = std::nullopt;  ///< its number
};

/// Configurations by two criteria, the best first, those on the front numbered by rank. Drawn where it has
/// two points.
struct FrontPlot {
  std::string title;
  std::string x_title;  ///< with the unit
  std::string y_title;
  std::string details_title;  ///< what the details are, "time, bytes"
  std::vector<ScatterPoint> points;
};

/// The height that it is drawn in; 0: it is not.
int front_plot_height(const FrontPlot& plot);
/// Returns where configurations are.
std::vector<SweepSpot> draw_front_plot(Canvas& canvas, const FrontPlot& plot, const PanelBox& box);

}  // namespace gusset::picture
