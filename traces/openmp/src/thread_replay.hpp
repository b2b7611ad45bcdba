#pragma once
#include <cstdint>

#include "gusset/traces/model/trace.hpp"
#include "task_list.hpp"

namespace gusset::ompt {

/// What the replay of a thread had to settle by itself.
struct ReplayLosses {
  std::uint64_t ends_not_told = 0;  ///< tasks that must have ended, as what is around them went on
  std::uint64_t unknown_tasks = 0;  ///< events that name a task which nobody is known to have made
};

/// The spans of one thread, sorted as a trace wants them. They nest, and the outermost ones adjoin: together
/// they are all of the thread's time.
///
/// - Run spans are those of explicit tasks, of a thread's part of a parallel region, and of a thread's own
///   program outside of regions. The last two are run spans of tasks of their own, since what they do is
///   work of the program that keeps a thread busy: a loop worked on by a team, or a producer that keeps the
///   others waiting, must not look idle, and neither must seem to be done by any explicit task.
/// - Wait spans lie within them: barriers, taskwait, the end of a taskgroup, locks. Tasks that a thread
///   executes meanwhile lie within the wait, so what is left of it is idle time.
/// - A thread of the runtime's own waits, for no task, wherever it is in no region. The runtime tells it
///   only when it takes part in the next region that the last one has ended; its part is cut where the
///   region's primary thread went on.
///
/// Tasks may have several run spans: an untied one may be suspended and go on elsewhere.
traces::SpanColumns replay_thread(const Recording& recording, std::size_t thread, const TaskList& tasks,
                                  ReplayLosses& losses);

}  // namespace gusset::ompt
