#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "gusset/traces/analysis/causes/critical_path.hpp"
#include "gusset/traces/picture/timeline/marked_tasks.hpp"
#include "gusset/traces/picture/timeline/placed_rows.hpp"
#include "gusset/traces/picture/timeline/shapes.hpp"

namespace gusset::picture {

/// A chain of runs and waits of one trace, row by row, ready to draw at any zoom. Immutable.
///
/// Tasks have a bar along their upper edge. Waits are dashed lines in the row of the task that waited. A line
/// joins the rows where the chain continues in another row. A suspended task counts in the row of its first
/// run.
class DrawnChain {
 public:
  DrawnChain() = default;
  /// Consecutive links must adjoin. O(n log n).
  DrawnChain(const TraceDetail& detail, std::vector<traces::ChainLink> links);

  const std::vector<traces::ChainLink>& links() const { return links_; }
  bool empty() const { return links_.empty(); }

  /// Draws the visible part of the chain in one colour. `name` describes its shapes, for formats that keep
  /// names. Draws no lines between rows if more than `max_hops` are visible, and returns their number;
  /// otherwise returns 0.
  std::size_t draw(const PlacedRows& rows, Rgba colour, const std::string& name, Shapes& shapes) const;
  static constexpr std::size_t max_hops = 150;

 private:
  /// A point where the chain continues in another row.
  struct Hop {
    std::int64_t begin_ns = 0;
    std::int64_t end_ns = 0;  ///< later than the start if a message takes that long
    std::int64_t run_ns = 0;  ///< start of the second run
    traces::LaneId from_lane;
    traces::LaneId to_lane;
    std::size_t from_depth = 0;
    std::size_t to_depth = 0;
  };
  std::vector<traces::ChainLink> links_;
  MarkedTasks runs_;
  MarkedTasks waits_;
  std::vector<Hop> hops_;  ///< sorted by time
};

/// The colours of a critical path on white, dark enough for white text: of its chain, of the tasks that bound
/// the makespan and of that bound.
inline constexpr Rgba chain_on_white = rgba(205, 30, 20);
inline constexpr Rgba bound_on_white = rgba(88, 40, 150);

/// Draws a critical path: frames the tasks that bound the makespan, and draws the chain. If the chain changes
/// rows too often to draw, a note says so.
void draw_critical_path(const PlacedRows& rows, const DrawnChain& chain, const MarkedTasks& bound_tasks,
                        Rgba chain_colour, Rgba bound_colour, Shapes& shapes);

}  // namespace gusset::picture
