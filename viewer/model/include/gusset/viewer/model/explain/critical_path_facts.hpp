#pragma once
#include <cstdint>
#include <memory>

#include "gusset/traces/answers/critical_path_answer.hpp"
#include "gusset/viewer/model/document/document.hpp"
#include "gusset/viewer/model/document/selection.hpp"
#include "gusset/viewer/model/timeline/drawn_chain.hpp"
#include "gusset/viewer/model/timeline/marked_tasks.hpp"

namespace gusset::viewer {

/// The critical path of one trace: the answer and its picture. Immutable once made.
struct CriticalPathFacts {
  using State = traces::CriticalPathAnalysis::State;
  State state = State::not_recorded;
  std::int64_t work_bound_ns = 0;  ///< work ÷ workers: known of every trace
  traces::CriticalBound bound;
  traces::Answer answer;
  DrawnChain chain;
  MarkedTasks bound_tasks;  ///< where the bound's tasks ran

  /// Types and waits; null where the path is not known.
  const traces::Table* parts() const { return answer.tables.empty() ? nullptr : &answer.tables.front(); }
};

/// O(n log n). `graph` must be that of the trace.
CriticalPathFacts critical_path_facts(const LoadedTrace& loaded, const traces::TaskGraph& graph);

/// The chain outlined, the bound's tasks underlined, and the lower bounds as lines.
void add_critical_path_shapes(const Timeline& timeline, std::size_t panel, const CriticalPathFacts& facts,
                              Shapes& shapes);

/// The tasks that a row of parts() speaks of, of the chain or of the bound: of a wait those that waited. Null
/// where there are none.
std::shared_ptr<const TaskSet> tasks_of_row(std::size_t panel, const LoadedTrace& loaded,
                                            const CriticalPathFacts& facts, const traces::Table::Row& row,
                                            bool of_bound);

}  // namespace gusset::viewer
