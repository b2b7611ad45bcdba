#pragma once
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "gusset/traces/picture/canvas/text.hpp"
#include "gusset/traces/picture/timeline/box.hpp"
#include "gusset/traces/picture/timeline/category_colours.hpp"
#include "gusset/traces/picture/timeline/row_table.hpp"
#include "gusset/traces/picture/timeline/trace_detail.hpp"
#include "gusset/traces/picture/timeline/visible_rows.hpp"

namespace gusset::picture {

/// The smallest height of a row that is split into sub-rows, in pixels of a plain display.
inline constexpr double min_split_row = 24.0;

/// One of the `count` sub-rows that a row's track is split into, counted from the top. A small gap follows
/// each sub-row but the last if there is room.
Stretch sub_row(Stretch track, std::size_t index, std::size_t count, double scale);

/// Returns the sub-row at a height, clamped to the first and the last.
std::size_t sub_row_at(Stretch track, std::size_t count, int y);

/// The size of tags, in pixels.
struct TagSize {
  double height = 19.0;
  double padding = 10.0;  ///< left and right of the text together
  double margin = 3.0;    ///< to the edge of the rows
};

/// One layer of a row. Layers are drawn from the bottom up.
struct RowLayer {
  std::size_t place = 0;  ///< index of the row
  Stretch stretch;
  /// Shows all work in one colour, hidden or not, so that hidden work never looks idle.
  bool is_all_work = false;
  bool is_over_all_work = false;       ///< drawn over its row's layer of all work
  std::optional<std::size_t> depth{};  ///< depth of a sub-row
};

/// The places of one trace's rows in a picture, in the picture's pixels. Whatever is drawn in rows and over
/// them depends only on these places, so windows and figures agree. Refers to the detail and the colours.
struct PlacedRows {
  const TraceDetail* detail = nullptr;
  const CategoryColours* colours = nullptr;
  std::size_t panel = 0;  ///< panel number in the colours
  traces::Background background = traces::Background::white;
  Box clip;                 ///< area that the rows fill; empty if the picture does not show the trace
  traces::ColumnGrid grid;  ///< from the clip's left edge, in the trace's own times
  std::shared_ptr<const RowTable> table = std::make_shared<RowTable>();
  int scroll = 0;      ///< how far rows that are not pinned lie above their places in the table
  int scroll_top = 0;  ///< rows that start above it in the table are pinned; the others scroll below it
  VisibleRows visible;
  double row_height = 0.0;
  double scale = 1.0;  ///< pixels of the picture per pixel of a plain display
  TextMeasure text_width = {};
  TagSize tag_size = {};
  bool has_pointer = false;  ///< the user can zoom and select, so notes say what to do

  const traces::Trace& trace() const { return *detail->trace; }
  const RowTable::Row& row(std::size_t place) const { return table->rows()[place]; }
  /// Returns the colour of a task, or nothing if a filter hides it.
  std::optional<traces::Colour> colour_of(traces::TaskId task) const;
  /// Returns the name of a task's shapes, for formats that keep names; empty in a window.
  std::string name_of(traces::TaskId task) const;
  /// The x coordinate of a time in the trace's own times.
  double x_from_time(double time_ns) const { return clip.left + grid.column_from_time(time_ns); }
  bool is_pinned(std::size_t place) const { return row(place).track.top < scroll_top; }
  /// Whether all shown rows of a node are pinned.
  bool is_pinned(traces::NodeId node) const;
  /// The area in which rows scroll.
  Box scroll_clip() const;
  /// The area outside of which a row is hidden.
  Box clip_of(std::size_t place) const;
  /// The area for a shape that starts at a height: below the pinned rows if it starts there.
  Box clip_from(double y) const { return y < scroll_top ? clip : scroll_clip(); }
  /// Returns the part of a row that is drawn on; may lie outside the clip.
  Stretch track(std::size_t place) const;
  /// Returns the middle of a node's rows, possibly outside the clip, or nothing if the node has no rows.
  std::optional<double> middle_of(traces::NodeId node) const;
  /// Returns the track where a row draws runs of a depth: a sub-row if the row is split.
  Stretch track_at(std::size_t place, std::size_t depth) const;

  /// Returns the layers of the visible rows, row by row.
  std::vector<RowLayer> layers() const;
  const traces::LevelOfDetail& detail_of(const RowLayer& layer) const;
};

}  // namespace gusset::picture
