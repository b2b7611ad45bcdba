#pragma once
#include <cstddef>
#include <string>
#include <vector>

#include "gusset/traces/paper/figure/figure.hpp"
#include "gusset/traces/picture/canvas/figure_sizes.hpp"
#include "gusset/traces/picture/timeline/placed_rows.hpp"
#include "panel_detail.hpp"
#include "time_axis.hpp"

namespace gusset::paper {

/// One row of a panel: a lane, or several if there is no room for each.
struct RowLayout {
  std::vector<std::size_t> lanes;
  int top = 0;        ///< top of a full bar
  int bottom = 0;     ///< base of bars
  std::string label;  ///< empty: no label
};

/// A quantity over time, above the rows.
struct TrackLayout {
  int top = 0;     ///< top of its scale
  int bottom = 0;  ///< base
  std::string label;
};

/// The rows of one node in a trace of several nodes.
struct NodeLayout {
  int top = 0;
  int bottom = 0;
  std::string label;
  bool upwards = false;  ///< the label is rotated
};

struct PanelLayout {
  int title_baseline = 0;
  int subtitle_baseline = 0;  ///< 0: no subtitle, or it follows the title
  int rows_top = 0;
  int rows_bottom = 0;  ///< the ruler is below
  std::vector<TrackLayout> tracks;
  std::vector<RowLayout> rows;
  std::vector<NodeLayout> nodes;  ///< empty for a single node
  double node_label_width = 0.0;
  std::string note;  ///< what readers must know about the rows
};

/// The places of all parts of a figure, in whole pixels.
struct Layout {
  int width = 0;
  int height = 0;
  int plot_left = 0;
  int plot_right = 0;  ///< one past the last pixel
  /// Left edge of the queues beside the rows, which reach to the right margin; 0: no queues.
  int queues_left = 0;
  int legend_top = 0;
  std::vector<PanelLayout> panels;
};

using picture::label_size;
using picture::margin;
using picture::min_title_size;
using picture::small_size;
using picture::title_size;
inline constexpr const char* title_separator = " \xC2\xB7 ";  ///< between a title and its subtitle
inline constexpr double narrow_title_size = 12.0;  ///< above a subtitle, in narrow figures
inline constexpr double name_size = 10.0;          ///< text size of names within tasks
inline constexpr double name_line = 12.0;          ///< their line's height
inline constexpr int narrow_width = 800;           ///< for example a column of a paper
inline constexpr int roomy_width = 1200;           ///< figures at least this wide have text beside titles
inline constexpr int ruler_height = 34;
inline constexpr int legend_line_height = 22;

/// Gives each lane a row of `options.row_height`. Rows shrink if the figure would be too high; below three
/// pixels several lanes share a row. `depths` is the largest number of nesting depths in any lane; rows are
/// higher for them. Contents lower than `options.min_height` are centred vertically.
Layout lay_out(const std::vector<Panel>& panels, const FigureOptions& options, int legend_lines,
               std::size_t depths = 1);

/// Returns the number of sub-rows of a row: the number of nesting depths in its lane if the row is high
/// enough, otherwise 1.
std::size_t sub_rows_of(const PanelDetail& detail, const RowLayout& row, const FigureOptions& options);

/// The placed rows of a panel, for everything drawn over them.
picture::PlacedRows placed_rows(const PanelDetail& detail, std::size_t panel,
                                const picture::CategoryColours& colours, const FigureOptions& options,
                                const Layout& layout, const TimeAxis& axis);

}  // namespace gusset::paper
