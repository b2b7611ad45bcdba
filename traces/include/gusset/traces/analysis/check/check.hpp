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
    before_predecessor,   ///< ran before what it awaits by a version had completed
    before_dependency,    ///< ran before the end of what it awaits by an explicit dependency
    before_message,       ///< ran on another node before the version had arrived there
    missing_message,      ///< ran on another node, to which the version was never sent
    message_order,        ///< sent before the version was there, after it was overwritten or received
    adds_overlap,         ///< two of one commuting group ran at once, though their mode excludes that
    version_sequence,     ///< awaits another version than the accesses before it lead to
    mixed_group,          ///< awaits the same version as an access that it does not commute with
    own_predecessor,      ///< awaits two versions of one handle, so that it waits for itself
    before_ready,         ///< ran before it was ready
    before_submit,        ///< was ready, or ran, before it was submitted
    child_before_parent,  ///< ran before its parent began
    ran_twice,            ///< has several runs; in an import, where tasks may resume: runs that overlap
    cycle,                ///< waits for itself by explicit dependencies
    spans_cross           ///< spans in two lanes of one worker that neither nest nor lie apart
  };
  Kind kind = Kind::before_predecessor;
  TaskId task;      ///< that contradicts; none where a message or a worker does
  TaskId other;     ///< that it contradicts, where there is one
  HandleId handle;  ///< through which, where there is one
  Error error;      ///< in words, with types, names, versions and times
  friend bool operator==(const Violation&, const Violation&) = default;
};

/// "before_predecessor", "before_dependency", …: the names that documents and commands print.
std::string_view kind_name(Violation::Kind kind);

struct CheckOptions {
  /// Commuting tasks that exclude each other may run at once: each added to a buffer of its own. A trace does
  /// not tell whether its runtime did that.
  bool renamed_adds_may_overlap = false;
  std::size_t max_findings = 100;  ///< that are put into words; all are counted
};

struct CheckResult {
  std::vector<Violation> findings;  ///< the first of them; the same trace gives the same
  std::uint64_t total = 0;          ///< of all findings

  bool ok() const { return total == 0; }
};

/// Lists what a trace says that the model of data versions [SuperGlue] excludes. Only what is recorded is
/// checked: a trace without accesses can't contradict them.
///
/// - A task *completes* when its run and those of all its descendants have ended; in an imported trace, whose
///   runtime may not let parents wait, when its own run has. What never ran (it was skipped after a failure)
///   has completed all the same, at no time.
/// - The accesses of a handle that await one version are a group: a single one, or several of one commuting
///   mode. A group of n that awaits v is followed by one that awaits v + n (modulo 2^32), of any mode. The
///   first group may await any version, and tasks may be numbered in any order. Where not all of a run is in
///   the
/// trace (Metadata::incomplete), later ones may await later versions.
/// - A task begins when all earlier groups of its handles have completed. Those of one group that commute and
///   exclude each other run one after the other; where they leave the handle as it is, on each node apart, as
///   each has a replica.
/// - Readers on another node than their handle's owner begin when a message has brought the version (where
///   messages are recorded), and do not hold up later groups. Such a message is sent when the groups before
///   it have completed, and before the next task that modifies the handle begins.
/// - An explicit dependency is met when the run of the task before has ended; together they have no cycle.
/// - submit ≤ ready ≤ begin, a parent begins before its children, a task runs once, and the spans of a worker
///   nest or lie apart.
///
/// A task that ends when another begins does not overlap it. O(n log n) in accesses and spans. Expects a
/// trace that `validate` accepts. Thread-safe on a trace nobody changes.
CheckResult check(const Trace& trace, const CheckOptions& options = {});

}  // namespace gusset::traces
