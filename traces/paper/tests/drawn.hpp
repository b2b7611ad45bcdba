#pragma once
#include <vector>

#include "figure/drawing.hpp"
#include "recording_canvas.hpp"

namespace gusset::paper::testing {

/// Records what a figure of these panels draws.
inline RecordingCanvas drawn(const std::vector<Panel>& panels, const FigureOptions& options = {}) {
  RecordingCanvas canvas;
  const CategoryColours colours = colours_of(panels);
  const std::vector<PanelDetail> details(panels.begin(), panels.end());
  const Legend legend(panels, details, options, colours, options.width);
  draw_on(canvas, panels, details, options, lay_out(panels, options, legend.lines()), colours, legend);
  return canvas;
}

}  // namespace gusset::paper::testing
