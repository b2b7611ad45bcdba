#pragma once
#include <cstdint>

#include "gusset/traces/model/trace.hpp"
#include "task_list.hpp"

namespace gusset::ompt {

/// What the replay of a thread had to guess.
struct ReplayLosses {
  std::uint64_t missing_ends = 0;   ///< tasks that must have ended, because the enclosing task continued
  std::uint64_t unknown_tasks = 0;  ///< events that name a task whose creation is unknown
};

/// The spans of one thread, sorted as a trace requires. They nest, and the outermost spans are adjacent:
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
traces::SpanColumns replay_thread(const Recording& recording, std::size_t thread, const TaskList& tasks,
                                  ReplayLosses& losses);

}  // namespace gusset::ompt
