#include "track_painter.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "gusset/traces/picture/timeline/track_words.hpp"

namespace gusset::figure {
namespace {

constexpr double least_track_pixels = 0.3;  // fainter can't be seen
constexpr Colour track_line{0x9A, 0x9A, 0x9A};
constexpr Colour track_limit_line{0x44, 0x4C, 0x56};

}  // namespace

void draw_track(Canvas& canvas, const traces::Track& track, const TimeAxis& axis, int top, int bottom,
                int plot_left, int plot_right) {
  const double limit = picture::top_of_track(track);
  const double full = bottom - top;
  Path path;
  double open_to = -1.0;  // the right end of the polygon that goes on
  double height_there = 0.0;
  const auto close = [&] {
    if (open_to >= 0.0) path.line_to(open_to, bottom - height_there), path.line_to(open_to, bottom);
    open_to = -1.0;
  };
  const auto edge_ns = [&](int column) {
    return static_cast<std::int64_t>(std::floor(axis.grid().time_from_column(column)));
  };
  for (int column = 0; column < axis.columns(); ++column) {
    const std::int64_t from_ns = std::max(edge_ns(column), axis.begin_ns());
    const std::int64_t to_ns = std::min(std::max(edge_ns(column + 1), from_ns + 1), axis.end_ns());
    if (from_ns >= to_ns) continue;
    const double mean = track.series.mean(from_ns, to_ns);
    if (!(mean > 0.0)) continue;
    const double height = std::clamp(mean / limit * full, least_track_pixels, full);
    const double left = plot_left + column;
    if (open_to != left) {
      close();
      path.move_to(left, bottom);
      path.line_to(left, bottom - height);
    } else if (height != height_there) {
      path.line_to(left, bottom - height_there);
      path.line_to(left, bottom - height);
    }
    open_to = left + 1.0;
    height_there = height;
  }
  close();
  if (!path.empty()) canvas.fill(path, picture::track_colour(track.kind, traces::Paper::white), track.name);
  canvas.hairline(plot_left, bottom, plot_right - 1, bottom, track_line);
  if (!track.limit) return;
  Path line;
  line.move_to(plot_left, top + 0.5);
  line.line_to(plot_right, top + 0.5);
  canvas.stroke(line, {.width = 1.0, .dash = 5.0, .gap = 4.0, .colour = track_limit_line},
                "limit of " + track.name);
}

}  // namespace gusset::figure
