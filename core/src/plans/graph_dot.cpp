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
#include "plans/graph_log.hpp"
#include "plans/plan_graph.hpp"

namespace gusset {

namespace detail {

namespace {

using Entry = GraphLog::Entry;
using Version = DotText::Version;

/// Groups the handle's accesses by version, in order of submission. Versions count from the first logged
/// access.
std::vector<Version> versions_of(const GraphLog::LoggedHandle& handle,
                                 const std::vector<GraphLog::LoggedTask>& tasks) {
  const auto is_there = [&](std::uint32_t task) { return task != GraphLog::none && !tasks[task].is_refused; };
  VersionSequence sequence;
  std::vector<Version> versions;
  std::unordered_map<std::uint32_t, std::size_t> version_of;  // by task
  for (const Entry& entry : handle.entries) {
    if (entry.kind == Entry::Kind::boundary) {
      sequence.next_block(0);
      continue;
    }
    if (entry.kind != Entry::Kind::reserved && !is_there(entry.task)) continue;
    if (entry.kind == Entry::Kind::shared) {
      const auto found = version_of.find(entry.holder);
      if (found != version_of.end()) versions[found->second].nested_readers.push_back(entry.task);
      continue;
    }
    const std::uint32_t version = sequence.next(entry.mode);
    if (versions.empty() || versions.back().version != version)
      versions.push_back({version, version, modifies(entry.mode), needs_lock(entry.mode)});
    versions.back().next = sequence.final_version();
    if (!is_there(entry.task)) continue;
    versions.back().tasks.push_back(entry.task);
    version_of.emplace(entry.task, versions.size() - 1);
  }
  return versions;
}

void add_tasks(DotText& dot, const std::vector<GraphLog::LoggedTask>& tasks) {
  for (std::uint32_t task = 0; task < tasks.size(); ++task) {
    if (!tasks[task].is_refused) dot.task(task, TaskType::name_of(tasks[task].type));
  }
}

void add_parents(DotText& dot, const std::vector<GraphLog::LoggedTask>& tasks) {
  for (std::uint32_t task = 0; task < tasks.size(); ++task) {
    if (tasks[task].parent == GraphLog::none || tasks[task].is_refused) continue;
    dot.edge(tasks[task].parent, task, " [style=dotted, arrowhead=odot]");
  }
}

DotText begin_tasks(const std::string& name) {
  return {name, "shape=box, style=rounded"};
}

void add_commuting(DotText& dot, const std::set<GraphEdge>& edges) {
  for (const GraphEdge& edge : edges) dot.edge(edge.from, edge.to, DotText::commuting);
}

std::string draw_tasks(const GraphLog::Content& content) {
  std::vector<GraphEdge> waits;
  std::set<GraphEdge> commuting;
  for (const GraphLog::LoggedHandle& handle : content.handles) {
    std::vector<std::uint32_t> previous;
    for (const Version& version : versions_of(handle, content.tasks)) {
      for (std::size_t i = 0; i < version.tasks.size(); ++i) {
        for (const std::uint32_t before : previous) waits.push_back({before, version.tasks[i]});
        if (i > 0 && version.is_commuting) commuting.insert({version.tasks[i - 1], version.tasks[i]});
      }
      if (!version.tasks.empty()) previous = version.tasks;
    }
  }
  DotText dot = begin_tasks("tasks");
  add_tasks(dot, content.tasks);
  for (const GraphEdge& edge : without_implied(content.tasks.size(), std::move(waits)))
    dot.edge(edge.from, edge.to);
  add_commuting(dot, commuting);
  add_parents(dot, content.tasks);
  return std::move(dot).finish();
}

std::string draw_versions(const GraphLog::Content& content) {
  DotText dot("versions", "shape=ellipse");
  add_tasks(dot, content.tasks);
  for (std::uint32_t number = 0; number < content.handles.size(); ++number) {
    const GraphLog::LoggedHandle& handle = content.handles[number];
    std::vector<Version> versions = versions_of(handle, content.tasks);
    for (std::size_t i = 0; i + 1 < versions.size(); ++i) {
      if (!versions[i].modifies) versions[i].blocking = versions[i].tasks;
    }
    dot.versions(number, handle.label, versions, "shape=box, style=filled, fillcolor=\"#e6e6e6\"");
  }
  add_parents(dot, content.tasks);
  return std::move(dot).finish();
}

}  // namespace

void GraphLog::write_dot(std::ostream& out, GraphKind kind) const {
  out << (kind == GraphKind::tasks ? draw_tasks(content()) : draw_versions(content()));
}

}  // namespace detail

/// Reads no HandleState, because the program may have destroyed the handles.
void Plan::write_dot(std::ostream& out) const {
  DotText dot = detail::begin_tasks("plan");
  std::set<GraphEdge> commuting;
  struct Latest {
    std::uint32_t version = 0;
    std::uint32_t task = detail::GraphLog::none;
  };
  std::vector<Latest> latest(graph_->uses.size());
  auto planned = graph_->accesses.begin();
  for (std::uint32_t number = 0; number < tasks(); ++number) {
    Task& task = *graph_->nodes[number].task;
    dot.task(number, TaskType::name_of(task.type()));
    for (const TaskAccess& access : task) {
      if (access.is_covered()) continue;
      Latest& before = latest[planned->use];
      if (before.task != detail::GraphLog::none && before.version == planned->version &&
          needs_lock(access.mode()))
        commuting.insert({before.task, number});
      before = {planned->version, number};
      ++planned;
    }
  }
  for (std::uint32_t number = 0; number < tasks(); ++number) {
    for (const std::uint32_t successor : graph_->nodes[number].successors) dot.edge(number, successor);
  }
  detail::add_commuting(dot, commuting);
  out << std::move(dot).finish();
}

}  // namespace gusset
