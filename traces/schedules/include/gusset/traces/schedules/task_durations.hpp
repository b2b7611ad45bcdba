#pragma once
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "gusset/base/result.hpp"
#include "gusset/traces/model/trace.hpp"

namespace gusset::schedules {

/// How long a trace's tasks took, and how much that varies among similar tasks: those with the same type and,
/// if work was declared, the same work.
class TaskDurations {
 public:
  /// Tasks of a graph that never ran take their declared work × `seconds_per_work`; if none declares work,
  /// one unit each. Fails, naming `name`, if all tasks together take more than 2^60 ns.
  static Result<TaskDurations> of(const traces::Trace& trace, double seconds_per_work,
                                  const std::string& name);

  /// Each task's own duration, in ns. 0 for a task that never ran although others did.
  const std::vector<std::int64_t>& exact_ns() const { return exact_ns_; }
  /// For each task the mean duration of similar tasks without the longest and the shortest tenth, in ns.
  std::vector<std::int64_t> typical_ns() const;
  /// One possible run, in ns: each task takes as long as a similar one did. Equal seeds give equal runs.
  std::vector<std::int64_t> draw_ns(std::uint64_t seed) const;

  /// Whether similar tasks took different times.
  bool vary() const;
  /// Whether the tasks ran.
  bool are_recorded() const { return is_recorded_; }
  /// Whether the tasks neither ran nor declare work, and are assumed to have one unit each.
  bool have_assumed_work() const { return has_assumed_work_; }
  /// Tasks without a duration: they never ended, or declare no work. They take no time.
  std::size_t unknown() const { return unknown_; }

 private:
  std::vector<std::int64_t> exact_ns_;
  std::vector<std::uint32_t> class_of_;                 ///< per task
  std::vector<std::vector<std::int64_t>> of_class_ns_;  ///< known durations, ascending
  bool is_recorded_ = false;
  bool has_assumed_work_ = false;
  std::size_t unknown_ = 0;
};

}  // namespace gusset::schedules
