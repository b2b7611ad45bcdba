#pragma once
#include <functional>
#include <string>

#include "gusset/traces/picture/charts/flame_chart.hpp"
#include "gusset/traces/picture/charts/matrix_chart.hpp"

namespace gusset::picture {

/// A chart for the width of a panel. Files, reports and the window show all such charts in the same way.
struct PanelChart {
  std::string title;
  std::string content;                   ///< what the chart needs, for errors: "tasks that took time"
  std::function<int(int width)> height;  ///< in pixels; 0: there is nothing to show
  std::function<void(Canvas& canvas, const PanelBox& box)> draw;
};

PanelChart panel_chart(FlameChart chart);
PanelChart panel_chart(MatrixChart chart);

}  // namespace gusset::picture
