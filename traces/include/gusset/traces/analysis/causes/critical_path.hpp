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

/// The longest path through the task graph: no schedule on any number of workers, with these task durations
/// and free communication, is shorter. Durations are exclusive run times; a task that never ran takes none.
///
/// A commuting group is served one task at a time. Let r(i) be the longest path to task i without i. The
/// group is done no earlier than the largest, over its tasks j, of r(j) + the durations of all its tasks i
/// with r(i) ≥ r(j): what the best order of those tasks would reach (one machine with release dates). Each
/// task alone is done no earlier than r(i) + its duration.
struct CriticalBound {
  std::int64_t length_ns = 0;  ///< the sum of the durations of `tasks`
  /// One longest path, first to last. Where a commuting group's sum binds, all tasks that it counts, in order
  /// of execution. Empty where no task took any time.
  std::vector<TaskId> tasks;
};

/// One link of the chain: what the program was really waiting for in [begin_ns, end_ns).
struct ChainLink {
  enum class Kind {
    run,          ///< `task` ran (or a run span of no task)
    message,      ///< data on its way to `task`, from its producer's end to its receipt
    ready_wait,   ///< `task` could have run, but no worker took it
    submit_wait,  ///< `task` was not yet submitted
    unknown,      ///< the trace does not tell
    release,      ///< what `task` waited for had happened, but it was not yet ready: the runtime's own time
  };
  Kind kind = Kind::run;
  TaskId task;  ///< that ran, or that waited; none where no task is known
  std::int64_t begin_ns = 0;
  std::int64_t end_ns = 0;
  friend bool operator==(const ChainLink&, const ChainLink&) = default;
};

/// What the links of a chain are called in every answer and picture.
struct LinkWords {
  std::string_view key;      ///< "ready_wait": in documents
  std::string_view name;     ///< "ready, not taken": in tables and over the timeline
  std::string_view awaited;  ///< "a worker": what a task waited for; of runs, empty
  std::string_view advice;   ///< what may shorten such links
};
const LinkWords& link_words(ChainLink::Kind kind);
inline std::string_view kind_name(ChainLink::Kind kind) {
  return link_words(kind).key;
}

/// What each task really waited for, from the last task to end back to the start: links adjoin, none is
/// empty, and their lengths sum to the makespan exactly.
///
/// A task waited for the latest of
/// 1. its last predecessor's end, or the receipt of the message that carried the predecessor's version to
/// this node (looked up by
///    handle, version waited for, and destination);
/// 2. the end of the task before it in its commuting group: not at once;
/// 3. its submission, if recorded: by its parent's run, else by the program's thread, which went on from
/// where it last waited (the
///    last task to end in a wait span of no task; only of lanes on which it submits, where submit spans
///    outside of runs tell) or from the start;
/// 4. the end of whatever ran before it on its lane, unless it is known to have become ready only later.
/// Ties go to the first in this list. What lies between that and its begin is ready_wait, as far as it was
/// ready (where `ready` is recorded), before that release, or message where the predecessor ran on another
/// node; for `why` of a trace that has neither readiness nor dependencies, unknown. A run that is interrupted
/// by nested spans goes on after the last of them: the chain then passes through what was nested.
/// Predecessors that end after the task began (clocks, rounding) count up to its begin.
struct CriticalChain {
  std::vector<ChainLink> links;  ///< first to last
};

/// Nothing where the trace knows no dependencies, or they are cyclic. `graph` must be that of `trace`. Linear
/// in spans and accesses, but for sorting commuting groups.
std::optional<CriticalBound> critical_bound(const Trace& trace, const TaskGraph& graph);
/// The same with other durations, one per task: what if …?
std::optional<CriticalBound> critical_bound(const TaskGraph& graph,
                                            std::span<const std::int64_t> duration_ns);
std::optional<CriticalChain> critical_chain(const Trace& trace, const TaskGraph& graph);
/// The same, where the trace's times are at hand.
std::optional<CriticalChain> critical_chain(const Trace& trace, const TaskGraph& graph,
                                            const TaskTimes& times);

/// The bound, and how much longer each task alone could last without lengthening it. Tasks on a longest path
/// have none. Exact where nothing commutes; in commuting groups, whose best order changes with the durations,
/// a task may have somewhat more.
struct BoundAndSlack {
  CriticalBound bound;
  std::vector<std::int64_t> slack_ns;  ///< per task
};
/// Nothing where critical_bound has nothing. Linear but for sorting commuting groups.
std::optional<BoundAndSlack> bound_and_slack(const TaskGraph& graph,
                                             std::span<const std::int64_t> duration_ns);

/// All that is asked about the path, bound and chain side by side where there are two cores.
struct CriticalPath {
  TaskTimes times;
  std::optional<BoundAndSlack> bound;  ///< as bound_and_slack
  std::optional<CriticalChain> chain;  ///< as critical_chain
};
CriticalPath critical_path(const Trace& trace, const TaskGraph& graph);

/// A commuting group: its tasks run one after the other, so that no schedule is shorter than their sum.
struct SerialGroup {
  HandleId handle;
  std::uint32_t version = 0;  ///< that they wait for
  std::uint64_t tasks = 0;
  std::int64_t length_ns = 0;  ///< the sum of their durations
  friend bool operator==(const SerialGroup&, const SerialGroup&) = default;
};
/// All commuting groups of several tasks, the longest first (ties by handle, then version).
std::vector<SerialGroup> serial_groups(const TaskGraph& graph, std::span<const std::int64_t> duration_ns);

}  // namespace gusset::traces
