#include "graph_dot.hpp"

#include <cstddef>
#include <ostream>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "dot_text.hpp"
#include "edge_reduction.hpp"
#include "gusset/core/version_sequence.hpp"

namespace gusset::detail {

namespace {

using Entry = GraphLog::Entry;

/// Accesses of one handle that wait for the same version.
struct Group {
  std::uint32_t version = 0;
  std::uint32_t left = 0;  ///< the version that they lead to
  AccessMode mode = AccessMode::read;
  std::vector<std::uint32_t> tasks{};
  std::vector<std::uint32_t> guests{};  ///< subtasks that read within a member's turn

  bool is_commuting() const { return takes_turns(mode) && tasks.size() > 1; }
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
    if (groups.empty() || groups.back().version != version) groups.push_back({version, version, entry.mode});
    groups.back().left = sequence.final_version();
    if (!is_there(entry.task)) continue;
    groups.back().tasks.push_back(entry.task);
    group_of.emplace(entry.task, groups.size() - 1);
  }
  return groups;
}

void write_nodes(std::ostream& out, const std::vector<GraphLog::Noted>& tasks) {
  for (std::uint32_t task = 0; task < tasks.size(); ++task) {
    if (!tasks[task].is_refused) dot_task(out, task, tasks[task].type);
  }
}

void write_parents(std::ostream& out, const std::vector<GraphLog::Noted>& tasks) {
  for (std::uint32_t task = 0; task < tasks.size(); ++task) {
    if (tasks[task].parent == GraphLog::none || tasks[task].is_refused) continue;
    dot_edge(out, dot_name(tasks[task].parent), dot_name(task), " [style=dotted, arrowhead=odot]");
  }
}

}  // namespace

void write_tasks(std::ostream& out, const GraphLog::Content& content) {
  Predecessors before(content.tasks.size());
  std::set<std::pair<std::uint32_t, std::uint32_t>> commuting;
  for (const GraphLog::NotedHandle& handle : content.handles) {
    const std::vector<Group> groups = groups_of(handle, content.tasks);
    const Group* previous = nullptr;
    for (const Group& group : groups) {
      for (std::size_t i = 0; i < group.tasks.size(); ++i) {
        std::vector<std::uint32_t>& mine = before[group.tasks[i]];
        if (previous != nullptr) mine.insert(mine.end(), previous->tasks.begin(), previous->tasks.end());
        if (i > 0 && group.is_commuting()) commuting.emplace(group.tasks[i - 1], group.tasks[i]);
      }
      if (!group.tasks.empty()) previous = &group;
    }
  }
  before = without_implied(std::move(before));

  dot_begin(out, "tasks", "shape=box, style=rounded");
  write_nodes(out, content.tasks);
  for (std::uint32_t task = 0; task < before.size(); ++task) {
    for (const std::uint32_t predecessor : before[task]) dot_edge(out, dot_name(predecessor), dot_name(task));
  }
  for (const auto& [one, other] : commuting) dot_edge(out, dot_name(one), dot_name(other), dot_commuting);
  write_parents(out, content.tasks);
  out << dot_end;
}

void write_versions(std::ostream& out, const GraphLog::Content& content) {
  dot_begin(out, "versions", "shape=ellipse");
  write_nodes(out, content.tasks);
  for (std::size_t number = 0; number < content.handles.size(); ++number) {
    const GraphLog::NotedHandle& handle = content.handles[number];
    const auto box_name = [&](std::uint32_t version) {
      return "handle" + std::to_string(number) + "v" + std::to_string(version);
    };
    const auto box = [&](std::uint32_t version) {
      out << "  " << box_name(version) << " [shape=box, style=filled, fillcolor=\"#e6e6e6\", label=\""
          << dot_escaped(handle.label) << " v" << version << "\"];\n";
    };
    const std::vector<Group> groups = groups_of(handle, content.tasks);
    for (std::size_t i = 0; i < groups.size(); ++i) {
      const Group& group = groups[i];
      const bool is_last = i + 1 == groups.size();
      box(group.version);
      if (is_last && modifies(group.mode)) box(group.left);
      for (std::size_t j = 0; j < group.tasks.size(); ++j) {
        const std::string task = dot_name(group.tasks[j]);
        dot_edge(out, box_name(group.version), task);
        if (modifies(group.mode)) {
          dot_edge(out, task, box_name(group.left));
        } else if (!is_last) {
          dot_edge(out, task, box_name(group.left), " [style=dotted]");
        }
        if (j > 0 && group.is_commuting()) dot_edge(out, dot_name(group.tasks[j - 1]), task, dot_commuting);
      }
      for (const std::uint32_t guest : group.guests) dot_edge(out, box_name(group.version), dot_name(guest));
    }
  }
  write_parents(out, content.tasks);
  out << dot_end;
}

}  // namespace gusset::detail
