#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

#include "gusset/traces/model/nesting.hpp"
#include "gusset/traces/picture/timeline/marked_rows.hpp"
#include "gusset/traces/picture/timeline/placed_rows.hpp"
#include "gusset/traces/picture/timeline/shapes.hpp"

namespace gusset::picture {

/// When threads could run but had no processor during the runs of tasks. The operating system reports only
/// how long that was within a recorded interval; the time is assumed to be at the interval's end. Counts what
/// traces::preempted_in_runs_ns counts. Immutable.
class OffCore {
 public:
  OffCore() = default;
  /// Finds the times without a processor; none if they were not recorded. `nesting` must belong to the trace;
  /// null: all runs have depth 0. Linear in spans and recorded intervals, plus n log n in what it finds.
  OffCore(const traces::Trace& trace, const traces::Nesting* nesting);

  /// Whether no task lost its processor.
  bool empty() const { return stretches_.empty(); }
  /// How long a task had no processor, in ns.
  std::int64_t of(traces::TaskId task) const;

  /// Hatches the tasks where their threads had no processor, if that is wide enough to see. Takes time that
  /// depends on pixels.
  void draw(const PlacedRows& rows, Shapes& shapes) const;

 private:
  struct Stretch {
    traces::TaskId task;
    std::size_t depth = 0;  ///< depth in the sense of Nesting
  };
  struct Sum {
    traces::TaskId task;
    std::int64_t ns = 0;
  };

  std::vector<Stretch> stretches_;
  MarkedRows lanes_;
  std::vector<Sum> sums_;  // sorted by task
};

}  // namespace gusset::picture
