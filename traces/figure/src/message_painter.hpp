#pragma once
#include "arrow_strokes.hpp"
#include "canvas.hpp"
#include "gusset/figure/figure.hpp"
#include "gusset/traces/traffic.hpp"
#include "layout.hpp"
#include "time_axis.hpp"

namespace gusset::figure {

/// Draws the messages between nodes that are under way in the time that is drawn, as traces::node_arrows
/// chooses them: one alone from the middle of its node's rows when it was sent to that of the other's when it
/// was received; bundles upright with their number and bytes. What is not drawn is said in a line.
void draw_messages(Canvas& canvas, const Panel& panel, const traces::Traffic& traffic,
                   const PanelLayout& place, const Layout& layout, const TimeAxis& axis, Plates& plates);

}  // namespace gusset::figure
