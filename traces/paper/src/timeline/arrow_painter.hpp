#pragma once
#include "arrow_strokes.hpp"
#include "canvas/canvas.hpp"
#include "gusset/traces/paper/timeline/figure.hpp"
#include "layout.hpp"
#include "panel_detail.hpp"
#include "time_axis.hpp"

namespace gusset::figure {

/// Draws a panel's arrows over its rows: bundled, with counts, as traces::bundle_arrows states. Messages are
/// dashed. What lies outside of the time that is drawn ends at the edge of the plot with a count.
void draw_arrows(Canvas& canvas, const Panel& panel, const PanelDetail& detail, const FigureOptions& options,
                 const PanelLayout& place, const Layout& layout, const TimeAxis& axis, Plates& plates);

}  // namespace gusset::figure
