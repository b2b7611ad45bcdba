#pragma once
#include <cstddef>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "gusset/traces/picture/canvas/text.hpp"
#include "gusset/traces/picture/timeline/box.hpp"
#include "gusset/traces/picture/timeline/category_colours.hpp"
#include "gusset/traces/picture/timeline/trace_detail.hpp"

namespace gusset::picture {

/// Lower rows are not split, in pixels of a plain display.
inline constexpr double least_split_row = 24.0;

/// One of the sub-rows that the part of a row that is drawn on is split into, from the top; a small distance
/// below each but the last, where there is room.
Stretch sub_row(Stretch track, std::size_t index, std::size_t count, double scale);

/// The sub-row at a height: the first or last above or below them.
std::size_t sub_row_at(Stretch track, std::size_t count, int y);

/// The size of words on plates, in pixels.
struct TagSize {
  double height = 19.0;
  double padding = 10.0;  ///< left and right of the words together
  double margin = 3.0;    ///< to the edge of the rows
};

/// What is drawn of a row in one stretch of it, from the bottom up.
struct RowLayer {
  std::size_t place = 0;  ///< of the row
  Stretch stretch;
  bool is_all_work = false;            ///< shown or not, in one colour: what others did never looks idle
  bool is_over_all_work = false;       ///< stands on that of its row
  std::optional<std::size_t> depth{};  ///< of a sub-row
};

/// Where the rows of one trace stand in a picture, in its pixels. Whatever is drawn of rows and over them is
/// composed from this alone, so that a window and a figure show the same. Refers to what it shows.
struct PlacedRows {
  struct Row {
    Stretch track;             ///< the part of the row that is drawn on, perhaps outside of the clip
    std::size_t sub_rows = 1;  ///< that it is split into; 1: none
    bool is_of_several = false;
    std::size_t first_lane = 0;  ///< among `lanes`
  };

  const TraceDetail* detail = nullptr;
  const CategoryColours* colours = nullptr;
  std::size_t panel = 0;  ///< of the colours
  traces::Paper paper = traces::Paper::white;
  Box clip;                 ///< that rows fill; empty where the picture does not show the trace
  traces::ColumnGrid grid;  ///< from the clip's left edge on, of the trace's own times
  std::vector<Row> rows;    ///< from the top
  std::pair<std::size_t, std::size_t> visible;  ///< the first row that can be seen, and one beyond the last
  std::vector<std::size_t> lanes;               ///< of all rows
  std::map<traces::NodeId, Stretch> nodes =
      {};  ///< the rows of each that has any, perhaps outside of the clip
  double row_height = 0.0;
  double scale = 1.0;  ///< pixels of the picture per pixel of a plain display
  TextMeasure text_width = {};
  TagSize tag_size = {};
  bool has_pointer = false;  ///< a reader can zoom and select: notes then say what to do

  /// Adds a row below the others: of one lane, or of several (or what may be several) together.
  void add_row(std::span<const std::size_t> lanes_of_row, bool is_of_several, Stretch track,
               std::size_t sub_rows);

  const traces::Trace& trace() const { return *detail->trace; }
  std::span<const std::size_t> lanes_of(std::size_t place) const;
  /// Which of the rows shows a lane; nothing where none does.
  std::optional<std::size_t> place_of(traces::LaneId lane) const;
  /// The lane that a row shows; nothing where it shows several.
  std::optional<traces::LaneId> lane_of(std::size_t place) const;
  /// What a task is drawn in; nothing where a filter hides it.
  std::optional<traces::Colour> colour_of(traces::TaskId task) const;
  /// What a task's shapes are called, for formats that keep names; empty in a window.
  std::string name_of(traces::TaskId task) const;
  /// x of one of the trace's own times.
  double x_from_time(double time_ns) const { return clip.left + grid.column_from_time(time_ns); }
  /// Where a row draws what ran at a depth: in a sub-row where the row is split.
  Stretch track_at(std::size_t place, std::size_t depth) const;

  /// What is drawn of the rows that can be seen, row by row.
  std::vector<RowLayer> layers() const;
  const traces::LevelOfDetail& detail_of(const RowLayer& layer) const;

 private:
  std::vector<std::optional<std::size_t>> place_of_lane_;
};

}  // namespace gusset::picture
