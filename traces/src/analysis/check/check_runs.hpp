#pragma once
#include <cstdint>
#include <vector>

#include "check_report.hpp"

namespace gusset::traces {

/// When and where a task ran. Stored together for each task, because the check of accesses jumps from task to
/// task.
struct CheckRun {
  std::int64_t begin_ns = unknown_time;      ///< unknown_time if it never ran
  std::int64_t end_ns = unknown_time;        ///< end of its last run
  std::int64_t completed_ns = unknown_time;  ///< including its descendants; unknown_time if none of them ran
  NodeId node;                               ///< node of its first run
  NodeId home;                               ///< the node that the program placed it on

  bool ran() const { return begin_ns != unknown_time; }
  bool has_migrated() const { return home != node; }
};

/// The runs of all tasks, indexed by task.
class CheckRuns {
 public:
  explicit CheckRuns(std::size_t tasks) : runs_(tasks) {}
  CheckRun& of(TaskId task) { return runs_[task.value()]; }
  const CheckRun& of(TaskId task) const { return runs_[task.value()]; }

 private:
  std::vector<CheckRun> runs_;
};

/// Finds tasks that ran twice and spans that cross. Returns when the tasks ran.
CheckRuns check_runs(const Trace& trace, CheckReport& report);

/// Finds a cycle of explicit dependencies.
void check_cycles(const Trace& trace, CheckReport& report);

/// Finds contradictory times: of one task, of a task and its parent, and of dependent tasks.
void check_times(const Trace& trace, const CheckRuns& runs, CheckReport& report);

}  // namespace gusset::traces
