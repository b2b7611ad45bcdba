#pragma once
#include <cstddef>
#include <string>
#include <vector>

#include "gusset/traces/analysis/time/flame_graph.hpp"
#include "gusset/traces/picture/charts/plot_frame.hpp"

namespace gusset::picture {

/// A frame of a flame graph as a bar.
struct FlameBar {
  std::string name;  ///< the type
  std::string text;  ///< "12 tasks, 3.40 ms (20.1 %), own 1.20 ms"
  Colour colour;     ///< the type's colour in the timeline
  std::size_t depth = 0;
  double begin = 0.0;  ///< left edge, as a share of the width: 0…1
  double end = 0.0;
  std::size_t frame = 0;  ///< the frame's number
};

/// A flame graph drawn from the top: the tasks without parent are in the first row, nested tasks below them.
struct FlameChart {
  std::string title;
  std::vector<FlameBar> bars;
  std::size_t depths = 0;
};

/// `graph` must be a flame graph of the trace.
FlameChart flame_chart(const traces::Trace& trace, const traces::FlameGraph& graph, std::string title,
                       traces::Background background = traces::Background::white);

/// The chart's height in pixels; 0 without bars.
int flame_height(const FlameChart& chart);
/// Draws the chart. Bars narrower than half a pixel are left out. Names appear in bars that are wide enough.
void draw_flame(Canvas& canvas, const FlameChart& chart, const PanelBox& box);
/// The bar at a point of a chart that is drawn in `box`; null if there is none.
const FlameBar* flame_bar_at(const FlameChart& chart, const PanelBox& box, Point point);

}  // namespace gusset::picture
