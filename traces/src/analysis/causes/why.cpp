#include "gusset/traces/analysis/causes/why.hpp"

#include <array>

#include "chain_walk.hpp"

namespace gusset::traces {

std::string_view cause_name(WhyStep::Cause cause) {
  constexpr std::array<std::string_view, 6> names{"predecessor", "message", "peer",
                                                  "submission",  "worker",  "nothing"};
  return names.at(static_cast<std::size_t>(cause));
}

std::vector<WhyStep> why(const Trace& trace, const TaskGraph& graph, TaskId task, std::size_t depth) {
  if (task.value() >= trace.tasks.size()) return {};
  const TaskTimes times = task_times(trace);
  ChainWalk walk(trace, graph, times);
  return walk.explain(task, depth);
}

}  // namespace gusset::traces
