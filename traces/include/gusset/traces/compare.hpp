#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "gusset/traces/trace.hpp"

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

}  // namespace gusset::traces
