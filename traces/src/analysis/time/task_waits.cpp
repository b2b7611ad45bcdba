#include "gusset/traces/analysis/time/task_waits.hpp"

#include <algorithm>

#include "gusset/base/columns.hpp"
#include "remote_data.hpp"

namespace gusset::traces {
namespace {

using Group = TaskGraph::Group;

/// On Gusset's own runtime, a task completes after its last descendant. Empty if all complete when they end.
std::vector<std::int64_t> completions(const Trace& trace, const TaskTimes& times) {
  std::vector<std::int64_t> completed_ns;
  if (!trace.recorded.parents || may_suspend_tasks(trace.metadata)) return completed_ns;
  columns::reserve(completed_ns, times.end_ns.size());
  completed_ns = times.end_ns;
  for (std::size_t task = completed_ns.size(); task-- > 0;) {  // children come after their parents
    const TaskId parent = trace.tasks.parent[task];
    if (parent.is_none()) continue;
    completed_ns[parent.value()] = std::max(completed_ns[parent.value()], completed_ns[task]);
  }
  return completed_ns;
}

}  // namespace

TaskWaits::TaskWaits(const Trace& trace, const TaskGraph& graph)
    : trace_(trace),
      graph_(graph),
      times_(task_times(trace)),
      completed_ns_(completions(trace, times_)),
      remote_(std::make_unique<const RemoteData>(trace, graph, times_)) {
  find_group_ends();
  find_peers();
}

TaskWaits::~TaskWaits() = default;

void TaskWaits::find_group_ends() {
  const std::vector<Group>& groups = graph_.groups();
  columns::reserve(group_awaits_ns_, groups.size());
  const std::vector<std::int64_t>& completed_ns = completed_of_tasks();
  std::int64_t done_ns = unknown_time;  // completion up to and with the last group that others wait for
  for (std::size_t g = 0; g < groups.size(); ++g) {
    const Group& group = groups[g];
    // A group waits for the last such group of its handle, and unknown_time is less than any time.
    if (group.previous == Group::none) done_ns = unknown_time;
    group_awaits_ns_.push_back(done_ns);
    if (group.holding_count == 0) continue;
    for (std::uint32_t i = group.first_member; i < group.first_member + group.member_count; ++i) {
      if (graph_.holds_up(i)) done_ns = std::max(done_ns, completed_ns[graph_.members()[i].value()]);
    }
  }
}

/// Members of a commuting group are in order of execution; each waited for the previous one.
void TaskWaits::find_peers() {
  const std::vector<std::int64_t>& completed_ns = completed_of_tasks();
  for (const Group& group : graph_.groups()) {
    if (!group.commuting) continue;
    if (peers_done_ns_.empty()) {
      columns::fill(peers_done_ns_, completed_ns.size(), unknown_time);
    }
    const auto members = graph_.members_of(group);
    for (std::size_t i = 1; i < members.size(); ++i) {
      const std::int64_t end_ns = completed_ns[members[i - 1].value()];
      // Members that overlap did not wait for each other: they added to private buffers.
      if (end_ns > times_.begin_ns[members[i].value()]) continue;
      std::int64_t& done_ns = peers_done_ns_[members[i].value()];
      done_ns = std::max(done_ns, end_ns);
    }
  }
}

WaitTimes TaskWaits::of(TaskId task) const {
  const std::size_t t = task.value();
  WaitTimes waits;
  waits.begin_ns = times_.begin_ns[t];
  if (waits.begin_ns == unknown_time) return waits;
  waits.begin_ns = std::max<std::int64_t>(waits.begin_ns, 0);
  const auto within = [&](std::int64_t time_ns) {
    return std::clamp<std::int64_t>(time_ns, 0, waits.begin_ns);
  };
  if (graph_.known()) {
    std::int64_t awaited_ns = 0;
    for (const std::uint32_t group : graph_.group_span(task)) {
      if (group != Group::none) awaited_ns = std::max(awaited_ns, group_awaits_ns_[group]);
    }
    for (const TaskId before : graph_.explicit_predecessors(task))
      awaited_ns = std::max(awaited_ns, times_.end_ns[before.value()]);
    const RemoteArrival arrival = remote_->of(task);
    waits.needs_message = arrival.is_needed;
    if (arrival.time_ns != unknown_time) {
      waits.arrived_ns = within(arrival.time_ns);
      waits.arrived_from = arrival.from;
    }
    const TaskId parent = trace_.recorded.parents ? trace_.tasks.parent[t] : TaskId();
    if (!parent.is_none()) awaited_ns = std::max(awaited_ns, times_.begin_ns[parent.value()]);
    waits.awaited_ns = within(awaited_ns);
  }
  if (trace_.recorded.submit && trace_.tasks.submit_ns[t] != unknown_time) {
    waits.submit_ns = within(trace_.tasks.submit_ns[t]);
  }
  if (trace_.recorded.ready && trace_.tasks.ready_ns[t] != unknown_time) {
    waits.ready_ns = within(trace_.tasks.ready_ns[t]);
  } else if (waits.awaited_ns != unknown_time && waits.submit_ns != unknown_time &&
             (!waits.needs_message || waits.arrived_ns != unknown_time)) {
    waits.ready_ns = std::max({waits.awaited_ns, waits.submit_ns, waits.arrived_ns});
  }
  if (waits.ready_ns != unknown_time) {
    waits.takeable_ns =
        within(std::max(waits.ready_ns, peers_done_ns_.empty() ? unknown_time : peers_done_ns_[t]));
  }
  return waits;
}

}  // namespace gusset::traces
