#pragma once
#include <cstdint>

#include "canvas/canvas.hpp"
#include "gusset/traces/paper/figure/figure.hpp"
#include "gusset/traces/picture/timeline/placed_rows.hpp"
#include "layout.hpp"

namespace gusset::paper {

/// Draws, beside a panel's rows, the queue of each row's worker at a moment: how many tasks are ready that
/// it will run, and the next of them by name, in their colours, as many as there is room for. Low rows show
/// them without names; rows of several workers their number alone. Nothing without the panel's schedule, or
/// without room.
void draw_queues(Canvas& canvas, const Panel& panel, const picture::PlacedRows& rows,
                 const PanelLayout& place, const Layout& layout, std::int64_t moment_ns);

}  // namespace gusset::paper
