#pragma once
#include <cstdint>

#include "canvas/canvas.hpp"
#include "gusset/traces/paper/figure/figure.hpp"
#include "gusset/traces/picture/timeline/placed_rows.hpp"
#include "layout.hpp"

namespace gusset::paper {

/// Draws the queue of each row's worker at a moment beside a panel's rows: the number of ready tasks that it
/// will run, and as many of the next tasks as fit, by name and in their colours. Low rows show tasks without
/// names; rows of several workers show only the number. Draws nothing without the panel's schedule or without
/// room.
void draw_queues(Canvas& canvas, const Panel& panel, const picture::PlacedRows& rows,
                 const PanelLayout& place, const Layout& layout, std::int64_t moment_ns);

}  // namespace gusset::paper
