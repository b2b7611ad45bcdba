#include "gusset/traces/analysis/causes/why.hpp"

#include <array>

#include "chain_walk.hpp"
#include "gusset/traces/analysis/graph/strands.hpp"

namespace gusset::traces {
namespace {

/// A step about a strand as a step about its task.
WhyStep of_task(const Trace& trace, const Strands& strands, WhyStep step) {
  const auto task_of = [&](TaskId strand) { return strand.is_none() ? strand : strands.task_of(strand); };
  const TaskId task = task_of(step.task);
  step.resumed = !strands.is_first(step.task);
  step.by = task_of(step.by);
  if (trace.recorded.submit) step.submit_ns = trace.tasks.submit_ns[task.value()];
  const bool is_created_by_it = trace.recorded.parents && step.by == trace.tasks.parent[task.value()];
  if (step.cause == WhyStep::Cause::predecessor && !step.resumed && is_created_by_it)
    step.cause = WhyStep::Cause::submission;
  if (step.cause == WhyStep::Cause::peer && strands.is_lock(step.handle)) {
    step.cause = WhyStep::Cause::lock;
    step.lock = step.handle.value();
  }
  step.handle = HandleId();
  step.task = task;
  for (ChainLink& link : step.waits) link.task = task_of(link.task);
  return step;
}

std::vector<WhyStep> why_of_strands(const Trace& trace, const Strands& strands, TaskId task,
                                    std::size_t depth) {
  const TaskId first = strands.first_of(task);
  if (first.is_none()) return {};
  std::vector<WhyStep> steps;
  for (const WhyStep& step : why(strands.trace(), strands.graph(), first, strands.size())) {
    if (strands.is_joint(step.task)) {  // what it waited for last is what the strand after it waited for
      if (!steps.empty() && !step.by.is_none()) {
        steps.back().by = strands.task_of(step.by);
        steps.back().cause_ns = step.cause_ns;
      }
      continue;
    }
    if (steps.size() == depth) break;
    const bool continues =  // the next strand of one task, without a wait
        step.cause == WhyStep::Cause::predecessor && step.waits.empty() && !step.by.is_none() &&
        !strands.is_joint(step.by) && strands.task_of(step.by) == strands.task_of(step.task);
    if (!continues) steps.push_back(of_task(trace, strands, step));
  }
  return steps;
}

}  // namespace

std::string_view cause_name(WhyStep::Cause cause) {
  constexpr std::array<std::string_view, 7> names{"predecessor", "message", "peer", "submission",
                                                  "worker",      "nothing", "lock"};
  return names.at(static_cast<std::size_t>(cause));
}

std::vector<WhyStep> why(const Trace& trace, const TaskGraph& graph, TaskId task, std::size_t depth) {
  if (task.value() >= trace.tasks.size()) return {};
  if (const Strands* const strands = graph.strands()) return why_of_strands(trace, *strands, task, depth);
  const TaskTimes times = task_times(trace);
  ChainWalk walk(trace, graph, times);
  return walk.explain(task, depth);
}

}  // namespace gusset::traces
