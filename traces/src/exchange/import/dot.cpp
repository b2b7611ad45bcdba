// Task graphs in Graphviz's language: tasks that never ran, their work if nodes have a weight, and their
// dependencies. Nodes that are versions of data (from SuperGlue, or from to_version_dot) become accesses.
#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <string>

#include "dot_graph.hpp"
#include "exchange/standard_modes.hpp"
#include "gusset/traces/model/task_name.hpp"
#include "readers.hpp"
#include "scan.hpp"
#include "task_name.hpp"
#include "text_reader.hpp"

namespace gusset::traces::import {
namespace {

constexpr std::size_t read_mode = 0;
constexpr std::size_t write_mode = 1;
constexpr std::size_t add_mode = 2;

struct DataVersion {
  std::string handle;
  std::uint32_t version = 0;
};

/// Parses "A(0,0) v3" (Gusset) and "$(0,0)_{3}$" (SuperGlue).
bool parse_version(std::string_view label, DataVersion& version) {
  if (label.size() > 4 && label.starts_with('$') && label.ends_with("}$")) {
    const std::size_t open = label.rfind("_{");
    if (open == std::string_view::npos) return false;
    version.handle = label.substr(1, open - 1);
    return parse_number(label.substr(open + 2, label.size() - open - 4), version.version);
  }
  const std::size_t at = label.rfind(" v");
  if (at == std::string_view::npos) return false;
  version.handle = label.substr(0, at);
  return parse_number(label.substr(at + 2), version.version);
}

class DotReader : TextReader {
 public:
  DotReader(const FileText& source, const DotGraph& graph, IssueList& issues)
      : TextReader(source, issues), graph_(graph) {}

  Result<Trace> read() {
    for (std::uint32_t node = 0; node < graph_.attributes.size(); ++node) add_node(node);
    commuting_.resize(builder_.trace.tasks.size());
    std::iota(commuting_.begin(), commuting_.end(), std::size_t{0});
    for (const DotGraph::Edge& edge : graph_.edges) add_edge(edge);
    add_accesses();
    builder_.trace.recorded.dependencies =
        !builder_.trace.recorded.accesses || !builder_.trace.dependencies.empty();
    return builder_.take();
  }

 private:
  const std::string* attribute(std::uint32_t node, const char* name) const {
    const auto found = graph_.attributes[node].find(name);
    return found == graph_.attributes[node].end() ? nullptr : &found->second;
  }

  void add_node(std::uint32_t node) {
    const std::string* const label = attribute(node, "label");
    const std::string text = label == nullptr ? graph_.names[node] : dot_label(*label, graph_.names[node]);
    const std::string* const shape = attribute(node, "shape");
    DataVersion version;
    if (shape != nullptr && (*shape == "box" || *shape == "rect" || *shape == "rectangle") &&
        parse_version(text, version)) {
      version_of_[node] = version;
      task_of_.emplace_back();
      return;
    }
    const std::string* const tooltip = attribute(node, "tooltip");
    // A label written by Gusset is a type, followed by the detail if there is one.
    const bool is_ours = tooltip != nullptr && tooltip->starts_with("task ");
    TaskName name = is_ours ? TaskName{text, {}} : split_task_name(text);
    if (const std::string* const detail = attribute(node, "detail"); is_ours && detail != nullptr) {
      const std::string known = dot_label(*detail, "");
      if (text.ends_with(" " + known))
        name = {std::string_view(text).substr(0, text.size() - known.size() - 1),
                std::string_view(text).substr(text.size() - known.size())};
    }
    const TaskId task = builder_.add_task(name.type);
    if (!name.detail.empty()) builder_.attribute(task_detail).add_text(task, name.detail);
    task_of_.push_back(task);
    for (const char* const key : {"work", "weight", "size", "cost"}) {
      const std::string* const value = attribute(node, key);
      if (value == nullptr) continue;
      double work = 0.0;
      if (parse_number(trimmed(*value), work) && std::isfinite(work) && work >= 0.0) {
        TraceBuilder::set(builder_.trace.tasks.work, task, work, 0.0);
      } else {
        issues_.add(ImportIssue::Kind::incomplete_record, at(graph_.node_line[node]),
                    "finite work of at least 0", errors::ShownLine{*value});
      }
      break;
    }
  }

  void add_edge(const DotGraph::Edge& edge) {
    if (edge.has_weight) {
      issues_.add(ImportIssue::Kind::dropped_value, at(edge.line), "an edge without a weight",
                  "one with a weight (dropped)");
    }
    const auto from = version_of_.find(edge.from);
    const auto to = version_of_.find(edge.to);
    const bool is_from_data = from != version_of_.end();
    const bool is_to_data = to != version_of_.end();
    if (is_from_data && !is_to_data) {
      uses_[task_of_[edge.to]][from->second.handle].awaited = from->second.version;
      return;
    }
    if (is_to_data && !is_from_data) {
      if (edge.style == "dotted") return;  // a reader that the next version waits for; its access says so
      uses_[task_of_[edge.from]][to->second.handle].produces = true;
      return;
    }
    const TaskId before = task_of_[edge.from];
    const TaskId after = task_of_[edge.to];
    if ((is_from_data && is_to_data) || before == after || (!edge.is_directed && edge.style != "dashed")) {
      issues_.add(ImportIssue::Kind::unresolved_dependency, [&] {
        const bool lacks_direction = before != after && !edge.is_directed && !edge.is_line;
        return Error{at(edge.line), "an edge from one task to another",
                     errors::shown(graph_.names[edge.from] + (edge.is_line ? " -- " : " -> ") +
                                   graph_.names[edge.to] + (lacks_direction ? " [dir=none]" : "")) +
                         " (dropped)"};
      });
      return;
    }
    if (edge.is_directed) {
      builder_.trace.dependencies.push_back({before, after});
    } else {
      commuting_[root(before.value())] = root(after.value());
    }
  }

  std::size_t root(std::size_t task) {
    while (commuting_[task] != task) task = commuting_[task] = commuting_[commuting_[task]];
    return task;
  }

  /// How a task uses one handle.
  struct Use {
    std::uint32_t awaited = 0;
    bool produces = false;
  };

  void add_accesses() {
    std::vector<std::vector<Access>> accesses(builder_.trace.tasks.size());
    std::map<std::string, HandleId> handles;
    // Several tasks that await the same version and produce a later one are adds: they run in any order,
    // after the previous group of adds.
    std::map<std::pair<std::string, std::uint32_t>, std::size_t> modifiers;
    for (const auto& [task, by_handle] : uses_) {
      for (const auto& [handle, use] : by_handle) {
        if (use.produces) ++modifiers[{handle, use.awaited}];
      }
    }
    for (const auto& [task, by_handle] : uses_) {
      for (const auto& [handle, use] : by_handle) {
        const auto [known, is_new] = handles.try_emplace(handle, add_handle_number());
        if (is_new) add_handle(handle);
        const std::size_t mode = !use.produces                          ? read_mode
                                 : modifiers[{handle, use.awaited}] > 1 ? add_mode
                                                                        : write_mode;
        accesses[task.value()].push_back({known->second, AccessModeId(mode), use.awaited});
      }
    }
    // Tasks that share versioned data commute already. Other commuting tasks get a handle for their group.
    std::map<std::size_t, HandleId> groups;
    std::vector<std::size_t> members(commuting_.size(), 0);
    for (std::size_t task = 0; task < commuting_.size(); ++task) ++members[root(task)];
    for (std::size_t task = 0; task < commuting_.size(); ++task) {
      const std::size_t group = root(task);
      if (members[group] < 2 || !version_of_.empty()) continue;
      const auto [known, is_new] = groups.try_emplace(group, add_handle_number());
      if (is_new) add_handle(commuting_group_name + std::to_string(groups.size() - 1));
      accesses[task].push_back({known->second, AccessModeId(add_mode), 0});
    }
    Trace& trace = builder_.trace;
    if (trace.handles.size() == 0) return;
    trace.recorded.accesses = true;
    trace.access_modes = standard_modes();
    trace.accesses.first.push_back(0);
    for (const auto& of_task : accesses) {
      trace.accesses.items.insert(trace.accesses.items.end(), of_task.begin(), of_task.end());
      trace.accesses.first.push_back(trace.accesses.items.size());
    }
    if (!groups.empty()) {
      trace.metadata.notes.emplace_back(
          "each group of commuting tasks is shown as adds to one made-up handle");
    }
  }

  HandleId add_handle_number() const { return HandleId(builder_.trace.handles.size()); }

  void add_handle(const std::string& name) {
    if (builder_.trace.nodes.empty()) builder_.add_node("");
    builder_.trace.handles.name.push_back(name);
    builder_.trace.handles.size_bytes.push_back(0);
    builder_.trace.handles.owner.emplace_back(0);
  }

  const DotGraph& graph_;
  std::vector<TaskId> task_of_;                        ///< indexed by node; none for data
  std::map<std::uint32_t, DataVersion> version_of_;    ///< indexed by node
  std::map<TaskId, std::map<std::string, Use>> uses_;  ///< indexed by task, then by handle name
  std::vector<std::size_t> commuting_;                 ///< union-find over tasks
};

}  // namespace

Result<Trace> read_dot(const FileText& source, IssueList& issues) {
  const auto graph = parse_dot(source, issues);
  if (!graph) return graph.error();
  return DotReader(source, *graph, issues).read();
}

}  // namespace gusset::traces::import
