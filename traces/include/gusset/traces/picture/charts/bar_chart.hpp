#pragma once
#include <cstddef>
#include <string>
#include <vector>

#include "gusset/traces/picture/charts/plot_frame.hpp"

namespace gusset::picture {

/// A bar of stacked parts.
struct StackedBar {
  std::vector<double> parts;  ///< each at least 0, in the order of BarPlot::parts
  std::string label;          ///< above the bar: the total as text
  double low = 0.0;           ///< range of the first part; no range if low equals high
  double high = 0.0;
};

/// Bars on a linear scale from 0.
struct BarPlot {
  std::string y_title;             ///< with the unit: "time [s]"
  std::vector<std::size_t> parts;  ///< indices of the chart's parts that make up each bar
  std::vector<StackedBar> bars;    ///< one for each of the chart's columns
};

/// What configurations demand of their nodes: stacked plots with the same columns. The chart is
/// drawn only if it has plots and columns.
struct BarChart {
  struct Column {
    std::string group;  ///< neighbours in the same group are drawn together
    std::string name;
    bool is_best = false;
  };
  std::string title;
  std::string group_title;         ///< what distinguishes the groups
  std::vector<std::string> parts;  ///< names in the legend, which lists the parts that plots use
  std::vector<Column> columns;
  std::vector<BarPlot> plots;
  std::string note;  ///< below the plots; may be empty
};

/// The chart's height in pixels at the given width; 0 if it is not drawn. Names of columns and groups that
/// may not fit below the bars side by side are written upwards, which needs more height.
int bar_chart_height(const BarChart& chart, int width);
void draw_bar_chart(Canvas& canvas, const BarChart& chart, const PanelBox& box);

}  // namespace gusset::picture
