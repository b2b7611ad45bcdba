#pragma once
#include "canvas/canvas.hpp"
#include "gusset/traces/analysis/causes/idle_history.hpp"
#include "gusset/traces/picture/timeline/hatching.hpp"
#include "gusset/traces/picture/timeline/placed_rows.hpp"

namespace gusset::paper {

/// Hatches the idle time of rows by cause. Each column is hatched from the top of its row, as high as its
/// idle share, with the pattern of the cause that took the most time in it. Draw it before the rows' tasks.
void draw_idle(Canvas& canvas, const picture::PlacedRows& rows, const traces::IdleHistory& history);

/// Draws a legend's sample of a cause's look, in a square.
void draw_hatch_sample(Canvas& canvas, Colour colour, picture::Hatching hatching, const picture::Box& box);

}  // namespace gusset::paper
