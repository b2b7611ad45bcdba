#include "gusset/traces/picture/graph/dot.hpp"

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "gusset/base/dot_text.hpp"
#include "gusset/base/numbers.hpp"
#include "gusset/traces/model/names.hpp"
#include "gusset/traces/picture/canvas/palette.hpp"

namespace gusset::traces {
namespace {

/// White on a dark fill, black on a light one (brightness with Rec. 709 weights, in thousandths).
std::string_view text_colour(const Colour& fill) {
  const int brightness = (213 * fill.red + 715 * fill.green + 72 * fill.blue) / 1000;
  return brightness < 128 ? "white" : "black";
}

/// Adds every task as a node in its type's colour. The importer finds the name's detail by the attribute
/// `detail`, and the work by `work`.
void add_tasks(DotText& dot, const Trace& trace) {
  const auto details = std::ranges::find(trace.attributes, task_detail, &Attribute::name);
  for (std::uint32_t task = 0; task < trace.tasks.size(); ++task) {
    const std::size_t type = trace.tasks.type[task].value();
    const Colour fill = type_colour(type);
    std::string label = trace.types[type];
    std::string attributes =
        ", fillcolor=\"" + hex_text(fill) + "\", fontcolor=" + std::string(text_colour(fill));
    const auto row = details == trace.attributes.end() ? std::nullopt : details->row_of(TaskId(task));
    if (row) {
      const std::string& detail = std::get<std::vector<std::string>>(details->values)[*row];
      label += " " + detail;
      attributes += ", detail=\"" + DotText::escaped(detail) + "\"";
    }
    if (trace.recorded.work) attributes += ", work=" + shortest_text(trace.tasks.work[task]);
    dot.task(task, label, attributes);
  }
}

/// Converts a group to Graphviz's terms; `next` is the handle's next group, or null.
DotText::Version drawn(const Trace& trace, const TaskGraph& graph, const TaskGraph::Group& group,
                       const TaskGraph::Group* next) {
  DotText::Version version;
  version.version = group.version;
  // In a trace that follows the model, the next accesses await the version that these produce.
  version.next =
      next != nullptr ? next->version : static_cast<std::uint32_t>(group.version + group.member_count);
  version.modifies = trace.access_modes[group.mode.value()].modifies;
  version.is_commuting = group.commuting;
  for (std::uint32_t i = 0; i < group.member_count; ++i) {
    const std::uint32_t task = graph.members()[group.first_member + i].value();
    version.tasks.push_back(task);
    if (!version.modifies && next != nullptr && graph.holds_up(group.first_member + i))
      version.blocking.push_back(task);
  }
  return version;
}

}  // namespace

std::string to_dot(const Trace& trace, const TaskGraph& graph) {
  DotText dot("tasks", "shape=box, style=\"rounded,filled\"");
  add_tasks(dot, trace);
  for (const TaskGraph::Edge& edge : graph.edges())
    dot.edge(edge.before.value(), edge.after.value(), edge.commuting ? " [dir=none, style=dashed]" : "");
  return std::move(dot).finish();
}

std::string to_version_dot(const Trace& trace, const TaskGraph& graph) {
  DotText dot("versions", "shape=ellipse, style=filled");
  add_tasks(dot, trace);
  const auto& groups = graph.groups();
  for (std::size_t first = 0, end = 0; first < groups.size(); first = end) {
    const HandleId handle = groups[first].handle;
    std::vector<DotText::Version> versions;
    for (end = first; end < groups.size() && groups[end].handle == handle; ++end) {
      const bool has_next_group = end + 1 < groups.size() && groups[end + 1].handle == handle;
      versions.push_back(drawn(trace, graph, groups[end], has_next_group ? &groups[end + 1] : nullptr));
    }
    dot.versions(handle.value(), handle_name(trace, handle), versions, "shape=box, fillcolor=\"#e6e6e6\"");
  }
  for (std::uint32_t task = 0; task < trace.tasks.size(); ++task) {
    for (const TaskId before : graph.explicit_predecessors(TaskId(task))) dot.edge(before.value(), task);
  }
  return std::move(dot).finish();
}

}  // namespace gusset::traces
