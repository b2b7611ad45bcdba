#pragma once
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "gusset/traces/analysis/time/task_table.hpp"
#include "gusset/traces/model/trace.hpp"

namespace gusset::traces {

/// What has become of a handle at a moment.
struct HandleState {
  std::uint32_t version = 0;  ///< goes up by one with each access that is done, reads included [SuperGlue]
  std::uint64_t writes = 0;   ///< accesses done that left another value behind
  TaskId last_writer;         ///< of those; none where there is none yet
  friend bool operator==(const HandleState&, const HandleState&) = default;
};

/// The versions of all handles over time. An access is done when its task ended; of several nodes' replicas
/// all accesses count together.
///
/// Immutable once built; any number of threads may ask it. Building is O(a log a) in accesses, 4 to 8 bytes
/// an access.
class HandleHistory {
 public:
  /// `times` must be of `trace`. Empty where accesses were not recorded.
  HandleHistory(std::shared_ptr<const Trace> trace, std::shared_ptr<const TaskTimes> times);

  bool known() const { return trace_->recorded.accesses; }
  /// O(log a). `handle` is one of the trace's.
  HandleState at(HandleId handle, std::int64_t time_ns) const;
  /// When all that ran is done.
  HandleState last(HandleId handle) const;

 private:
  using Tasks = std::span<const TaskId>;
  Tasks accessing(HandleId handle) const;
  Tasks writing(HandleId handle) const;
  std::size_t done(Tasks tasks, std::int64_t time_ns) const;

  std::shared_ptr<const Trace> trace_;
  std::shared_ptr<const TaskTimes> times_;
  std::vector<std::uint32_t> first_version_;  ///< per handle
  std::vector<std::uint64_t> first_access_;   ///< handles + 1, into accessing_
  std::vector<std::uint64_t> first_write_;    ///< handles + 1, into writing_
  std::vector<TaskId> accessing_;             ///< handle by handle, by end; a task once for each access
  std::vector<TaskId> writing_;
};

}  // namespace gusset::traces
