#include "plans/graph_dot.hpp"

#include <algorithm>
#include <cstddef>
#include <ostream>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "gusset/base/dot_text.hpp"
#include "gusset/base/transitive_reduction.hpp"
#include "gusset/core/plan.hpp"
#include "gusset/core/version_sequence.hpp"

namespace gusset {

namespace detail {

namespace {

using Entry = GraphLog::Entry;

/// Accesses of one handle that wait for the same version.
struct Group : DotText::Version {
  bool takes_turns = false;
};

/// The handle's groups in order of submission, by the versions that an engine without other work would give.
std::vector<Group> groups_of(const GraphLog::NotedHandle& handle, const std::vector<GraphLog::Noted>& tasks) {
  const auto is_there = [&](std::uint32_t task) { return task != GraphLog::none && !tasks[task].is_refused; };
  VersionSequence sequence;
  std::vector<Group> groups;
  std::unordered_map<std::uint32_t, std::size_t> group_of;
  for (const Entry& entry : handle.entries) {
    if (entry.kind == Entry::Kind::border) {
      sequence.next_block(0);
      continue;
    }
    if (entry.kind != Entry::Kind::reserved && !is_there(entry.task)) continue;
    if (entry.kind == Entry::Kind::shared) {
      const auto found = group_of.find(entry.holder);
      if (found != group_of.end()) groups[found->second].guests.push_back(entry.task);
      continue;
    }
    const std::uint32_t version = sequence.next(entry.mode);
    if (groups.empty() || groups.back().version != version)
      groups.push_back({{version, version, modifies(entry.mode)}, takes_turns(entry.mode)});
    Group& group = groups.back();
    group.left = sequence.final_version();
    if (!is_there(entry.task)) continue;
    group.tasks.push_back(entry.task);
    group.is_commuting = group.takes_turns && group.tasks.size() > 1;
    group_of.emplace(entry.task, groups.size() - 1);
  }
  return groups;
}

void add_tasks(DotText& dot, const std::vector<GraphLog::Noted>& tasks) {
  for (std::uint32_t task = 0; task < tasks.size(); ++task) {
    if (!tasks[task].is_refused) dot.task(task, TaskType::name_of(tasks[task].type));
  }
}

void add_parents(DotText& dot, const std::vector<GraphLog::Noted>& tasks) {
  for (std::uint32_t task = 0; task < tasks.size(); ++task) {
    if (tasks[task].parent == GraphLog::none || tasks[task].is_refused) continue;
    dot.edge(tasks[task].parent, task, " [style=dotted, arrowhead=odot]");
  }
}

/// A graph of tasks with the edges that its handles cause.
struct TaskEdges {
  std::vector<GraphEdge> waits;  ///< without implied ones
  std::set<GraphEdge> commuting;
};

TaskEdges edges_of(const GraphLog::Content& content) {
  TaskEdges edges;
  for (const GraphLog::NotedHandle& handle : content.handles) {
    const std::vector<Group> groups = groups_of(handle, content.tasks);
    const Group* previous = nullptr;
    for (const Group& group : groups) {
      for (std::size_t i = 0; i < group.tasks.size(); ++i) {
        if (previous != nullptr) {
          for (const std::uint32_t before : previous->tasks) edges.waits.push_back({before, group.tasks[i]});
        }
        if (i > 0 && group.is_commuting) edges.commuting.insert({group.tasks[i - 1], group.tasks[i]});
      }
      if (!group.tasks.empty()) previous = &group;
    }
  }
  edges.waits = without_implied(content.tasks.size(), std::move(edges.waits));
  return edges;
}

std::string drawn(const std::string& name, const GraphLog::Content& content, const TaskEdges& edges) {
  DotText dot(name, "shape=box, style=rounded");
  add_tasks(dot, content.tasks);
  for (const GraphEdge& edge : edges.waits) dot.edge(edge.from, edge.to);
  for (const GraphEdge& edge : edges.commuting) dot.edge(edge.from, edge.to, DotText::commuting);
  add_parents(dot, content.tasks);
  return std::move(dot).finish();
}

}  // namespace

void write_tasks(std::ostream& out, const GraphLog::Content& content) {
  out << drawn("tasks", content, edges_of(content));
}

void write_versions(std::ostream& out, const GraphLog::Content& content) {
  DotText dot("versions", "shape=ellipse");
  add_tasks(dot, content.tasks);
  for (std::uint32_t number = 0; number < content.handles.size(); ++number) {
    const GraphLog::NotedHandle& handle = content.handles[number];
    std::vector<DotText::Version> versions;
    for (Group& group : groups_of(handle, content.tasks)) versions.push_back(std::move(group));
    for (std::size_t i = 0; i + 1 < versions.size(); ++i) {
      if (!versions[i].modifies) versions[i].holding = versions[i].tasks;
    }
    dot.versions(number, handle.label, versions, "shape=box, style=filled, fillcolor=\"#e6e6e6\"");
  }
  add_parents(dot, content.tasks);
  out << std::move(dot).finish();
}

}  // namespace detail

void Plan::write_dot(std::ostream& out) const {
  detail::GraphLog log;
  log.note_run(*graph_, nullptr);
  detail::TaskEdges edges = detail::edges_of(log.content());
  std::sort(edges.waits.begin(), edges.waits.end());
  out << detail::drawn("plan", log.content(), edges);
}

}  // namespace gusset
