#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

#include "gusset/traces/model/nesting.hpp"
#include "gusset/traces/picture/timeline/marked_rows.hpp"
#include "gusset/traces/picture/timeline/placed_rows.hpp"
#include "gusset/traces/picture/timeline/shapes.hpp"

namespace gusset::picture {

/// A darker shade of a task's colour, visible around tasks of that colour.
traces::Colour outline_shade(traces::Colour colour, traces::Background background);

/// Runs of tasks during which other tasks ran on the same lane (nested OpenMP tasks, calls in an imported
/// trace). A row shows the task that ran at each moment; an outline shows the task around it. In a split row
/// the outline surrounds the sub-rows from the task's own down, and a line continues through the task's own
/// sub-row while it was suspended. Immutable.
class ParentOutlines {
 public:
  ParentOutlines() = default;
  /// Finds the runs. `nesting` must belong to the trace; null: all runs have depth 0. Linear in spans, plus n
  /// log n in the runs found.
  ParentOutlines(const traces::Trace& trace, const traces::Nesting* nesting);

  /// The number of runs.
  std::size_t size() const { return runs_.size(); }

  /// Outlines the runs that are wide enough to distinguish, each within the one around it, in a darker shade
  /// of its own colour. Takes time that depends on pixels.
  void draw(const PlacedRows& rows, Shapes& shapes) const;

  /// Runs narrower than this have no outline, in pixels at scale 1.
  static constexpr double min_width = 6.0;
  /// The same in split rows, where a narrower run still has its line.
  static constexpr double min_split_width = 10.0;

 private:
  struct Run {
    traces::TaskId task;
    std::size_t depth = 0;    ///< depth in the sense of Nesting
    std::size_t sharing = 0;  ///< runs around it at the same depth
  };
  void outline(const PlacedRows& rows, std::size_t place, std::size_t around, const MarkedRows::Stretch& run,
               Shapes& shapes) const;

  std::vector<Run> runs_;
  /// By the number of runs around them, so that no run is bundled with its parent.
  std::vector<MarkedRows> lanes_;
};

}  // namespace gusset::picture
