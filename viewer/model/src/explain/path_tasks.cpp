#include "gusset/viewer/model/explain/path_tasks.hpp"

#include <algorithm>
#include <array>

#include "gusset/base/numbers.hpp"
#include "gusset/traces/analysis/graph/task_graph.hpp"
#include "gusset/traces/model/names.hpp"
#include "gusset/traces/model/task_name.hpp"

namespace gusset::viewer {
namespace {

using traces::ChainLink;
using traces::TaskGraph;
using traces::TaskId;
using After = PathTask::After;

struct AfterText {
  std::string_view name;
  std::string_view awaited;
};

// In the order of PathTask::After.
constexpr std::array<AfterText, 6> after_texts{{{"", ""},
                                                {"task", "the task above"},
                                                {"dependency", "a dependency"},
                                                {"commuting", "a commuting task"},
                                                {"submission", "its submission"},
                                                {"worker", "its busy worker"}}};

const AfterText& after_text(After after) {
  return after_texts.at(static_cast<std::size_t>(after));
}

bool contains(std::span<const std::uint32_t> groups, std::uint32_t group) {
  return std::find(groups.begin(), groups.end(), group) != groups.end();
}

bool depends(const TaskGraph& graph, TaskId task, TaskId before) {
  const auto groups_before = graph.group_span(before);
  for (const std::uint32_t group : graph.group_span(task)) {
    if (group == TaskGraph::Group::none) continue;
    const std::uint32_t previous = graph.groups()[group].previous;
    if (previous != TaskGraph::Group::none && contains(groups_before, previous)) return true;
  }
  const auto explicit_ones = graph.explicit_predecessors(task);
  return std::find(explicit_ones.begin(), explicit_ones.end(), before) != explicit_ones.end();
}

bool commute(const TaskGraph& graph, TaskId a, TaskId b) {
  const auto groups_of_b = graph.group_span(b);
  const auto groups_of_a = graph.group_span(a);
  return std::any_of(groups_of_a.begin(), groups_of_a.end(), [&](std::uint32_t group) {
    return group != TaskGraph::Group::none && graph.groups()[group].commuting && contains(groups_of_b, group);
  });
}

// The same order as in the walk that finds the chain: see CriticalChain.
After after_of(const LoadedTrace& loaded, const TaskGraph& graph, const ChainLink& before,
               std::span<const ChainLink> waits, const ChainLink& run) {
  const traces::Trace& trace = *loaded.trace;
  if (run.task == before.task && !run.task.is_none()) return After::nothing;
  if (run.task.is_none() || before.task.is_none()) return After::task;
  if (run.begin_ns > loaded.times.begin_ns[run.task.value()]) return After::task;  // it continues
  if (depends(graph, run.task, before.task)) return After::dependency;
  if (commute(graph, run.task, before.task)) return After::commuting;
  const bool waited_for_submission = std::any_of(waits.begin(), waits.end(), [](const ChainLink& wait) {
    return wait.kind == ChainLink::Kind::submit_wait;
  });
  const bool is_child = trace.recorded.parents && trace.tasks.parent[run.task.value()] == before.task;
  if (is_child && trace.recorded.submit &&
      (waited_for_submission || trace.tasks.submit_ns[run.task.value()] == before.end_ns))
    return After::submission;
  // In a fork-join program, the two may also have waited for each other.
  const bool may_be_worker = !waited_for_submission && !trace.recorded.fork_join;
  const bool is_same_lane = loaded.times.lane[run.task.value()] == loaded.times.lane[before.task.value()];
  return may_be_worker && is_same_lane ? After::worker : After::task;
}

}  // namespace

PathTasks path_tasks(const LoadedTrace& loaded, const TaskGraph& graph, std::span<const ChainLink> links,
                     const traces::CriticalBound& bound) {
  PathTasks tasks;
  std::size_t first_wait = 0;
  for (std::size_t i = 0; i < links.size(); ++i) {
    const ChainLink& run = links[i];
    if (run.kind != ChainLink::Kind::run) continue;
    const auto waits = links.subspan(first_wait, i - first_wait);
    const After after =
        first_wait == 0 ? After::nothing : after_of(loaded, graph, links[first_wait - 1], waits, run);
    tasks.chain.push_back({run.task, run.begin_ns, run.end_ns - run.begin_ns, after,
                           static_cast<std::uint32_t>(first_wait), static_cast<std::uint32_t>(waits.size())});
    first_wait = i + 1;
  }
  for (std::size_t i = 0; i < bound.tasks.size(); ++i)
    tasks.bound.push_back(
        {bound.tasks[i], loaded.times.begin_ns[bound.tasks[i].value()], bound.counted_ns[i]});
  return tasks;
}

std::string_view after_name(After after) {
  return after_text(after).name;
}

std::string waited_for_text(const PathTask& task, std::span<const ChainLink> links) {
  std::string text(after_text(task.after).awaited);
  for (const ChainLink& wait : links.subspan(task.first_wait, task.waits)) {
    text += text.empty() ? "" : ", then ";
    text += link_text(wait.kind).awaited;
    text += " for " + duration_text_ns(wait.end_ns - wait.begin_ns);
  }
  return text;
}

std::string path_task_name(const LoadedTrace& loaded, TaskId task) {
  return task.is_none() ? "no task" : traces::task_name(*loaded.trace, task);
}

std::string path_task_place(const LoadedTrace& loaded, TaskId task) {
  if (task.is_none() || loaded.times.lane[task.value()].is_none()) return {};
  return traces::worker_place(*loaded.trace,
                              loaded.trace->lanes[loaded.times.lane[task.value()].value()].worker);
}

}  // namespace gusset::viewer
