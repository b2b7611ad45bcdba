#include "gusset/traces/picture/graph/graph_detail.hpp"

#include <algorithm>
#include <cmath>

#include "gusset/traces/picture/graph/graph_scene.hpp"

namespace gusset::picture {

GraphDetail detail_at(double scale, std::size_t lines, double view_pixels, const GraphMedium& medium) {
  constexpr double min_arrow_scale = 0.3;
  constexpr double min_frame_scale = 0.25;
  constexpr std::size_t many_lines = 2500;   // more lines take longer than one frame
  constexpr double pixels_per_line = 250.0;  // of the view; with fewer, lines are faint
  // Smaller drawings have lines thinner than a pixel, drawn fainter instead.
  constexpr double full_scale = 0.4;
  GraphDetail detail;
  const double font_size = traces::GraphScene::font_size * scale;
  detail.labels = font_size >= medium.min_font_size;
  detail.second_lines = detail.counts = font_size >= medium.min_second_line;
  detail.arrows = medium.is_static || (scale >= min_arrow_scale && lines <= many_lines);
  detail.curves = medium.is_static || (scale >= min_frame_scale && lines <= many_lines);
  detail.smooth = medium.is_static || lines <= 2 * many_lines;
  detail.frames = medium.is_static || scale >= min_frame_scale;
  const double room = view_pixels / (pixels_per_line * static_cast<double>(std::max<std::size_t>(1, lines)));
  const double thin = std::min(1.0, scale / (full_scale * medium.min_line_width));
  detail.line_strength = std::clamp(std::sqrt(room) * thin, medium.min_strength, 1.0);
  return detail;
}

}  // namespace gusset::picture
