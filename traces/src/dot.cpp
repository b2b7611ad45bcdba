#include "gusset/traces/dot.hpp"

#include <cstdio>
#include <string_view>

#include "gusset/traces/palette.hpp"

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

}  // namespace

std::string to_dot(const Trace& trace, const TaskGraph& graph) {
  std::string dot =
      "digraph tasks {\n  node [shape=box, style=\"rounded,filled\", fontname=\"sans-serif\"];\n";
  for (std::size_t i = 0; i < trace.tasks.size(); ++i) {
    const std::size_t type = trace.tasks.type[i].value();
    const Colour fill = type_colour(type);
    dot += "  " + node_name(TaskId(i)) + " [label=\"" + escaped(trace.types[type]) + "\", tooltip=\"task " +
           std::to_string(i) + "\", fillcolor=\"" + hexadecimal(fill) + "\", fontcolor=";
    dot += text_colour(fill);
    dot += "];\n";
  }
  for (const TaskGraph::Edge& edge : graph.edges()) {
    dot += "  " + node_name(edge.before) + " -> " + node_name(edge.after);
    dot += edge.commuting ? " [dir=none, style=dashed];\n" : ";\n";
  }
  dot += "}\n";
  return dot;
}

}  // namespace gusset::traces
