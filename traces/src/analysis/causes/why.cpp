#include "gusset/traces/analysis/causes/why.hpp"

#include "chain_walk.hpp"

namespace gusset::traces {

std::string_view cause_name(WhyStep::Cause cause) {
  switch (cause) {
    case WhyStep::Cause::predecessor:
      return "predecessor";
    case WhyStep::Cause::message:
      return "message";
    case WhyStep::Cause::mate:
      return "mate";
    case WhyStep::Cause::submission:
      return "submission";
    case WhyStep::Cause::worker:
      return "worker";
    case WhyStep::Cause::nothing:
      break;
  }
  return "nothing";
}

std::vector<WhyStep> why(const Trace& trace, const TaskGraph& graph, TaskId task, std::size_t depth) {
  if (task.value() >= trace.tasks.size()) return {};
  const TaskTimes times = task_times(trace);
  ChainWalk walk(trace, graph, times);
  return walk.explain(task, depth);
}

}  // namespace gusset::traces
