#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "gusset/traces/model/trace.hpp"
#include "gusset/traces/picture/canvas/palette.hpp"
#include "gusset/traces/picture/timeline/box.hpp"
#include "gusset/traces/picture/timeline/level_of_detail.hpp"

namespace gusset::picture {

/// The size of words on plates, in pixels.
struct TagSize {
  double height = 19.0;
  double padding = 10.0;  ///< left and right of the words together
  double margin = 3.0;    ///< to the edge of the rows
};

/// Where the rows of one trace stand in a picture, in its pixels. Whatever is drawn over rows is composed
/// from this alone, so that a window and a figure show the same.
class PlacedRows {
 public:
  virtual ~PlacedRows() = default;

  virtual const traces::Trace& trace() const = 0;
  virtual traces::Paper paper() const { return traces::Paper::white; }
  /// The part of the picture that rows fill; empty where the picture does not show the trace.
  virtual Box clip() const = 0;
  /// The columns from the clip's left edge on, of the trace's own times.
  virtual traces::ColumnGrid grid() const = 0;
  /// The first row that can be seen, and one beyond the last.
  virtual std::pair<std::size_t, std::size_t> visible_places() const = 0;
  /// Which of the rows shows a lane; nothing where none does.
  virtual std::optional<std::size_t> place_of(traces::LaneId lane) const = 0;
  /// The lane that a row shows; nothing where it shows several.
  virtual std::optional<traces::LaneId> lane_of(std::size_t place) const = 0;
  /// The part of a row that is drawn on, perhaps outside of the clip.
  virtual Stretch track(std::size_t place) const = 0;
  /// How many sub-rows a row is split into; 1: none.
  virtual std::size_t sub_rows(std::size_t place) const = 0;
  /// How deep within others a task ran.
  virtual std::size_t depth_of(traces::TaskId task) const = 0;
  /// What a task is drawn in; nothing where a filter hides it.
  virtual std::optional<traces::Colour> colour_of(traces::TaskId task) const = 0;
  /// What a task's shapes are called, for formats that keep names.
  virtual std::string name_of(traces::TaskId) const { return {}; }
  /// The rows of each node that has any, perhaps outside of the clip.
  virtual std::vector<std::pair<traces::NodeId, Stretch>> nodes() const = 0;
  virtual double row_height() const = 0;
  /// Pixels of the picture per pixel of a plain display.
  virtual double scale() const = 0;
  virtual double text_width(std::string_view words) const = 0;
  virtual TagSize tag_size() const = 0;
  /// Whether a reader can zoom and select: notes then say what to do.
  virtual bool has_pointer() const { return false; }

  /// x of one of the trace's own times.
  double x_from_time(double time_ns) const { return clip().left + grid().column_from_time(time_ns); }
  /// Where a row draws what ran at a depth: in a sub-row where the row is split.
  Stretch track_at(std::size_t place, std::size_t depth) const;
};

}  // namespace gusset::picture
