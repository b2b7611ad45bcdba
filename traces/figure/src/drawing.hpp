#pragma once
#include <vector>

#include "canvas.hpp"
#include "gusset/figure/figure.hpp"
#include "layout.hpp"
#include "legend.hpp"
#include "type_colours.hpp"

namespace gusset::figure {

/// Draws a whole figure, everything in the order in which it covers: grid, rows, rulers, words.
void draw_on(Canvas& canvas, const std::vector<Panel>& panels, const Layout& layout,
             const TypeColours& colours, const Legend& legend);

}  // namespace gusset::figure
