#include "gusset/traces/analysis/time/task_links.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

namespace gusset::traces {

/// One search for links.
class TaskLinkFinder {
 public:
  TaskLinkFinder(const VersionMessages& messages, std::span<const NodeId> homes, const Trace& trace,
                 const TaskGraph& graph, const TaskTimes& times, std::span<const TaskId> tasks,
                 std::size_t most)
      : messages_by_version_(messages),
        homes_(homes),
        trace_(trace),
        graph_(graph),
        times_(times),
        tasks_(tasks.begin(), tasks.end()),
        most_(most) {
    std::sort(tasks_.begin(), tasks_.end());
    tasks_.erase(std::unique(tasks_.begin(), tasks_.end()), tasks_.end());
  }

  LinksOfTasks find() {
    for (const TaskId task : tasks_) {
      if (!ran(task)) continue;
      add_dependencies(task);
      if (trace_.recorded.accesses && !messages_by_version_.empty()) {
        add_needed_messages(task);
        add_sent_messages(task);
      }
      if (dependencies_.size() + messages_.size() <= most_) continue;
      LinksOfTasks none;
      none.too_many = true;
      return none;
    }
    replace_dependencies_by_messages();
    found_.links = std::move(dependencies_);
    found_.links.insert(found_.links.end(), messages_.begin(), messages_.end());
    return std::move(found_);
  }

 private:
  using Group = TaskGraph::Group;
  using Kind = TaskLink::Kind;

  bool ran(TaskId task) const {
    return task.value() < times_.lane.size() && !times_.lane[task.value()].is_none();
  }
  bool is_requested(TaskId task) const { return std::binary_search(tasks_.begin(), tasks_.end(), task); }
  NodeId node_of(TaskId task) const { return node_of_lane(trace_, times_.lane[task.value()]); }

  void add_dependencies(TaskId task) {
    const std::vector<TaskId> predecessors = graph_.predecessors(task);
    TaskId last;
    for (const TaskId before : predecessors) {
      if (!ran(before)) continue;
      if (last.is_none() || times_.end_ns[before.value()] > times_.end_ns[last.value()]) last = before;
    }
    for (const TaskId before : predecessors) add_dependency(before, task, before, before == last);
    for (const TaskId after : graph_.successors(task)) {
      if (!is_requested(after)) add_dependency(task, after, after, false);
    }
  }

  void add_dependency(TaskId before, TaskId after, TaskId other, bool is_last) {
    if (ran(other)) {
      dependencies_.push_back({Kind::dependency, is_last, before, after, std::nullopt});
    } else {
      ++found_.never_ran;
    }
  }

  /// The task that produced the version that a group waits for. Of several tasks, the one that ended last.
  TaskId producer_of_version(std::uint32_t group) const {
    const std::uint32_t previous = graph_.groups()[group].previous;
    TaskId producer;
    if (previous == Group::none) return producer;
    const Group& producers = graph_.groups()[previous];
    for (std::uint32_t i = producers.first_member; i < producers.first_member + producers.member_count; ++i) {
      const TaskId member = graph_.members()[i];
      if (!graph_.holds_up(i) || !ran(member)) continue;
      if (producer.is_none() || times_.end_ns[member.value()] > times_.end_ns[producer.value()])
        producer = member;
    }
    return producer;
  }

  TaskId first_reader(std::uint32_t group, NodeId node) const {
    TaskId first;
    for (const TaskId member : graph_.members_of(graph_.groups()[group])) {
      if (!ran(member) || node_of(member) != node) continue;
      if (first.is_none() || times_.begin_ns[member.value()] < times_.begin_ns[first.value()]) first = member;
    }
    return first;
  }

  std::size_t index_of(const Message* message) const {
    return static_cast<std::size_t>(message - trace_.messages.data());
  }

  void add_needed_messages(TaskId task) {
    for (const std::uint32_t group : groups_of(task)) {
      const Message* const message = needed_message(task, graph_.groups()[group]);
      if (message == nullptr) continue;
      const TaskId producer = producer_of_version(group);
      // A message to the data's owner brings the result of a task that has migrated. Others are for tasks
      // that have migrated to the owner.
      if (trace_.handles.owner[graph_.groups()[group].handle.value()] == node_of(task) &&
          !has_migrated(task) && (producer.is_none() || node_of(producer) == node_of(task)))
        continue;
      messages_.push_back({Kind::message, false, producer, task, index_of(message)});
    }
  }

  bool has_migrated(TaskId task) const { return !homes_.empty() && !homes_[task.value()].is_none(); }

  /// Tasks of one node share the first message. Each migrated task has its own, the last one before it began.
  const Message* needed_message(TaskId task, const Group& group) const {
    const Access access{group.handle, AccessModeId(), group.version};
    const Message* last = nullptr;
    if (has_migrated(task))
      last = messages_by_version_.last_to(node_of(task), access, times_.begin_ns[task.value()]);
    return last != nullptr ? last : messages_by_version_.first_to(node_of(task), access);
  }

  void add_sent_messages(TaskId task) {
    const std::vector<Group>& groups = graph_.groups();
    for (const std::uint32_t group : groups_of(task)) {
      for (std::uint32_t next = group + 1;
           next < groups.size() && groups[next].handle == groups[group].handle; ++next) {
        if (groups[next].previous == group) add_sent_messages(task, next);
        if (groups[next].holding_count > 0) break;  // later groups wait for that one
      }
    }
  }

  /// Adds the messages by which `task` sent a group's version to readers, if `task` produced that version.
  void add_sent_messages(TaskId task, std::uint32_t group) {
    const Group& of = graph_.groups()[group];
    const auto carrying = messages_by_version_.carrying(of.handle, of.version);
    if (carrying.empty() || producer_of_version(group) != task) return;
    for (const Message* message : carrying) {
      if (message->from != node_of(task)) continue;
      const TaskId reader = first_reader(group, message->to);
      if (reader.is_none() || !is_requested(reader))
        messages_.push_back({Kind::message, false, task, reader, index_of(message)});
    }
  }

  std::vector<std::uint32_t> groups_of(TaskId task) const {
    const auto span = graph_.group_span(task);
    std::vector<std::uint32_t> groups(span.begin(), span.end());
    std::erase(groups, Group::none);
    std::sort(groups.begin(), groups.end());
    groups.erase(std::unique(groups.begin(), groups.end()), groups.end());
    return groups;
  }

  void replace_dependencies_by_messages() {
    const auto pair = [](const TaskLink& link) { return std::pair(link.before, link.after); };
    const auto receipt_ns = [this](const TaskLink& link) {
      return trace_.messages[*link.message].receive_ns;
    };
    // Among one pair's messages, the last to arrive comes last.
    std::stable_sort(messages_.begin(), messages_.end(), [&](const TaskLink& a, const TaskLink& b) {
      return std::tuple(pair(a), receipt_ns(a)) < std::tuple(pair(b), receipt_ns(b));
    });
    std::erase_if(dependencies_, [&](const TaskLink& link) {
      const auto end = std::partition_point(messages_.begin(), messages_.end(), [&](const TaskLink& message) {
        return pair(message) <= pair(link);
      });
      if (end == messages_.begin() || pair(*(end - 1)) != pair(link)) return false;
      (end - 1)->is_last = (end - 1)->is_last || link.is_last;
      return true;
    });
  }

  const VersionMessages& messages_by_version_;
  std::span<const NodeId> homes_;  // by task; empty if none migrated
  const Trace& trace_;
  const TaskGraph& graph_;
  const TaskTimes& times_;
  std::vector<TaskId> tasks_;
  std::size_t most_;
  std::vector<TaskLink> dependencies_;
  std::vector<TaskLink> messages_;
  LinksOfTasks found_;
};

LinksOfTasks TaskLinks::of(const Trace& trace, const TaskGraph& graph, const TaskTimes& times,
                           std::span<const TaskId> tasks, std::size_t most) const {
  return TaskLinkFinder(by_version_, homes_, trace, graph, times, tasks, most).find();
}

}  // namespace gusset::traces
