#pragma once
#include <memory>
#include <string>
#include <utility>

#include "gusset/traces/analysis/time/task_table.hpp"
#include "gusset/traces/picture/graph/drawn_graph.hpp"
#include "gusset/traces/picture/graph/graph_fold.hpp"
#include "random_trace.hpp"

namespace gusset::traces::testing {

/// A trace with its drawn graph.
struct GraphCase {
  explicit GraphCase(std::shared_ptr<const Trace> of, bool by_data = false)
      : trace(std::move(of)), times(task_times(*trace)) {
    const TaskGraph tasks(*trace);
    graph = by_data ? *draw_versions(*trace, tasks) : *draw_tasks(*trace, tasks);
  }
  FoldTree fold(FoldBy::Kind kind, const std::string& attribute = {}) const {
    return traces::fold(graph, *trace, times, {kind, attribute});
  }

  std::shared_ptr<const Trace> trace;
  TaskTimes times;
  DrawnGraph graph;
};

/// Makes a random trace. Tasks cycle through `types` types with a random stride and have their step as an
/// attribute.
inline std::shared_ptr<const Trace> typed_trace(std::uint64_t seed, std::size_t tasks, std::size_t types) {
  auto trace =
      std::make_shared<Trace>(*random_trace({.seed = seed, .tasks = tasks, .handles = 4 + tasks / 20}));
  trace->types.clear();
  for (std::size_t i = 0; i < types; ++i) trace->types.push_back("type" + std::to_string(i));
  Attribute step{"step", {}, std::vector<std::int64_t>()};
  for (std::size_t i = 0; i < tasks; ++i) {
    trace->tasks.type[i] = TypeId((i * (seed | 1) / 3) % types);
    if (i % 7 == 6) continue;  // some tasks have no step
    step.tasks.emplace_back(i);
    std::get<0>(step.values).push_back(static_cast<std::int64_t>(i / 25));
  }
  trace->attributes.push_back(step);
  return trace;
}

}  // namespace gusset::traces::testing
