#pragma once
#include <cstdint>
#include <vector>

#include "gusset/traces/model/trace.hpp"
#include "task_list.hpp"

namespace gusset::ompt {

/// What the replay of a thread had to guess.
struct ReplayLosses {
  std::uint64_t missing_ends = 0;   ///< tasks that must have ended, because the enclosing task continued
  std::uint64_t unknown_tasks = 0;  ///< events that name a task whose creation is unknown
};

/// What one thread did. Locks are identified by address.
struct ReplayedThread {
  struct Wait {
    std::uint64_t span = 0;  ///< index of the wait's span
    traces::TaskWait::Kind kind = traces::TaskWait::Kind::taskwait;
    std::uint64_t object = 0;  ///< barrier: the region's number; lock: its address
    std::int64_t since_ns = 0;
  };
  struct Hold {
    std::uint64_t lock = 0;
    traces::TaskId task;
    std::int64_t begin_ns = 0;
    std::int64_t end_ns = 0;
  };
  /// What the thread had used up to a time.
  struct Sample {
    std::int64_t time_ns = 0;
    std::int64_t processor_ns = 0;
    std::uint32_t waits = 0;
    std::uint32_t preemptions = 0;
  };
  traces::SpanColumns spans;
  std::vector<Sample> samples;   ///< in order of time
  std::uint32_t processors = 0;  ///< the number of processors on which it may run; 0 if unknown
  std::uint64_t affinity = 0;    ///< the mask of the first 64
  std::vector<Wait> waits;       ///< in order of their spans
  std::vector<Hold> holds;       ///< in order of their ends
  traces::TaskId last;      ///< the task that ran when the recording ended; none if none did
};

/// The spans of one thread are sorted as a trace requires. They nest, and the outermost spans are adjacent:
/// together they cover all of the thread's time.
///
/// - Run spans belong to explicit tasks, to a thread's part of a parallel region, and to a thread's own
///   program outside of regions. The last two have separate tasks, because they keep the thread busy with the
///   program's work: a loop shared by a team, or a producer for which the others wait, must neither look idle
///   nor seem to belong to an explicit task.
/// - Wait spans nest in run spans: barriers, taskwait, the end of a taskgroup, locks. Tasks that a thread
///   executes meanwhile nest in the wait span, so the rest of it is idle time.
/// - A thread of the runtime waits, without a task, whenever it is outside of regions. The runtime reports
///   the end of such a thread's part of a region only when the thread joins its next region. The part is cut
///   at the time at which the region's primary thread continued.
///
/// A task may have several run spans: an untied task may be suspended and continue elsewhere.
ReplayedThread replay_thread(const Recording& recording, std::size_t thread, const TaskList& tasks,
                             ReplayLosses& losses);

}  // namespace gusset::ompt
