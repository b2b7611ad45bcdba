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

/// How runs lie within each other on the lanes of a trace: of a task that was suspended while its worker ran
/// others (taskwait, recursion, calls of an import), and of those others.
///
/// The depth of a run is one more than that of the innermost run around it, or the same where both are of one
/// task; 0 where there is none around it. Deeper ones than the last of `most_depths` count as that.
///
/// The trace must be valid. Immutable once made; any number of threads may ask it.
class Nesting {
 public:
  static constexpr std::size_t most_depths = 4;

  Nesting() = default;
  /// Linear in spans, on several threads where they are many. Keeps 9 bytes for each span of lanes whose runs
  /// nest, and nothing of other lanes.
  explicit Nesting(const Trace& trace);

  /// How many depths the runs of any lane have; 1: nothing nests.
  std::size_t depths() const { return depths_; }
  /// The same of one lane.
  std::size_t depths(LaneId lane) const { return lanes_.empty() ? 1 : lanes_[lane.value()].depths; }
  /// Of a run: its index in the lane.
  std::size_t depth(LaneId lane, std::size_t span) const {
    return depths(lane) == 1 ? 0 : lanes_[lane.value()].depth[span];
  }
  /// Of a task's first run; 0 where it never ran. `times` are the trace's.
  std::size_t depth(const Trace& trace, const TaskTimes& times, TaskId task) const;

  /// The runs of one depth by begin, as indices in the lane; none where the lane's runs do not nest.
  std::span<const std::uint32_t> runs(LaneId lane, std::size_t depth) const;
  /// The innermost run of one depth that a time lies in (begin <= time < end), whether it was active then or
  /// suspended. Nothing where the lane's runs do not nest. `spans` are the lane's.
  std::optional<std::size_t> run_around(const SpanColumns& spans, LaneId lane, std::size_t depth,
                                        std::int64_t time_ns) const;

 private:
  struct Lane {
    std::size_t depths = 1;
    std::vector<std::uint8_t> depth;               ///< of each span; 0 of what is no run
    std::vector<std::uint32_t> around;             ///< of each span, the innermost run around it
    std::vector<std::vector<std::uint32_t>> runs;  ///< of each depth
  };
  static Lane nesting_of(const SpanColumns& spans);

  std::size_t depths_ = 1;
  std::vector<Lane> lanes_;  ///< none where nothing nests
};

}  // namespace gusset::traces
