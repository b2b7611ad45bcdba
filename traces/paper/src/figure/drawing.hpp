#pragma once
#include <vector>

#include "canvas/canvas.hpp"
#include "category_colours.hpp"
#include "gusset/traces/paper/figure/figure.hpp"
#include "layout.hpp"
#include "legend.hpp"
#include "panel_detail.hpp"

namespace gusset::paper {

/// Draws a whole figure, everything in the order in which it covers: grid, rows, rulers, words. `details` are
/// the panels'.
void draw_on(Canvas& canvas, const std::vector<Panel>& panels, const std::vector<PanelDetail>& details,
             const FigureOptions& options, const Layout& layout, const CategoryColours& colours,
             const Legend& legend);

/// How large the titles of a figure's panels are: as the options say, or smaller, so that all fit.
double title_size_of(const std::vector<Panel>& panels, const std::vector<PanelDetail>& details,
                     const FigureOptions& options, const Layout& layout);

}  // namespace gusset::paper
