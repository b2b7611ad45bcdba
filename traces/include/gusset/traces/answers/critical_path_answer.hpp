#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "gusset/traces/analysis/causes/critical_path.hpp"
#include "gusset/traces/analysis/causes/path_totals.hpp"
#include "gusset/traces/answers/answer.hpp"

namespace gusset::traces {

/// What a makespan consists of, and how short it could get.
struct CriticalPathAnalysis {
  enum class State { known, not_recorded, cyclic, without_times };
  State state = State::not_recorded;
  std::int64_t makespan_ns = 0;
  std::int64_t work_bound_ns = 0;         ///< work ÷ workers; known for every trace
  std::vector<std::int64_t> duration_ns;  ///< per task
  // The members below are only set in state `known`:
  CriticalBound bound;
  std::int64_t schedule_bound_ns = 0;  ///< see traces::schedule_bound_ns, for the trace's workers
  CriticalChain chain;
  std::vector<std::int64_t> slack_ns;  ///< per task
  PathTotals totals;
  std::vector<SerialGroup> groups;
};
/// `graph` must be the task graph of `trace`. O(n log n).
CriticalPathAnalysis critical_path_analysis(const Trace& trace, const TaskGraph& graph);

/// The first table lists task types by their time on the chain, then the kinds of waiting. A row's target is
/// the type, or the tasks that waited. The other tables list the longest waits, slack and commuting groups.
/// There are no tables if the path is not known.
Answer critical_path_answer(const Trace& trace, const CriticalPathAnalysis& analysis);
/// The JSON document of `gusset critical-path`. The path must be known.
std::string critical_path_json(const Trace& trace, const CriticalPathAnalysis& analysis,
                               const std::string& file);

}  // namespace gusset::traces
