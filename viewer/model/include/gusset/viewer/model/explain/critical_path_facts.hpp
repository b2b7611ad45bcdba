#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "gusset/traces/analysis/causes/path_totals.hpp"
#include "gusset/viewer/model/document/document.hpp"
#include "gusset/viewer/model/timeline/drawn_chain.hpp"
#include "gusset/viewer/model/timeline/marked_tasks.hpp"
#include "gusset/viewer/model/document/selection.hpp"

namespace gusset::viewer {

/// The critical path of one trace: figures and picture. Immutable once made.
struct CriticalPathFacts {
  enum class State { known, not_recorded, cyclic, without_times };
  State state = State::not_recorded;
  std::int64_t makespan_ns = 0;
  std::int64_t work_bound_ns = 0;  ///< work ÷ workers: known of every trace
  traces::CriticalBound bound;
  traces::PathTotals totals;
  DrawnChain chain;
  MarkedTasks bound_tasks;  ///< where the bound's tasks ran
};

/// O(n log n). `graph` must be that of the trace.
CriticalPathFacts critical_path_facts(const LoadedTrace& loaded, const traces::TaskGraph& graph);

/// The chain outlined, the bound's tasks underlined, and the lower bounds as lines.
void add_critical_path_shapes(const Timeline& timeline, std::size_t panel, const CriticalPathFacts& facts,
                              Shapes& shapes);

/// A row of the table of the path: a type, or what was waited for.
struct CriticalPathRow {
  std::string name;
  std::optional<traces::TypeId> type;              ///< or else
  std::optional<traces::ChainLink::Kind> waiting;  ///< a kind of wait
  std::int64_t chain_ns = 0;
  double chain_share = 0.0;  ///< of the makespan
  std::int64_t bound_ns = 0;
  double bound_share = 0.0;  ///< of the bound
};
/// Types by their time on the chain, then waits by theirs. Their chain_ns sum to the makespan but for runs of
/// no task; their bound_ns to the bound.
std::vector<CriticalPathRow> critical_path_rows(const LoadedTrace& loaded, const CriticalPathFacts& facts);

/// What the figures are, in one or two sentences.
std::string critical_path_summary(const CriticalPathFacts& facts);

/// The tasks that a row speaks of, of the chain or of the bound: of a wait those that waited. Null where
/// there are none.
std::shared_ptr<const TaskSet> tasks_of_row(std::size_t panel, const LoadedTrace& loaded,
                                            const CriticalPathFacts& facts, const CriticalPathRow& row,
                                            bool of_bound);

}  // namespace gusset::viewer
