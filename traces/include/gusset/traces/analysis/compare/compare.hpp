#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gusset/traces/analysis/causes/critical_path.hpp"
#include "gusset/traces/analysis/causes/idle.hpp"
#include "gusset/traces/model/trace.hpp"

namespace gusset::traces {

/// How tasks of two traces were found to be the same.
enum class MatchRule { written_version, parent_and_order, none };

/// "written_version", "parent_and_order" or "none": the names that documents and commands print.
std::string_view rule_name(MatchRule rule);

/// Totals of the types of one name in both traces. Tasks are those that ran; times are exclusive run times.
struct TypeComparison {
  std::string type;
  std::uint64_t tasks_a = 0;
  std::uint64_t tasks_b = 0;
  std::int64_t busy_a_ns = 0;
  std::int64_t busy_b_ns = 0;
  std::int64_t mean_a_ns = 0;  ///< per task
  std::int64_t mean_b_ns = 0;
};

/// Two traces side by side; b relative to a.
///
/// A task's identity is (type, name of the first handle it modifies, version it waits for there), where both
/// traces recorded accesses and all those handles have names; a task that modifies nothing has its type only.
/// Where that is not known, or matches nothing, it is (its parent's twin, type); without its parent where one
/// of the traces knows no parents. Types match by name. Of several tasks of one identity (adds wait for the
/// same version) the n-th submitted of a is the n-th of b.
struct Comparison {
  std::int64_t makespan_a_ns = 0;
  std::int64_t makespan_b_ns = 0;
  double makespan_ratio = 0.0;  ///< b ÷ a; 0 where a is 0
  double busy_share_a = 0.0;
  double busy_share_b = 0.0;
  MatchRule rule = MatchRule::none;  ///< none where nothing matched
  std::uint64_t tasks_a = 0;         ///< all, run or not
  std::uint64_t tasks_b = 0;
  std::uint64_t matched = 0;  ///< tasks of a found in b
  std::vector<TaskId> match;  ///< per task of a, its twin in b or none; no two tasks have the same twin
  std::vector<TypeComparison>
      types;  ///< by busy time in a, descending, then those only in b likewise; ties by name
};
Comparison compare(const Trace& a, const Trace& b);

/// Workers of the same number in both; nothing where one trace has fewer.
struct WorkerComparison {
  WorkerId worker;
  std::optional<std::int64_t> busy_a_ns;
  std::optional<std::int64_t> busy_b_ns;
  std::optional<std::int64_t> idle_a_ns;
  std::optional<std::int64_t> idle_b_ns;
};
/// All workers of whichever trace has more.
std::vector<WorkerComparison> compare_workers(const Trace& a, const Trace& b);

/// One part of the critical chain in both traces: tasks of a type that others waited for, or a kind of
/// waiting for tasks of a type.
struct ChainComparison {
  ChainLink::Kind kind = ChainLink::Kind::run;
  std::string type;  ///< empty where no task is known
  std::int64_t a_ns = 0;
  std::int64_t b_ns = 0;
  std::int64_t change_ns() const { return b_ns - a_ns; }
};
/// Which changes matter: those on the chains, whose sum is exactly the change of the makespan; the largest
/// first, whichever way it went (ties by kind, then type). Nothing where a trace has no chain.
std::optional<std::vector<ChainComparison>> compare_chains(const Trace& a, const TaskGraph& graph_a,
                                                           const Trace& b, const TaskGraph& graph_b);

}  // namespace gusset::traces
