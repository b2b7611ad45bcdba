#pragma once
#include <vector>

#include "canvas/canvas.hpp"
#include "category_colours.hpp"
#include "gusset/traces/paper/figure/figure.hpp"
#include "layout.hpp"
#include "legend.hpp"
#include "panel_detail.hpp"

namespace gusset::paper {

/// Draws a whole figure from back to front: grid, rows, rulers, text. `details` must be the panels'.
void draw_on(Canvas& canvas, const std::vector<Panel>& panels, const std::vector<PanelDetail>& details,
             const FigureOptions& options, const Layout& layout, const CategoryColours& colours,
             const Legend& legend);

/// Returns the size of all panel titles: the one in the options, or a smaller one at which every title fits.
double title_size_of(const std::vector<Panel>& panels, const std::vector<PanelDetail>& details,
                     const FigureOptions& options, const Layout& layout);

}  // namespace gusset::paper
