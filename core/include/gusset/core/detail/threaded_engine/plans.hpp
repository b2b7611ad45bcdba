#pragma once
// Members of ThreadedEngine, included by threaded_engine.hpp alone. Plans: graphs that run again by counters
// instead of versions.
#include <cstdint>

#include "gusset/core/detail/threaded_engine.hpp"

namespace gusset::detail {

template <class Recorder>
void ThreadedEngine<Recorder>::run(Plan& plan) {
  if (plan.tasks() == 0) return;
  Task& root = make_plan_root(plan.graph());
  try {
    submit(root);
  } catch (...) {
    give_back(root);
    throw;
  }
}

/// The task that stands for a run waits for all of the plan's last tasks, as for subtasks.
template <class Recorder>
void ThreadedEngine<Recorder>::start_planned(Task& root) {
  Worker& me = self();
  const PlanGraph& graph = plan_of(root);
  for (const PlanGraph::Node& node : graph.nodes) node.task->extra().parent = &root;
  if constexpr (Recorder::records) {
    auto planned = graph.accesses.begin();
    for (const PlanGraph::Node& node : graph.nodes) {
      for (TaskAccess& access : *node.task) {
        if (access.is_covered()) continue;
        access.version = root.begin()[1 + planned->use].version + planned->version;
        ++planned;
      }
      recorder_.submitting(*node.task, false, false);
    }
  }
  // Relaxed: published with the sources.
  root.awaited.store(static_cast<std::int32_t>(1 + graph.sinks), std::memory_order_relaxed);
  const bool alone = me.may_be_alone && bias_.enter();
  for (const std::uint32_t source : graph.sources) {
    Task& task = *graph.nodes[source].task;
    recorder_.ready_at_once(task);
    enqueue(me, task, ReadyCause::submitted, alone);
  }
  if (alone) bias_.leave();
}

/// Returns whether the run waits for this task: it is one of its last.
template <class Recorder>
bool ThreadedEngine<Recorder>::complete_planned(Worker& self, Task& task, bool alone) {
  if constexpr (checks_parts) count_holders(task, -1);
  const PlanGraph::Node& node = plan_of(*task.extra().parent).nodes[task.extra().plan_index];
  for (TaskAccess& access : task) {
    if (access.is_covered()) continue;
    if (takes_turns(access.mode())) {
      if (!access.has_mark(TaskAccess::completed)) complete_access(self, access, 0, alone);
      access.mark(TaskAccess::unmarked);
    } else {
      note_worker(self, access.handle());
    }
  }
  forget_renamed(self);
  task.awaited.store(node.awaited,
                     std::memory_order_relaxed);  // relaxed: for the next run, which this one precedes
  // Asked before: once the last successor can run, the plan may end and go.
  const bool is_last = node.successors.empty();
  for (const std::uint32_t successor : node.successors) {
    Task& next = *plan_of(*task.extra().parent).nodes[successor].task;
    if (count_down(next, alone)) woken(self, next, alone);
  }
  return is_last;
}

}  // namespace gusset::detail
