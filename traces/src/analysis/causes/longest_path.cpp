#include "longest_path.hpp"

#include <algorithm>

#include "gusset/base/columns.hpp"

namespace gusset::traces {

LongestPath::LongestPath(const TaskGraph& graph, std::span<const std::int64_t> duration_ns,
                         const std::vector<TaskId>& order)
    : graph_(graph), duration_ns_(duration_ns), order_(order) {
  const std::size_t groups = graph.groups().size();
  columns::fill(done_ns_, groups, not_computed);
  columns::fill(done_by_, groups, TaskId());
  columns::reserve(previous_, groups);
  commuting_.reserve(groups);
  for (const Group& group : graph.groups()) {
    previous_.push_back(group.previous);
    commuting_.push_back(group.commuting);
  }
  columns::fill(position_, order.size(), std::uint32_t{0});
  columns::fill(start_, order.size(), Start{});
  for (std::size_t i = 0; i < order.size(); ++i) position_[order[i].value()] = static_cast<std::uint32_t>(i);
  std::uint64_t serial_tasks = 0;
  for (const Group& group : graph.groups()) serial_tasks += group.commuting ? group.member_count : 0;
  if (serial_tasks == 0) return;
  columns::fill(serial_tasks_, serial_tasks, SerialTask{});
  first_serial_task_.reserve(graph.groups().size());
  serial_tasks = 0;
  for (const Group& group : graph.groups()) {
    first_serial_task_.push_back(serial_tasks);
    serial_tasks += group.commuting ? group.member_count : 0;
  }
}

void LongestPath::reach_all() {
  if (reached_) return;
  reached_ = true;
  for (const TaskId task : order_) reach(task);
  for (const TaskId task : order_) {
    if (finish(task) > length_ns_) {
      length_ns_ = finish(task);
      last_.task = task;
    }
  }
  for (std::uint32_t g = 0; g < commuting_.size(); ++g) {
    if (!commuting_[g] || done_ns(g) <= length_ns_) continue;
    length_ns_ = done_ns(g);
    last_ = {g, TaskId()};
  }
}

CriticalBound LongestPath::bound() {
  reach_all();
  return {length_ns_, path_to(last_)};
}

void LongestPath::reach(TaskId task) {
  Start& start = start_[task.value()];
  for (const std::uint32_t group : graph_.group_span(task)) {
    if (group == Group::none || previous_[group] == Group::none) continue;
    const std::uint32_t previous = previous_[group];
    const std::int64_t time_ns = done_ns(previous);
    if (time_ns > start.time_ns) start = {time_ns, {previous, TaskId()}};
  }
  for (const TaskId before : graph_.explicit_predecessors(task)) {
    if (finish(before) > start.time_ns) start = {finish(before), {Group::none, before}};
  }
}

/// Called only after all members that later groups wait for have been reached.
void LongestPath::compute_done(std::uint32_t number) {
  done_ns_[number] = 0;
  if (commuting_[number]) {
    compute_serial_done(number);
    return;
  }
  const Group& group = graph_.groups()[number];
  for (std::uint32_t i = group.first_member; i < group.first_member + group.member_count; ++i) {
    const TaskId member = graph_.members()[i];
    if (graph_.holds_up(i) && finish(member) > done_ns_[number]) {
      done_ns_[number] = finish(member);
      done_by_[number] = member;
    }
  }
}

void LongestPath::compute_serial_done(std::uint32_t number) {
  const auto members = graph_.members_of(graph_.groups()[number]);
  const std::span<SerialTask> tasks = serial_tasks_of(number);
  for (std::size_t i = 0; i < tasks.size(); ++i) {
    tasks[i].task = members[i];
    tasks[i].latest_ns = start_[members[i].value()].time_ns;
  }
  // Breaks ties by topological position, so that the counted tasks never precede the first one on a path.
  const auto earlier = [this](const SerialTask& a, const SerialTask& b) {
    if (a.latest_ns != b.latest_ns) return a.latest_ns < b.latest_ns;
    return position_[a.task.value()] < position_[b.task.value()];
  };
  if (!std::is_sorted(tasks.begin(), tasks.end(), earlier)) std::sort(tasks.begin(), tasks.end(), earlier);
  std::int64_t sum_ns = 0;
  for (std::size_t i = tasks.size(); i-- > 0;) {
    sum_ns += duration_ns_[tasks[i].task.value()];
    tasks[i].from_here_ns = sum_ns;
    tasks[i].latest_ns += sum_ns;
    if (tasks[i].latest_ns > done_ns_[number]) {
      done_ns_[number] = tasks[i].latest_ns;
      done_by_[number] = tasks[i].task;
    }
  }
  for (std::size_t i = 1; i < tasks.size(); ++i) {
    tasks[i].latest_ns = std::max(tasks[i].latest_ns, tasks[i - 1].latest_ns);
  }
}

std::vector<std::int64_t> LongestPath::slack() {
  reach_all();
  // The longest path that continues after a group, or after a task through explicit dependencies.
  std::vector<std::int64_t> after_group_ns(previous_.size(), 0);
  std::vector<std::int64_t> after_task_ns;
  // The longest path through a task's commuting groups, and its part from the task's start on.
  std::vector<std::int64_t> serial_through_ns;
  std::vector<std::int64_t> serial_from_ns;
  std::vector<bool> is_applied(serial_tasks_.empty() ? 0 : previous_.size(), false);
  std::vector<std::int64_t> slack_ns;
  columns::fill(after_task_ns, order_.size(), std::int64_t{0});
  columns::fill(serial_through_ns, serial_tasks_.empty() ? 0 : order_.size(), std::int64_t{0});
  columns::fill(serial_from_ns, serial_through_ns.size(), std::int64_t{0});
  columns::fill(slack_ns, order_.size(), std::int64_t{0});
  for (std::size_t i = order_.size(); i-- > 0;) {
    const TaskId task = order_[i];
    const std::size_t t = task.value();
    const auto own = graph_.group_span(task);
    std::int64_t after_ns = after_task_ns[t];
    for (std::size_t a = 0; a < own.size(); ++a) {
      if (own[a] == Group::none) continue;
      const bool holds_up = graph_.access_holds_up(task, a);
      if (commuting_[own[a]]) {
        // Everything that waits for a member has been visited, so the path after the group is known.
        if (holds_up && !is_applied[own[a]]) {
          is_applied[own[a]] = true;
          if (done_ns_[own[a]] == not_computed) compute_done(own[a]);
          for (const SerialTask& serial : serial_tasks_of(own[a])) {
            std::int64_t& through = serial_through_ns[serial.task.value()];
            std::int64_t& from = serial_from_ns[serial.task.value()];
            through = std::max(through, serial.latest_ns + after_group_ns[own[a]]);
            from = std::max(from, serial.from_here_ns + after_group_ns[own[a]]);
          }
        }
        // A member that no one waits for may have been visited earlier. It counts as having no slack.
        if (!holds_up) serial_through_ns[t] = length_ns_;
      } else if (holds_up) {
        after_ns = std::max(after_ns, after_group_ns[own[a]]);
      }
    }
    std::int64_t longest_ns = finish(task) + after_ns;  // longest path through this task
    std::int64_t from_ns = duration_ns_[t] + after_ns;  // its part from the task's start on
    if (!serial_through_ns.empty()) {
      longest_ns = std::max(longest_ns, serial_through_ns[t]);
      from_ns = std::max(from_ns, serial_from_ns[t]);
    }
    slack_ns[t] = length_ns_ - longest_ns;
    for (const std::uint32_t group : own) {
      if (group == Group::none || previous_[group] == Group::none) continue;
      std::int64_t& before_ns = after_group_ns[previous_[group]];
      before_ns = std::max(before_ns, from_ns);
    }
    for (const TaskId before : graph_.explicit_predecessors(task)) {
      after_task_ns[before.value()] = std::max(after_task_ns[before.value()], from_ns);
    }
  }
  return slack_ns;
}

std::vector<TaskId> LongestPath::path_to(Source source) {
  std::vector<TaskId> path;  // last to first
  while (true) {
    TaskId first = source.task;
    if (source.group != Group::none) {
      const Group& group = graph_.groups()[source.group];
      first = done_by_[source.group];
      if (group.commuting) add_counted(group, first, path);
      if (!group.commuting) path.push_back(first);
    } else if (!first.is_none()) {
      path.push_back(first);
    } else {
      break;
    }
    source = start_[first.value()].source;
  }
  std::reverse(path.begin(), path.end());
  return path;
}

void LongestPath::add_counted(const Group& group, TaskId first, std::vector<TaskId>& path) const {
  const auto members = graph_.members_of(group);
  for (std::size_t i = members.size(); i-- > 0;) {
    if (start_order(members[i]) >= start_order(first)) path.push_back(members[i]);
  }
}

}  // namespace gusset::traces
