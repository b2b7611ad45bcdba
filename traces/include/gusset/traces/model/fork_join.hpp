#pragma once
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "gusset/traces/model/ids.hpp"

namespace gusset::traces {

struct SpanReference {
  LaneId lane;
  std::uint64_t index = 0;
  friend bool operator==(const SpanReference&, const SpanReference&) = default;
};

/// What the task of a wait span waited for, in a fork-join program such as an OpenMP program.
struct TaskWait {
  enum class Kind : std::uint8_t {
    taskwait,   ///< the children that the task had created
    taskgroup,  ///< the tasks created in the group since `since_ns`, and their descendants
    barrier,    ///< the other threads of region `object`, and the tasks created in it
    lock,       ///< lock `object`, which another task held
  };
  static constexpr std::uint32_t no_object = std::numeric_limits<std::uint32_t>::max();
  SpanReference span;
  Kind kind = Kind::taskwait;
  std::uint32_t object = no_object;  ///< barrier: the region's number; lock: an index into the locks
  std::int64_t since_ns = 0;         ///< taskgroup: when the group began; 0 for other kinds
  friend bool operator==(const TaskWait&, const TaskWait&) = default;
};

/// A task whose creator continued only after the task had ended: a thread's part of a parallel region, or a
/// task that is not deferred.
struct JoinedTask {
  static constexpr std::uint32_t no_region = std::numeric_limits<std::uint32_t>::max();
  TaskId task;
  std::uint32_t region = no_region;  ///< the number of the region that the task is a part of
  friend bool operator==(const JoinedTask&, const JoinedTask&) = default;
};

/// The interval in which a task held a lock: [begin_ns, end_ns).
struct LockHold {
  std::uint32_t lock = 0;  ///< an index into the locks
  TaskId task;
  std::int64_t begin_ns = 0;
  std::int64_t end_ns = 0;
  friend bool operator==(const LockHold&, const LockHold&) = default;
};

/// The synchronisation of a fork-join program. Together with the parents and submission times of tasks, it
/// defines the order that the program enforces (see Strands).
struct ForkJoin {
  std::vector<TaskWait> waits;     ///< sorted by (lane, index of the span)
  std::vector<JoinedTask> joined;  ///< sorted by task
  std::vector<std::string> locks;  ///< names of locks and critical sections
  std::vector<LockHold> holds;     ///< sorted by (task, begin)
  friend bool operator==(const ForkJoin&, const ForkJoin&) = default;
};

}  // namespace gusset::traces
