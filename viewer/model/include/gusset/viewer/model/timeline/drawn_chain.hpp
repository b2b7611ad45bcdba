#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "gusset/traces/analysis/causes/critical_path.hpp"
#include "gusset/viewer/model/document/loaded_trace.hpp"
#include "gusset/viewer/model/timeline/marked_tasks.hpp"
#include "gusset/viewer/model/timeline/timeline.hpp"

namespace gusset::viewer {

/// A chain of runs and waits of one trace, row by row, ready to draw at any zoom. Immutable.
///
/// Tasks are outlined. Waits are dashed lines in the row of the task that waited. A line joins the rows where
/// the chain continues in another row. A suspended task counts in the row of its first run.
class DrawnChain {
 public:
  DrawnChain() = default;
  /// Consecutive links must adjoin. O(n log n).
  DrawnChain(const LoadedTrace& loaded, std::vector<traces::ChainLink> links);

  const std::vector<traces::ChainLink>& links() const { return links_; }
  bool empty() const { return links_.empty(); }

  /// Draws the visible part of the chain on a panel in one colour. Draws no lines between rows if more than
  /// `max_hops` are visible, and returns their number; otherwise returns 0.
  std::size_t draw(const Timeline& timeline, std::size_t panel, std::uint32_t colour, Shapes& shapes) const;
  static constexpr std::size_t max_hops = 150;

 private:
  /// A point where the chain continues in another row.
  struct Hop {
    std::int64_t begin_ns = 0;
    std::int64_t end_ns = 0;  ///< later than the start if a message takes that long
    std::size_t from_row = 0;
    std::size_t to_row = 0;
    std::size_t from_depth = 0;
    std::size_t to_depth = 0;
  };
  std::vector<traces::ChainLink> links_;
  MarkedTasks runs_;
  MarkedTasks waits_;
  std::vector<Hop> hops_;  ///< sorted by time
};

}  // namespace gusset::viewer
