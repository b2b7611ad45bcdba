#pragma once
#include "canvas/canvas.hpp"
#include "gusset/traces/analysis/time/tracks.hpp"
#include "time_axis.hpp"

namespace gusset::figure {

/// Draws a quantity over time between two heights: in each column a bar as high as the mean there, which is
/// exact, up to the track's limit, which a dashed line marks, or largest value; what is not 0 is seen.
void draw_track(Canvas& canvas, const traces::Track& track, const TimeAxis& axis, int top, int bottom,
                int plot_left, int plot_right);

}  // namespace gusset::figure
