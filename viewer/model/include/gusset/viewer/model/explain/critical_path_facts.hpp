#pragma once
#include <cstdint>
#include <memory>

#include "gusset/traces/answers/critical_path_answer.hpp"
#include "gusset/traces/picture/timeline/drawn_chain.hpp"
#include "gusset/traces/picture/timeline/marked_tasks.hpp"
#include "gusset/viewer/model/document/document.hpp"
#include "gusset/viewer/model/document/selection.hpp"
#include "gusset/viewer/model/explain/path_tasks.hpp"
#include "gusset/viewer/model/timeline/timeline.hpp"

namespace gusset::viewer {

/// The critical path of one trace: the answer and its shapes. Immutable.
struct CriticalPathFacts {
  using State = traces::CriticalPathAnalysis::State;
  State state = State::not_recorded;
  std::int64_t work_bound_ns = 0;  ///< work ÷ workers; known for every trace
  traces::CriticalBound bound;
  traces::Answer answer;
  picture::DrawnChain chain;
  picture::MarkedTasks bound_tasks;  ///< where the tasks of the bound ran
  PathTasks tasks;

  /// Types and waits; null if the path is not known.
  const traces::Table* parts() const { return answer.tables.empty() ? nullptr : &answer.tables.front(); }
};

/// O(n log n). `graph` must be the trace's graph.
CriticalPathFacts critical_path_facts(const LoadedTrace& loaded, const traces::TaskGraph& graph);

/// Frames the bound's tasks, and draws the chain and, as lines, the lower bounds.
void add_critical_path_shapes(const Timeline& timeline, std::size_t panel, const CriticalPathFacts& facts,
                              Shapes& shapes);

/// The tasks that a row of parts() refers to, on the chain or on the bound. For a wait, the tasks that
/// waited. Null if there are none.
std::shared_ptr<const TaskSet> tasks_of_row(std::size_t panel, const LoadedTrace& loaded,
                                            const CriticalPathFacts& facts, const traces::Table::Row& row,
                                            bool of_bound);

}  // namespace gusset::viewer
