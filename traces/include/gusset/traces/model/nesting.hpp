#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "gusset/traces/model/ids.hpp"
#include "gusset/traces/model/task_times.hpp"
#include "gusset/traces/model/trace.hpp"

namespace gusset::traces {

/// For each task: whether it is a thread's part of a parallel region, or began one, as the program outside of
/// regions does. Empty if there are no regions.
std::vector<bool> fork_join_parts(const Trace& trace);

/// How runs nest on the lanes of a trace. Runs nest when a worker runs other tasks while a task is suspended
/// (taskwait, recursion, calls in an imported trace).
///
/// The depth of a run is one more than the depth of the innermost run around it, or the same depth if both
/// runs belong to one task, or if the run around it is a part of a fork-join program (see fork_join_parts):
/// such parts enclose nearly everything. A run with no run around it has depth 0. Depths are capped at
/// `max_depths` - 1.
///
/// The trace must be valid. The object is immutable; any number of threads may query it.
class Nesting {
 public:
  static constexpr std::size_t max_depths = 4;

  Nesting() = default;
  /// Linear in spans; runs on several threads for many spans. Takes 9 bytes for each span on lanes whose runs
  /// nest, and nothing for other lanes.
  explicit Nesting(const Trace& trace);

  /// The largest number of depths on any lane; 1 means that nothing nests.
  std::size_t depths() const { return depths_; }
  /// The number of depths on one lane.
  std::size_t depths(LaneId lane) const { return lanes_.empty() ? 1 : lanes_[lane.value()].depths; }
  /// The depth of a run. `span` is the run's index in the lane.
  std::size_t depth(LaneId lane, std::size_t span) const {
    return depths(lane) == 1 ? 0 : lanes_[lane.value()].depth[span];
  }
  /// The depth of a task's first run; 0 if the task never ran. `times` must be the trace's task times.
  std::size_t depth(const Trace& trace, const TaskTimes& times, TaskId task) const;

  /// The runs of one depth in order of start time, as indices in the lane. Empty if the lane's runs do not
  /// nest.
  std::span<const std::uint32_t> runs(LaneId lane, std::size_t depth) const;
  /// The innermost run of one depth that contains a time (begin <= time < end), whether the run was active or
  /// suspended then. Returns nothing if the lane's runs do not nest. `spans` must be the lane's spans.
  std::optional<std::size_t> run_around(const SpanColumns& spans, LaneId lane, std::size_t depth,
                                        std::int64_t time_ns) const;

 private:
  struct Lane {
    std::size_t depths = 1;
    std::vector<std::uint8_t> depth;               ///< of each span; 0 if the span is not a run
    std::vector<std::uint32_t> around;             ///< of each span: the innermost run around it
    std::vector<std::vector<std::uint32_t>> runs;  ///< of each depth
  };
  static Lane nesting_of(const SpanColumns& spans, const std::vector<bool>& is_part);

  std::size_t depths_ = 1;
  std::vector<Lane> lanes_;  ///< empty if nothing nests
};

}  // namespace gusset::traces
