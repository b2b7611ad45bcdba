#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "gusset/traces/analysis/causes/critical_path.hpp"
#include "gusset/viewer/model/document/loaded_trace.hpp"
#include "gusset/viewer/model/timeline/marked_tasks.hpp"
#include "gusset/viewer/model/timeline/timeline.hpp"

namespace gusset::viewer {

/// A chain of runs and waits of one trace, row by row, ready to be drawn at any zoom. Immutable once made.
///
/// Tasks are outlined, waits are dashed lines in the row of the task that waited, and where the chain goes on
/// in another row a line joins the two. A task that was suspended counts in the row of its first run.
class DrawnChain {
 public:
  DrawnChain() = default;
  /// Links adjoin, first to last. O(n log n).
  DrawnChain(const LoadedTrace& loaded, std::vector<traces::ChainLink> links);

  const std::vector<traces::ChainLink>& links() const { return links_; }
  bool empty() const { return links_.empty(); }

  /// Draws what can be seen of it on a panel in a colour. Beyond `most_hops` lines between rows none is
  /// drawn: how many there are is returned then, else 0.
  std::size_t draw(const Timeline& timeline, std::size_t panel, std::uint32_t colour, Shapes& shapes) const;
  static constexpr std::size_t most_hops = 150;

 private:
  /// Where the chain goes on in another row.
  struct Hop {
    std::int64_t begin_ns = 0;
    std::int64_t end_ns = 0;  ///< later than the begin where a message takes that long
    std::size_t from_row = 0;
    std::size_t to_row = 0;
    std::size_t from_depth = 0;
    std::size_t to_depth = 0;
  };
  std::vector<traces::ChainLink> links_;
  MarkedTasks runs_;
  MarkedTasks waits_;
  std::vector<Hop> hops_;  ///< in order of time
};

}  // namespace gusset::viewer
