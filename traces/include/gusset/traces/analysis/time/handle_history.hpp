#pragma once
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "gusset/base/groups.hpp"
#include "gusset/traces/analysis/time/task_table.hpp"
#include "gusset/traces/model/trace.hpp"

namespace gusset::traces {

/// The state of a handle at a moment.
struct HandleState {
  std::uint32_t version = 0;  ///< increases by one with each completed access, including reads [SuperGlue]
  std::uint64_t writes = 0;   ///< number of completed accesses that changed the value
  TaskId last_writer;         ///< task of the last such access; none if there is none yet
  friend bool operator==(const HandleState&, const HandleState&) = default;
};

/// The versions of all handles over time. An access completes when its task ends. Accesses to all nodes'
/// replicas of a handle count together.
///
/// Immutable once built; any number of threads may query it. Building is O(a log a) in accesses and takes 4
/// to 8 bytes per access.
class HandleHistory {
 public:
  /// `times` must be the task times of `trace`. Empty if accesses were not recorded.
  HandleHistory(std::shared_ptr<const Trace> trace, std::shared_ptr<const TaskTimes> times);

  bool known() const { return trace_->recorded.accesses; }
  /// O(log a). `handle` must be a handle of the trace.
  HandleState at(HandleId handle, std::int64_t time_ns) const;
  /// The state after all tasks that ran have ended.
  HandleState last(HandleId handle) const;

 private:
  using Tasks = std::span<const TaskId>;
  std::size_t done(Tasks tasks, std::int64_t time_ns) const;

  std::shared_ptr<const Trace> trace_;
  std::shared_ptr<const TaskTimes> times_;
  std::vector<std::uint32_t> first_version_;  ///< one entry per handle
  Groups<TaskId> accessing_;                  ///< by handle, then by end; a task appears once per access
  Groups<TaskId> writing_;
};

}  // namespace gusset::traces
