#include "gusset/traces/critical_path.hpp"

#include <algorithm>
#include <utility>

#include "gusset/traces/task_table.hpp"

namespace gusset::traces {
namespace {

/// Longest paths, task by task in an order where predecessors come first.
class LongestPath {
 public:
  LongestPath(const TaskGraph& graph, std::vector<std::int64_t> duration_ns, const std::vector<TaskId>& order)
      : graph_(graph),
        duration_ns_(std::move(duration_ns)),
        order_(order),
        position_(order.size()),
        start_(order.size()),
        done_(graph.groups().size()) {
    for (std::size_t i = 0; i < order.size(); ++i)
      position_[order[i].value()] = static_cast<std::uint32_t>(i);
  }

  CriticalBound compute() {
    for (const TaskId task : order_) reach(task);
    Source last;
    std::int64_t length_ns = 0;
    for (const TaskId task : order_) {
      if (finish(task) > length_ns) {
        length_ns = finish(task);
        last.task = task;
      }
    }
    for (std::uint64_t g = 0; g < done_.size(); ++g) {
      if (!graph_.groups()[g].commuting || done(g).time_ns <= length_ns) continue;
      length_ns = done(g).time_ns;
      last = {g, TaskId()};
    }
    return {length_ns, path_to(last)};
  }

 private:
  using Group = TaskGraph::Group;

  /// What ends a longest path: a group, or else a task; or neither, at the start.
  struct Source {
    std::uint64_t group = Group::none;
    TaskId task;
  };
  struct Start {
    std::int64_t time_ns = 0;
    Source source;
  };
  struct Done {
    std::int64_t time_ns = 0;
    TaskId task;  ///< last to finish; of a commuting group the first of those whose sum binds
    bool computed = false;
  };

  std::int64_t finish(TaskId task) const { return start_[task.value()].time_ns + duration_ns_[task.value()]; }
  std::pair<std::int64_t, std::uint32_t> start_order(TaskId task) const {
    return {start_[task.value()].time_ns, position_[task.value()]};
  }

  void reach(TaskId task) {
    Start& start = start_[task.value()];
    for (const std::uint64_t group : graph_.group_span(task)) {
      if (group == Group::none || graph_.groups()[group].previous == Group::none) continue;
      const std::uint64_t previous = graph_.groups()[group].previous;
      const std::int64_t time_ns = done(previous).time_ns;
      if (time_ns > start.time_ns) start = {time_ns, {previous, TaskId()}};
    }
    for (const TaskId before : graph_.explicit_predecessors(task)) {
      if (finish(before) > start.time_ns) start = {finish(before), {Group::none, before}};
    }
  }

  /// All members that hold up others have been reached by the time that anybody asks.
  const Done& done(std::uint64_t number) {
    Done& done = done_[number];
    if (done.computed) return done;
    done.computed = true;
    const Group& group = graph_.groups()[number];
    if (group.commuting) {
      serve_one_by_one(group, done);
      return done;
    }
    for (std::uint64_t i = group.first_member; i < group.first_member + group.member_count; ++i) {
      const TaskId member = graph_.members()[i];
      if (graph_.holds_up(i) && finish(member) > done.time_ns) {
        done.time_ns = finish(member);
        done.task = member;
      }
    }
    return done;
  }

  void serve_one_by_one(const Group& group, Done& done) {
    const auto members = graph_.members_of(group);
    scratch_.assign(members.begin(), members.end());
    // Ties by topological position, so that no task counted stands before the first one on a path.
    std::sort(scratch_.begin(), scratch_.end(),
              [this](TaskId a, TaskId b) { return start_order(a) < start_order(b); });
    std::int64_t sum_ns = 0;
    for (std::size_t i = scratch_.size(); i-- > 0;) {
      sum_ns += duration_ns_[scratch_[i].value()];
      const std::int64_t time_ns = start_[scratch_[i].value()].time_ns + sum_ns;
      if (time_ns > done.time_ns) {
        done.time_ns = time_ns;
        done.task = scratch_[i];
      }
    }
  }

  std::vector<TaskId> path_to(Source source) {
    std::vector<TaskId> path;  // last to first
    while (true) {
      TaskId first = source.task;
      if (source.group != Group::none) {
        const Group& group = graph_.groups()[source.group];
        first = done(source.group).task;
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

  void add_counted(const Group& group, TaskId first, std::vector<TaskId>& path) const {
    const auto members = graph_.members_of(group);
    for (std::size_t i = members.size(); i-- > 0;) {
      if (start_order(members[i]) >= start_order(first)) path.push_back(members[i]);
    }
  }

  const TaskGraph& graph_;
  std::vector<std::int64_t> duration_ns_;
  const std::vector<TaskId>& order_;
  std::vector<std::uint32_t> position_;  ///< per task, in order_
  std::vector<Start> start_;             ///< per task: the longest path to it
  std::vector<Done> done_;               ///< per group
  std::vector<TaskId> scratch_;
};

}  // namespace

std::optional<CriticalBound> critical_bound(const Trace& trace, const TaskGraph& graph) {
  if (!graph.known()) return std::nullopt;
  const auto order = graph.topological_order();
  if (!order) return std::nullopt;
  return LongestPath(graph, task_times(trace).duration_ns, *order).compute();
}

}  // namespace gusset::traces
