#include "gusset/traces/picture/graph/dot.hpp"

#include <cstdio>
#include <string_view>
#include <utility>

#include "gusset/traces/picture/timeline/palette.hpp"

namespace gusset::traces {
namespace {

/// A label's text between quotes. Graphviz reads backslashes and HTML entities in it.
std::string escaped(std::string_view text) {
  std::string result;
  for (const char c : text) {
    switch (c) {
      case '"':
        result += "\\\"";
        break;
      case '\\':
        result += "\\\\";
        break;
      case '\n':
        result += "\\n";
        break;
      case '&':
        result += "&amp;";
        break;
      case '<':
        result += "&lt;";
        break;
      case '>':
        result += "&gt;";
        break;
      default:
        result += static_cast<unsigned char>(c) < ' ' ? ' ' : c;
    }
  }
  return result;
}

std::string hexadecimal(const Colour& colour) {
  char text[8];
  std::snprintf(text, sizeof text, "#%02x%02x%02x", static_cast<unsigned>(colour.red),
                static_cast<unsigned>(colour.green), static_cast<unsigned>(colour.blue));
  return text;
}

/// Black or white, whichever stands out against a fill (Rec. 709 weights, in thousandths).
std::string_view text_colour(const Colour& fill) {
  const int brightness = (213 * fill.red + 715 * fill.green + 72 * fill.blue) / 1000;
  return brightness < 128 ? "white" : "black";
}

std::string node_name(TaskId task) {
  return "task" + std::to_string(task.value());
}

/// " [label=…, …, fillcolor=…, fontcolor=…];" of a task.
std::string task_attributes(const Trace& trace, TaskId task) {
  const std::size_t type = trace.tasks.type[task.value()].value();
  const Colour fill = type_colour(type);
  std::string text = " [label=\"" + escaped(trace.types[type]) + "\", tooltip=\"task " +
                     std::to_string(task.value()) + "\", fillcolor=\"" + hexadecimal(fill) + "\", fontcolor=";
  text += text_colour(fill);
  return text + "];\n";
}

/// Draws one handle after the other: boxes for its versions, then what leads from one to the next.
class VersionDrawing {
 public:
  VersionDrawing(const Trace& trace, const TaskGraph& graph) : trace_(trace), graph_(graph) {}

  std::string draw() {
    dot_ =
        "digraph versions {\n"
        "  node [shape=ellipse, style=filled, fontname=\"sans-serif\"];\n";
    for (std::size_t i = 0; i < trace_.tasks.size(); ++i) {
      dot_ += "  " + node_name(TaskId(i)) + task_attributes(trace_, TaskId(i));
    }
    const auto& groups = graph_.groups();
    for (std::size_t g = 0; g < groups.size(); ++g) {
      const bool goes_on = g + 1 < groups.size() && groups[g + 1].handle == groups[g].handle;
      const TaskGraph::Group* next = goes_on ? &groups[g + 1] : nullptr;
      box(groups[g].handle, groups[g].version);
      accesses(groups[g], next);
    }
    for (std::size_t i = 0; i < trace_.tasks.size(); ++i) {
      for (const TaskId before : graph_.explicit_predecessors(TaskId(i))) {
        edge(node_name(before), node_name(TaskId(i)), "");
      }
    }
    dot_ += "}\n";
    return std::move(dot_);
  }

 private:
  static std::string box_name(HandleId handle, std::uint32_t version) {
    return "handle" + std::to_string(handle.value()) + "v" + std::to_string(version);
  }

  void box(HandleId handle, std::uint32_t version) {
    const std::string& name = trace_.handles.name[handle.value()];
    const std::string shown = name.empty() ? "handle " + std::to_string(handle.value()) : name;
    dot_ += "  " + box_name(handle, version) + " [shape=box, fillcolor=\"#e6e6e6\", label=\"" +
            escaped(shown) + " v" + std::to_string(version) + "\"];\n";
  }

  void edge(const std::string& from, const std::string& to, const char* attributes) {
    dot_ += "  " + from + " -> " + to + attributes + ";\n";
  }

  void accesses(const TaskGraph::Group& group, const TaskGraph::Group* next) {
    const AccessMode& mode = trace_.access_modes[group.mode.value()];
    // What the next accesses await is, in a trace that keeps to the model, the version that these lead to.
    const auto left =
        next != nullptr ? next->version : static_cast<std::uint32_t>(group.version + group.member_count);
    if (next == nullptr && mode.modifies) box(group.handle, left);
    const auto members = graph_.members_of(group);
    for (std::size_t i = 0; i < members.size(); ++i) {
      const std::string task = node_name(members[i]);
      edge(box_name(group.handle, group.version), task, "");
      if (mode.modifies) {
        edge(task, box_name(group.handle, left), "");
      } else if (next != nullptr && graph_.holds_up(group.first_member + i)) {
        edge(task, box_name(group.handle, left), " [style=dotted]");
      }
    }
    if (!group.commuting) return;
    for (std::size_t i = 1; i < members.size(); ++i) {
      edge(node_name(members[i - 1]), node_name(members[i]), " [dir=none, style=dashed, constraint=false]");
    }
  }

  const Trace& trace_;
  const TaskGraph& graph_;
  std::string dot_;
};

}  // namespace

std::string to_dot(const Trace& trace, const TaskGraph& graph) {
  std::string dot =
      "digraph tasks {\n  node [shape=box, style=\"rounded,filled\", fontname=\"sans-serif\"];\n";
  for (std::size_t i = 0; i < trace.tasks.size(); ++i) {
    dot += "  " + node_name(TaskId(i)) + task_attributes(trace, TaskId(i));
  }
  for (const TaskGraph::Edge& edge : graph.edges()) {
    dot += "  " + node_name(edge.before) + " -> " + node_name(edge.after);
    dot += edge.commuting ? " [dir=none, style=dashed];\n" : ";\n";
  }
  dot += "}\n";
  return dot;
}

std::string to_version_dot(const Trace& trace, const TaskGraph& graph) {
  return VersionDrawing(trace, graph).draw();
}

}  // namespace gusset::traces
