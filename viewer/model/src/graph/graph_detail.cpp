#include "gusset/viewer/model/graph/graph_detail.hpp"

#include <algorithm>
#include <cmath>

#include "gusset/traces/picture/graph/graph_scene.hpp"

namespace gusset::viewer {

GraphDetail detail_at(double scale, std::size_t lines, double view_pixels) {
  constexpr double least_letters = 6.5;  // pixels: smaller ones are no letters
  constexpr double least_second = 8.0;
  constexpr double least_arrow_scale = 0.3;
  constexpr double least_frame_scale = 0.25;
  constexpr std::size_t many_lines = 2500;   // that take longer than a frame has
  constexpr double pixels_per_line = 250.0;  // of the view, from which on lines are faint
  constexpr double least_opacity = 0.06;
  constexpr double full_scale = 0.6;  // smaller drawings have thinner lines than a pixel: fainter ones
  constexpr std::size_t many_counts = 150;
  GraphDetail detail;
  const double letters = traces::GraphScene::letter_height * scale;
  detail.labels = letters >= least_letters;
  detail.second_lines = letters >= least_second;
  detail.arrows = scale >= least_arrow_scale && lines <= many_lines;
  detail.curves = scale >= least_frame_scale && lines <= many_lines;
  detail.smooth = lines <= 2 * many_lines;
  detail.frames = scale >= least_frame_scale;
  const double room = view_pixels / (pixels_per_line * static_cast<double>(std::max<std::size_t>(1, lines)));
  const double small = std::min(1.0, scale / full_scale);
  detail.line_opacity = std::clamp(std::sqrt(room) * small, least_opacity, 1.0);
  detail.counts = detail.second_lines && lines <= many_counts;
  return detail;
}

}  // namespace gusset::viewer
