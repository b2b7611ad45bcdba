#pragma once
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "gusset/base/result.hpp"
#include "gusset/traces/model/trace.hpp"

namespace gusset::traces {

/// One contradiction between a trace and the model of data versions.
struct Violation {
  enum class Kind {
    before_predecessor,  ///< ran before an awaited version's accesses had completed
    before_dependency,   ///< ran before the end of an explicit dependency
    before_message,      ///< ran on another node before the version had arrived there
    missing_message,     ///< ran on another node, to which the version was never sent
    message_order,  ///< sent before the version existed, after it was overwritten, or after it was received
    adds_overlap,   ///< two tasks of a commuting group ran at once, although their mode excludes that
    version_sequence,     ///< awaits a different version than the previous accesses lead to
    mixed_group,          ///< awaits the same version as an access with which it does not commute
    own_predecessor,      ///< awaits two versions of one handle, so it waits for itself
    before_ready,         ///< ran before it was ready
    before_submit,        ///< was ready, or ran, before it was submitted
    child_before_parent,  ///< ran before its parent began
    ran_twice,            ///< has several runs; in imported traces, whose tasks may resume: runs that overlap
    cycle,                ///< waits for itself through explicit dependencies
    spans_cross,          ///< spans in two lanes of one worker cross
    repeated_message      ///< brought a version to a node that had it, in a measured trace
  };
  Kind kind = Kind::before_predecessor;
  TaskId task;      ///< the offending task; none if a message or a worker is at fault
  TaskId other;     ///< the task that it contradicts, if any
  HandleId handle;  ///< the handle involved, if any
  Error error;      ///< the violation in words, with types, names, versions and times
  friend bool operator==(const Violation&, const Violation&) = default;
};

/// "before_predecessor", "before_dependency", …: the names in documents and in the output of commands.
std::string_view kind_name(Violation::Kind kind);

struct CheckOptions {
  /// Commuting tasks that exclude each other may overlap, because each added to a private buffer. A trace
  /// does not say whether its runtime did that.
  bool renamed_adds_may_overlap = false;
  std::size_t max_findings = 100;  ///< findings beyond this number are counted but not described
};

struct CheckResult {
  std::vector<Violation> findings;  ///< the first findings; deterministic
  std::uint64_t total = 0;          ///< number of all findings

  bool ok() const { return total == 0; }
};

/// Lists where a trace violates the model of data versions [SuperGlue]. Checks only what was recorded: a
/// trace without accesses cannot violate their rules.
///
/// - A task *completes* when its run and the runs of all its descendants have ended. In an imported trace,
///   whose runtime may not let parents wait, it completes when its own run has ended. A task that never ran
///   (it was skipped after a failure) counts as completed from the start.
/// - The accesses to a handle that await one version form a group: a single access, or several with one
///   commuting mode. After a group of n accesses that awaits version v comes a group that awaits v + n
///   (modulo 2^32), with any mode. The first group may await any version, and tasks may be numbered in any
///   order. If the trace is incomplete (Metadata::incomplete), later groups may await later versions.
/// - A task begins after all earlier groups of its handles have completed. Tasks of one group that commute
///   and exclude each other run one after the other; if they do not modify the handle, this holds for each
///   node separately, because each node has a replica.
/// - A reader on a node other than the handle's owner begins after a message has brought the version (if
///   messages are recorded), and does not delay later groups. That message is sent after the earlier groups
///   have completed, and before the next task that modifies the handle begins.
/// - A task that has migrated (home_attribute) keeps its accesses at home: it delays later groups as if it
///   had run there. It begins after messages of its own have brought what it reads, except contents of 0
///   bytes.
/// - One message brings a version to a node, unless the program may have changed the contents outside of
///   tasks.
/// - Times of different nodes are compared to within the sum of their clocks' residuals; not at all if one is
///   unknown. Of the earlier groups' completions only the last one counts, on its node.
/// - An explicit dependency is satisfied when the run of the predecessor has ended. The explicit dependencies
///   have no cycle.
/// - submit ≤ ready ≤ begin, a parent begins before its children, a task runs once, and the spans of a worker
///   nest or are disjoint.
///
/// Tasks do not overlap if one ends at the instant at which the other begins. O(n log n) in accesses and
/// spans. Expects a trace that `validate` accepts. Thread-safe if no one modifies the trace.
CheckResult check(const Trace& trace, const CheckOptions& options = {});

}  // namespace gusset::traces
