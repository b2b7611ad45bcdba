#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gusset/base/match_rule.hpp"
#include "gusset/traces/analysis/causes/cache_misses.hpp"
#include "gusset/traces/analysis/causes/critical_path.hpp"
#include "gusset/traces/analysis/causes/idle.hpp"
#include "gusset/traces/model/trace.hpp"

namespace gusset::traces {

using gusset::MatchRule;

/// Totals of one type, matched by name in both traces. Counts only tasks that ran; times are exclusive run
/// times.
struct TypeComparison {
  std::string type;
  std::uint64_t tasks_a = 0;
  std::uint64_t tasks_b = 0;
  std::int64_t busy_a_ns = 0;
  std::int64_t busy_b_ns = 0;
  std::int64_t mean_a_ns = 0;  ///< per task
  std::int64_t mean_b_ns = 0;
};

/// A part of a trace's time: [begin_ns, end_ns).
struct ComparedRange {
  std::int64_t begin_ns = 0;
  std::int64_t end_ns = 0;
  std::int64_t length_ns() const { return end_ns - begin_ns; }
  friend bool operator==(const ComparedRange&, const ComparedRange&) = default;
};

/// The parts of traces a and b that are compared.
struct ComparedRanges {
  ComparedRange a;
  ComparedRange b;
  friend bool operator==(const ComparedRanges&, const ComparedRanges&) = default;
};

/// Two traces side by side: b relative to a.
///
/// If both traces recorded accesses and all modified handles have names, a task's identity is (type, name of
/// the first handle that it modifies, version that it awaits there); a task that modifies nothing is
/// identified by its type. If that information is missing or matches nothing, the identity is (the parent's
/// counterpart, type), without the parent if one of the traces has no parents. Types match by name. Among
/// tasks with the same identity (adds await the same version), the n-th submitted task of a matches the n-th
/// of b.
///
/// With ranges, only what happened in them counts: the makespans are their lengths, and `tasks_a`, `tasks_b`
/// and `matched` count tasks that ran in them. `match` is about the whole traces.
struct Comparison {
  std::optional<ComparedRanges> ranges;
  std::int64_t makespan_a_ns = 0;
  std::int64_t makespan_b_ns = 0;
  double makespan_ratio = 0.0;  ///< b ÷ a; 0 if a is 0
  double busy_share_a = 0.0;
  double busy_share_b = 0.0;
  MatchRule rule = MatchRule::none;  ///< none if nothing matched
  std::uint64_t tasks_a = 0;         ///< including tasks that never ran
  std::uint64_t tasks_b = 0;
  std::uint64_t matched = 0;  ///< number of tasks of a that have a counterpart in b
  std::vector<TaskId> match;  ///< for each task of a: its counterpart in b, or none. Counterparts are unique
  /// By busy time in a, descending, then types that only b has, likewise. Ties by name.
  std::vector<TypeComparison> types;
  std::vector<TypeCacheMisses> misses_a;  ///< empty with ranges, and if a did not follow caches
  std::vector<TypeCacheMisses> misses_b;  ///< likewise for b
};
Comparison compare(const Trace& a, const Trace& b);
/// Each range is cut to its trace.
Comparison compare(const Trace& a, const Trace& b, ComparedRanges ranges);

/// Compares the workers with the same number. Times are missing if a trace has fewer workers.
struct WorkerComparison {
  WorkerId worker;
  std::optional<std::int64_t> busy_a_ns;
  std::optional<std::int64_t> busy_b_ns;
  std::optional<std::int64_t> idle_a_ns;
  std::optional<std::int64_t> idle_b_ns;
};
/// Compares all workers of the trace that has more workers.
std::vector<WorkerComparison> compare_workers(const Trace& a, const Trace& b,
                                              const std::optional<ComparedRanges>& ranges = {});

/// One component of the critical chain in both traces: tasks of a type that others waited for, or a kind of
/// waiting for tasks of a type.
struct ChainComparison {
  ChainLink::Kind kind = ChainLink::Kind::run;
  std::string type;  ///< empty if no task is known
  std::int64_t a_ns = 0;
  std::int64_t b_ns = 0;
  std::int64_t change_ns() const { return b_ns - a_ns; }
};
/// The changes on the critical chains, which sum exactly to the change of the makespan. Largest magnitude
/// first (ties by kind, then type). Returns nothing if a trace has no chain.
std::optional<std::vector<ChainComparison>> compare_chains(const Trace& a, const TaskGraph& graph_a,
                                                           const Trace& b, const TaskGraph& graph_b);

}  // namespace gusset::traces
