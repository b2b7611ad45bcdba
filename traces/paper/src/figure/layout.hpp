#pragma once
#include <cstddef>
#include <string>
#include <vector>

#include "gusset/traces/paper/figure/figure.hpp"
#include "gusset/traces/picture/canvas/letters.hpp"
#include "gusset/traces/picture/timeline/placed_rows.hpp"
#include "panel_detail.hpp"
#include "time_axis.hpp"

namespace gusset::paper {

/// One row of a panel: a lane, or several where there is no room for each.
struct RowLayout {
  std::vector<std::size_t> lanes;
  int top = 0;        ///< of a full bar
  int bottom = 0;     ///< its base
  std::string label;  ///< empty: none drawn
};

/// A quantity over time, above the rows.
struct TrackLayout {
  int top = 0;     ///< of its limit
  int bottom = 0;  ///< its base
  std::string label;
};

/// The rows of one node, where a trace has several.
struct NodeLayout {
  int top = 0;
  int bottom = 0;
  std::string label;
  bool upwards = false;  ///< whether the label is turned to fit
};

struct PanelLayout {
  int title_baseline = 0;
  int subtitle_baseline = 0;  ///< 0: it stands behind the title, or there is none
  int rows_top = 0;
  int rows_bottom = 0;  ///< the ruler stands below
  std::vector<TrackLayout> tracks;
  std::vector<RowLayout> rows;
  std::vector<NodeLayout> nodes;  ///< empty for a single node
  double node_label_width = 0.0;
  std::string note;  ///< what a reader must know of the rows
};

/// Where everything stands, in whole pixels.
struct Layout {
  int width = 0;
  int height = 0;
  int plot_left = 0;
  int plot_right = 0;   ///< one beyond the last pixel
  int queues_left = 0;  ///< of the queues beside the rows, up to the right margin; 0: none
  int legend_top = 0;
  std::vector<PanelLayout> panels;
};

using picture::label_size;
using picture::least_title_size;
using picture::margin;
using picture::small_size;
using picture::title_size;
inline constexpr double narrow_title_size = 12.0;  ///< above a subtitle, in narrow figures
inline constexpr int narrow_width = 800;           ///< as a column of a paper
inline constexpr int roomy_width = 1200;           ///< from here on, words stand beside titles
inline constexpr int ruler_height = 34;
inline constexpr int legend_line_height = 22;

/// Gives each lane a row of `options.row_height`, less where the figure would get too high, and below three
/// pixels one row to several lanes. `depths`: of the runs of the lane that nests most, for which rows are
/// higher. A lower figure than `options.least_height` stands in its middle.
Layout lay_out(const std::vector<Panel>& panels, const FigureOptions& options, int legend_lines,
               std::size_t depths = 1);

/// How many sub-rows a row is drawn in: as many as the runs of its lane have depths, where it is high enough;
/// else 1.
std::size_t sub_rows_of(const PanelDetail& detail, const RowLayout& row, const FigureOptions& options);

/// The rows of a panel as they are laid out, for what is composed over them.
picture::PlacedRows placed_rows(const PanelDetail& detail, std::size_t panel,
                                const picture::CategoryColours& colours, const FigureOptions& options,
                                const Layout& layout, const TimeAxis& axis);

}  // namespace gusset::paper
