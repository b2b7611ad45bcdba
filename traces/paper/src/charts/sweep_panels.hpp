#pragma once
#include "canvas/canvas.hpp"
#include "gusset/traces/paper/charts/sweep_figure.hpp"
#include "gusset/traces/picture/charts/plot_frame.hpp"

namespace gusset::figure {

using picture::number_label;
using picture::NumberAxis;
using picture::NumberTick;
using picture::PanelBox;
using picture::plot_grid_colour;
using picture::plot_line_colour;
using picture::plot_note_colour;
using picture::PlotFrame;

// How high each is drawn in that width, and its drawing. Of a heat map that is too large those rows and
// columns are drawn that hold the least values.
int heat_map_height(const HeatMap& map, int width);
void draw_heat_map(Canvas& canvas, const HeatMap& map, const PanelBox& box);

int scaling_curve_height(const ScalingCurve& curve, int width);
void draw_scaling_curve(Canvas& canvas, const ScalingCurve& curve, const PanelBox& box);

int front_plot_height(const FrontPlot& plot, int width);
void draw_front_plot(Canvas& canvas, const FrontPlot& plot, const PanelBox& box);

int bar_chart_height(const BarChart& chart, int width);
void draw_bar_chart(Canvas& canvas, const BarChart& chart, const PanelBox& box);

}  // namespace gusset::figure
