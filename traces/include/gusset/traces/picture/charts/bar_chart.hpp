#pragma once
#include <cstddef>
#include <string>
#include <vector>

#include "gusset/traces/picture/charts/plot_frame.hpp"

namespace gusset::picture {

/// A bar of parts that stand one on the other.
struct StackedBar {
  std::vector<double> parts;  ///< above or equal 0, as the plot names them
  std::string label;          ///< above it: the sum in words
  double low = 0.0;           ///< of a range around the first part; none where low is high
  double high = 0.0;
};

/// Bars on a linear scale from 0.
struct BarPlot {
  std::string y_title;             ///< with the unit, "time [s]"
  std::vector<std::size_t> parts;  ///< which of the chart's parts each bar consists of
  std::vector<StackedBar> bars;    ///< one for each of the chart's columns
};

/// What configurations ask of their nodes: plots one below the other, all with the same columns. Drawn where
/// it has plots and columns.
struct BarChart {
  struct Column {
    std::string group;  ///< neighbours of the same group stand together
    std::string name;
    bool is_best = false;
  };
  std::string title;
  std::string group_title;         ///< what groups differ in
  std::vector<std::string> parts;  ///< the legend, of those that plots have
  std::vector<Column> columns;
  std::vector<BarPlot> plots;
  std::string note;  ///< below; may be empty
};

/// The height that it is drawn in; 0: it is not.
int bar_chart_height(const BarChart& chart);
void draw_bar_chart(Canvas& canvas, const BarChart& chart, const PanelBox& box);

}  // namespace gusset::picture
