#include "gusset/traces/analysis/graph/task_graph.hpp"

#include <algorithm>
#include <mutex>
#include <tuple>
#include <utility>

#include "gusset/base/columns.hpp"
#include "gusset/traces/analysis/graph/strands.hpp"
#include "task_groups.hpp"

namespace gusset::traces {
namespace {

void sort_and_deduplicate(std::vector<TaskId>& tasks) {
  std::sort(tasks.begin(), tasks.end());
  tasks.erase(std::unique(tasks.begin(), tasks.end()), tasks.end());
}

std::pair<TaskId, TaskId> pair_of(const TaskGraph::Edge& edge) {
  return {edge.before, edge.after};
}

/// Sorts by pair. Of several edges with one pair, the edge with the lowest handle remains.
void sort_and_deduplicate(std::vector<TaskGraph::Edge>& edges) {
  std::sort(edges.begin(), edges.end(), [](const TaskGraph::Edge& a, const TaskGraph::Edge& b) {
    return std::tie(a.before, a.after, a.handle) < std::tie(b.before, b.after, b.handle);
  });
  const auto same = [](const auto& a, const auto& b) { return pair_of(a) == pair_of(b); };
  edges.erase(std::unique(edges.begin(), edges.end(), same), edges.end());
}

}  // namespace

struct TaskGraph::LazyStrands {
  const Trace* trace = nullptr;
  std::once_flag once;
  std::unique_ptr<const Strands> strands;
};

TaskGraph::TaskGraph(const Trace& trace)
    : known_(trace.recorded.accesses || trace.recorded.dependencies || trace.recorded.fork_join),
      task_count_(trace.tasks.size()) {
  if (trace.recorded.accesses && trace.accesses.first.size() == task_count_ + 1) build_groups(trace);
  if (trace.recorded.dependencies) build_dependencies(trace);
  if (trace.recorded.fork_join) {
    strands_ = std::make_shared<LazyStrands>();
    strands_->trace = &trace;
  }
}

const Strands* TaskGraph::strands() const {
  if (strands_ == nullptr) return nullptr;
  std::call_once(strands_->once,
                 [this] { strands_->strands = std::make_unique<const Strands>(*strands_->trace, *this); });
  return strands_->strands.get();
}

void TaskGraph::build_groups(const Trace& trace) {
  TaskGroups built = build_task_groups(trace);
  groups_ = std::move(built.groups);
  members_ = std::move(built.members);
  holds_up_ = std::move(built.holds_up);
  access_group_ = std::move(built.access_group);
  access_holds_up_ = std::move(built.access_holds_up);
  columns::reserve(access_first_, trace.accesses.first.size());
  access_first_ = trace.accesses.first;
}

void TaskGraph::build_dependencies(const Trace& trace) {
  const auto in_range = [this](const Dependency& d) {
    return d.before.value() < task_count_ && d.after.value() < task_count_;
  };
  before_first_.assign(task_count_ + 1, 0);
  after_first_.assign(task_count_ + 1, 0);
  for (const Dependency& d : trace.dependencies) {
    if (!in_range(d)) continue;
    ++before_first_[d.after.value() + 1];
    ++after_first_[d.before.value() + 1];
  }
  for (std::size_t i = 0; i < task_count_; ++i) {
    before_first_[i + 1] += before_first_[i];
    after_first_[i + 1] += after_first_[i];
  }
  before_.resize(before_first_.back());
  after_.resize(after_first_.back());
  std::vector<std::uint64_t> next_before(before_first_.begin(), before_first_.end() - 1);
  std::vector<std::uint64_t> next_after(after_first_.begin(), after_first_.end() - 1);
  for (const Dependency& d : trace.dependencies) {
    if (!in_range(d)) continue;
    before_[next_before[d.after.value()]++] = d.before;
    after_[next_after[d.before.value()]++] = d.after;
  }
}

std::span<const std::uint32_t> TaskGraph::group_span(TaskId task) const {
  if (task.value() >= task_count_ || access_first_.empty()) return {};
  const std::uint64_t first = access_first_[task.value()];
  return {access_group_.data() + first, access_first_[task.value() + 1] - first};
}

std::vector<std::uint32_t> TaskGraph::groups_of(TaskId task) const {
  const auto groups = group_span(task);
  return {groups.begin(), groups.end()};
}

std::span<const TaskId> TaskGraph::explicit_predecessors(TaskId task) const {
  if (task.value() >= task_count_ || before_first_.empty()) return {};
  const std::uint64_t first = before_first_[task.value()];
  return {before_.data() + first, before_first_[task.value() + 1] - first};
}

template <class Visit>
void TaskGraph::for_each_next(std::uint32_t group, Visit visit) const {
  if (groups_[group].holding_count == 0) return;
  for (std::uint32_t next = group + 1; next < groups_.size(); ++next) {
    if (groups_[next].handle != groups_[group].handle) return;
    visit(next);
    if (groups_[next].holding_count > 0) return;  // later groups wait for that one
  }
}

std::vector<TaskId> TaskGraph::predecessors(TaskId task) const {
  const auto known = explicit_predecessors(task);
  std::vector<TaskId> found(known.begin(), known.end());
  for (const std::uint32_t group : group_span(task)) {
    if (group == Group::none || groups_[group].previous == Group::none) continue;
    const Group& previous = groups_[groups_[group].previous];
    for (std::uint64_t i = 0; i < previous.member_count; ++i) {
      if (holds_up_[previous.first_member + i]) found.push_back(members_[previous.first_member + i]);
    }
  }
  sort_and_deduplicate(found);
  return found;
}

std::vector<TaskId> TaskGraph::successors(TaskId task) const {
  std::vector<TaskId> found;
  if (task.value() >= task_count_) return found;
  if (!after_first_.empty()) {
    found.assign(after_.begin() + static_cast<std::ptrdiff_t>(after_first_[task.value()]),
                 after_.begin() + static_cast<std::ptrdiff_t>(after_first_[task.value() + 1]));
  }
  if (access_first_.empty()) {
    sort_and_deduplicate(found);
    return found;
  }
  for (std::uint64_t access = access_first_[task.value()]; access < access_first_[task.value() + 1];
       ++access) {
    if (!access_holds_up_[access]) continue;
    for_each_next(access_group_[access], [&](std::uint32_t next) {
      const auto waiting = members_of(groups_[next]);
      found.insert(found.end(), waiting.begin(), waiting.end());
    });
  }
  sort_and_deduplicate(found);
  return found;
}

bool TaskGraph::submitted_in_order() const {
  std::uint32_t latest = 0;  // latest member of the previous group that others wait for
  for (std::size_t g = 0; g < groups_.size(); ++g) {
    const Group& group = groups_[g];
    std::uint32_t latest_here = 0;
    for (std::uint32_t i = group.first_member; i < group.first_member + group.member_count; ++i) {
      if (group.previous != Group::none && members_[i].value() <= latest) return false;
      if (holds_up_[i]) latest_here = std::max(latest_here, members_[i].value());
    }
    if (group.holding_count > 0) latest = latest_here;
  }
  for (std::size_t task = 0; task < task_count_; ++task) {
    for (const TaskId before : explicit_predecessors(TaskId(task))) {
      if (before.value() >= task) return false;
    }
  }
  return true;
}

std::optional<std::vector<TaskId>> TaskGraph::topological_order() const {
  std::vector<TaskId> order = order_of_possible();
  if (order.size() < task_count_) return std::nullopt;
  return order;
}

std::vector<TaskId> TaskGraph::blocked_tasks() const {
  const std::vector<TaskId> order = order_of_possible();
  std::vector<TaskId> blocked;
  if (order.size() == task_count_) return blocked;
  std::vector<bool> is_possible(task_count_, false);
  for (const TaskId task : order) is_possible[task.value()] = true;
  for (std::size_t task = 0; task < task_count_; ++task) {
    if (!is_possible[task]) blocked.emplace_back(task);
  }
  return blocked;
}

std::vector<TaskId> TaskGraph::order_of_possible() const {
  if (submitted_in_order()) {
    std::vector<TaskId> order;
    order.reserve(task_count_);
    for (std::size_t task = 0; task < task_count_; ++task) order.emplace_back(task);
    return order;
  }
  std::vector<std::uint32_t> task_waits(task_count_, 0);
  std::vector<std::uint64_t> group_waits(groups_.size());
  for (std::size_t g = 0; g < groups_.size(); ++g) {
    group_waits[g] = groups_[g].holding_count;
    if (groups_[g].previous == Group::none) continue;
    for (const TaskId member : members_of(groups_[g])) ++task_waits[member.value()];
  }
  std::vector<TaskId> order;  // also the queue: tasks after `done` are ready
  order.reserve(task_count_);
  for (std::size_t t = 0; t < task_count_; ++t) {
    task_waits[t] += static_cast<std::uint32_t>(explicit_predecessors(TaskId(t)).size());
    if (task_waits[t] == 0) order.emplace_back(t);
  }
  const auto release = [&](TaskId waiting) {
    if (--task_waits[waiting.value()] == 0) order.push_back(waiting);
  };
  std::vector<std::uint32_t> own;
  for (std::size_t done = 0; done < order.size(); ++done) {
    const TaskId task = order[done];
    if (!after_first_.empty()) {
      for (std::uint64_t i = after_first_[task.value()]; i < after_first_[task.value() + 1]; ++i) {
        release(after_[i]);
      }
    }
    own.clear();
    if (!access_first_.empty()) {
      for (std::uint64_t i = access_first_[task.value()]; i < access_first_[task.value() + 1]; ++i) {
        if (access_holds_up_[i]) own.push_back(access_group_[i]);
      }
    }
    std::sort(own.begin(), own.end());
    own.erase(std::unique(own.begin(), own.end()), own.end());
    for (const std::uint32_t group : own) {
      if (--group_waits[group] > 0) continue;
      for_each_next(group, [&](std::uint32_t next) {
        for (const TaskId waiting : members_of(groups_[next])) release(waiting);
      });
    }
  }
  return order;
}

std::vector<TaskGraph::Edge> TaskGraph::edges() const {
  std::vector<Edge> directed;
  std::vector<Edge> dashed;
  for (const Group& group : groups_) {
    const auto members = members_of(group);
    if (group.commuting) {
      for (std::size_t i = 1; i < members.size(); ++i) {
        dashed.push_back({members[i - 1], members[i], group.handle, true});
      }
    }
    if (group.previous == Group::none) continue;
    const Group& previous = groups_[group.previous];
    const auto waiting = group.commuting ? members.first(1) : members;
    std::uint32_t leads = previous.member_count;  // only the last such member of a commuting group leads on
    while (leads-- > 0) {
      if (!holds_up_[previous.first_member + leads]) continue;
      for (const TaskId after : waiting) {
        directed.push_back({members_[previous.first_member + leads], after, group.handle, false});
      }
      if (previous.commuting) break;
    }
  }
  for (std::size_t task = 0; task < task_count_; ++task) {
    for (const TaskId before : explicit_predecessors(TaskId(task))) {
      directed.push_back({before, TaskId(task), HandleId(), false});
    }
  }
  sort_and_deduplicate(directed);
  sort_and_deduplicate(dashed);
  const auto joined = [&](TaskId before, TaskId after) {
    const auto found =
        std::lower_bound(directed.begin(), directed.end(), std::pair(before, after),
                         [](const Edge& edge, const auto& pair) { return pair_of(edge) < pair; });
    return found != directed.end() && pair_of(*found) == std::pair(before, after);
  };
  std::erase_if(dashed,
                [&](const Edge& e) { return joined(e.before, e.after) || joined(e.after, e.before); });
  directed.insert(directed.end(), dashed.begin(), dashed.end());
  return directed;
}

}  // namespace gusset::traces
