#pragma once
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "gusset/traces/picture/timeline/marked_rows.hpp"
#include "gusset/traces/picture/timeline/placed_rows.hpp"
#include "gusset/traces/picture/timeline/shapes.hpp"
#include "gusset/traces/picture/timeline/trace_detail.hpp"

namespace gusset::picture {

/// Marked stretches of tasks of one trace, drawn in the tasks' sub-rows if rows are split.
class MarkedTasks {
 public:
  /// A stretch that is drawn as one shape, and where it is drawn.
  struct Mark {
    MarkedRows::Stretch stretch;
    picture::Stretch track;
  };

  MarkedTasks() = default;
  explicit MarkedTasks(const TraceDetail& detail);

  /// Adds a stretch of a lane, for a run at a nesting depth.
  void add(traces::LaneId lane, std::size_t depth, std::int64_t begin_ns, std::int64_t end_ns,
           std::uint32_t item);
  /// Adds a task from its first start to its last end, if it ran. The item is its number.
  void add(const TraceDetail& detail, traces::TaskId task);
  /// Call this after the last `add`.
  void finish();

  bool empty() const { return all_.empty(); }
  /// The visible marks of a lane, sub-row by sub-row, from left to right. `place` is the index of the row
  /// that shows the lane.
  std::vector<Mark> marks(const PlacedRows& rows, std::size_t place, traces::LaneId lane) const;

 private:
  MarkedRows all_;
  std::vector<MarkedRows> by_depth_;  ///< empty if nothing nests
};

/// How tasks are outlined.
struct OutlineLook {
  Rgba colour = 0;
  /// Fills tasks that are too small to distinguish, between a line above and a line below them; 0: no fill.
  Rgba tint = 0;
  std::string name = {};  ///< of the shapes, for formats that keep names
};

/// Outlines the visible tasks. Tasks that are too small to distinguish share one outline.
void outline_tasks(const PlacedRows& rows, const MarkedTasks& tasks, const OutlineLook& look, Shapes& shapes);

/// Frames the visible tasks. Tasks that a frame would hide, and those in aggregated rows, have a bar along
/// their lower edge instead.
void frame_tasks(const PlacedRows& rows, const MarkedTasks& tasks, Rgba colour, const std::string& name,
                 Shapes& shapes);

}  // namespace gusset::picture
