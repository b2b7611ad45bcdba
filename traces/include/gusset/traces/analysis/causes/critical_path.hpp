#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "gusset/traces/analysis/graph/task_graph.hpp"
#include "gusset/traces/analysis/time/task_table.hpp"
#include "gusset/traces/model/trace.hpp"

namespace gusset::traces {

/// The longest path through the task graph. No schedule on any number of workers is shorter, with these task
/// durations and free communication. Durations are exclusive run times; a task that never ran has duration 0.
///
/// In a fork-join program, strands take the place of tasks (see Strands); only one strand at a time holds a
/// lock.
///
/// The tasks of a commuting group run one at a time. Let r(i) be the longest path to task i, without i. The
/// group finishes no earlier than the maximum, over its tasks j, of r(j) + the durations of all its tasks i
/// with r(i) ≥ r(j). The best order of those tasks would reach this (one machine with release dates). Each
/// single task finishes no earlier than r(i) + its duration.
struct CriticalBound {
  std::int64_t length_ns = 0;  ///< the sum of the durations of `tasks`
  /// One longest path, first to last. If a commuting group's sum determines the bound, the path holds all
  /// tasks that the sum counts, in order of execution. Empty if no task took any time.
  std::vector<TaskId> tasks;
  /// How much of each task's duration counts; one entry per entry of `tasks`. In a fork-join program these
  /// are the task's strands on the path; the bound is then the longest path through the strands (see
  /// Strands).
  std::vector<std::int64_t> counted_ns = {};
};

/// One link of the chain: what the program actually waited for in [begin_ns, end_ns).
struct ChainLink {
  enum class Kind {
    run,          ///< `task` ran (or a run span without a task)
    message,      ///< data travelled to `task`: from the end of the data's producer to the receipt
    ready_wait,   ///< `task` was ready, but no worker took it
    submit_wait,  ///< `task` was not yet submitted
    unknown,      ///< the trace does not say
    release,  ///< the events that `task` waited for had happened, but it was not yet ready: runtime overhead
  };
  Kind kind = Kind::run;
  TaskId task;  ///< the task that ran or waited; none if no task is known
  std::int64_t begin_ns = 0;
  std::int64_t end_ns = 0;
  friend bool operator==(const ChainLink&, const ChainLink&) = default;
};

/// The texts for the links of a chain in every answer and picture.
struct LinkText {
  std::string_view key;      ///< in documents: "ready_wait"
  std::string_view name;     ///< in tables and above the timeline: "ready, not taken"
  std::string_view awaited;  ///< what a task waited for: "a worker"; empty for runs
  std::string_view advice;   ///< what may shorten such links; empty if their cause is unknown
};
const LinkText& link_text(ChainLink::Kind kind);
inline std::string_view kind_name(ChainLink::Kind kind) {
  return link_text(kind).key;
}

/// What each task (in a fork-join program, each strand) actually waited for, from the last task to end back
/// to the start. Links are adjacent, none is empty, and their lengths sum exactly to the makespan.
///
/// A task waited for the latest of:
/// 1. its last predecessor's end, or the receipt of the message that carried the predecessor's version to
///    this node (looked up by handle, awaited version and destination);
/// 2. the end of the previous task in its commuting group, since the group's tasks exclude each other;
/// 3. its submission, if recorded. Its parent's run submits it, or else the program's thread. That thread
///    continues from where it last waited (the last task to end in a wait span without a task; if the trace
///    has submit spans outside of runs, only on lanes with such spans), or from the start;
/// 4. the end of the previous run on its lane, unless the task is known to have become ready later.
///
/// Ties go to the first in this list. The time from that event to the task's start is ready_wait once the
/// task was ready. Before that, it is release; or unknown if the event was the end of the previous run on the
/// lane, or if the task needed data from another node and a message was not recorded. Without ready times,
/// all of it is ready_wait; or unknown if a message was not recorded or (for `why`) the trace has no
/// dependencies. A run that nested spans interrupt continues after the last of
/// them, so the chain passes through the nested spans. A predecessor that ends after the task began (clock
/// error, rounding) counts up to the task's start.
struct CriticalChain {
  std::vector<ChainLink> links;  ///< first to last
};

/// Returns nothing if the trace has no dependencies or they are cyclic. `graph` must be the graph of `trace`.
/// Linear in spans and accesses, except for sorting commuting groups.
std::optional<CriticalBound> critical_bound(const Trace& trace, const TaskGraph& graph);
/// Computes the bound for other task durations (what if?). `duration_ns` has one entry per task.
std::optional<CriticalBound> critical_bound(const TaskGraph& graph,
                                            std::span<const std::int64_t> duration_ns);
std::optional<CriticalChain> critical_chain(const Trace& trace, const TaskGraph& graph);
/// Uses the given task times, which must belong to `trace`.
std::optional<CriticalChain> critical_chain(const Trace& trace, const TaskGraph& graph,
                                            const TaskTimes& times);

/// The bound, and the slack of each task: how much longer this task alone could take without lengthening the
/// bound. Tasks on a longest path have no slack. Exact if nothing commutes. In commuting groups, whose best
/// order depends on the durations, the true slack may be somewhat larger.
struct BoundAndSlack {
  CriticalBound bound;
  std::vector<std::int64_t> slack_ns;  ///< one entry per task
};
/// Returns nothing if critical_bound does. Linear, except for sorting commuting groups.
std::optional<BoundAndSlack> bound_and_slack(const TaskGraph& graph,
                                             std::span<const std::int64_t> duration_ns);

/// The complete analysis of the critical path. Computes the bound and the chain in parallel if there are two
/// cores.
struct CriticalPath {
  TaskTimes times;
  std::optional<BoundAndSlack> bound;  ///< see bound_and_slack
  std::optional<CriticalChain> chain;  ///< see critical_chain
};
CriticalPath critical_path(const Trace& trace, const TaskGraph& graph);

/// A commuting group. Its tasks run one after the other, so no schedule is shorter than the sum of their
/// durations.
struct SerialGroup {
  HandleId handle;
  std::uint32_t version = 0;  ///< version that the tasks wait for
  std::uint64_t tasks = 0;
  std::int64_t length_ns = 0;  ///< sum of the tasks' durations
  friend bool operator==(const SerialGroup&, const SerialGroup&) = default;
};
/// All commuting groups with several tasks, longest first (ties by handle, then version).
std::vector<SerialGroup> serial_groups(const TaskGraph& graph, std::span<const std::int64_t> duration_ns);

}  // namespace gusset::traces
