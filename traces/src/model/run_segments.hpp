#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

#include "gusset/traces/model/trace.hpp"

namespace gusset::traces {

/// All stretches in which a run span is the innermost span of its lane, lane by lane, in order of time.
class RunSegments {
 public:
  struct Segment {
    std::int64_t begin_ns = 0;
    std::int64_t end_ns = 0;
    TaskId task;  ///< none for a run span without a task
    LaneId lane;
  };
  static constexpr std::size_t none = ~std::size_t{0};

  explicit RunSegments(const Trace& trace);

  const std::vector<Segment>& all() const { return segments_; }
  /// The segment that ends last (ties: the uppermost lane's), or none.
  std::size_t last_to_end() const;
  /// The first segment of `task`, which began on `lane` at `begin_ns`; none if there is no such segment.
  std::size_t first_of(LaneId lane, TaskId task, std::int64_t begin_ns) const;
  std::size_t previous_on_lane(std::size_t segment) const;
  std::size_t previous_of_task(std::size_t segment) const;
  bool is_first_of_task(std::size_t segment) const { return previous_of_task(segment) == none; }
  /// The lane of a task's last span; none if the task never ran.
  LaneId last_lane(TaskId task) const { return last_lane_[task.value()]; }
  /// The segment that a lane ran just before `time_ns`: a zero-length segment of `task` at that time, or else
  /// the last segment that began earlier.
  std::size_t at(LaneId lane, TaskId task, std::int64_t time_ns) const;

 private:
  void link_segments_of_tasks(std::size_t task_count);

  std::vector<Segment> segments_;
  std::vector<std::size_t> lane_first_;  ///< lanes + 1 entries
  std::vector<LaneId> last_lane_;        ///< one entry per task
  std::vector<std::size_t> previous_;    ///< per segment: the task's previous one; empty if all have one
};

}  // namespace gusset::traces
