#include "gusset/base/dot_text.hpp"

#include <utility>

namespace gusset {

DotText::DotText(const std::string& name, const std::string& node_attributes)
    : text_("digraph " + name + " {\n  node [" + node_attributes + ", fontname=\"sans-serif\"];\n") {}

std::string DotText::escaped(std::string_view text) {
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

void DotText::task(std::uint32_t task, std::string_view label, const std::string& attributes) {
  text_ += "  " + task_name(task) + " [label=\"" + escaped(label) + "\", tooltip=\"task " +
           std::to_string(task) + "\"" + attributes + "];\n";
}

void DotText::edge(const std::string& from, const std::string& to, std::string_view attributes) {
  text_ += "  " + from + " -> " + to;
  text_ += attributes;
  text_ += ";\n";
}

void DotText::versions(std::uint32_t handle, const std::string& label, std::span<const Version> versions,
                       const std::string& box_attributes) {
  const auto name = [&](std::uint32_t version) {
    return "handle" + std::to_string(handle) + "v" + std::to_string(version);
  };
  const auto box = [&](std::uint32_t version) {
    text_ += "  " + name(version) + " [" + box_attributes + ", label=\"" + escaped(label) + " v" +
             std::to_string(version) + "\"];\n";
  };
  for (const Version& each : versions) {
    box(each.version);
    if (&each == &versions.back() && each.modifies) box(each.next);
    auto blocking = each.blocking.begin();
    for (const std::uint32_t task : each.tasks) {
      edge(name(each.version), task_name(task));
      const bool blocks_next = blocking != each.blocking.end() && *blocking == task;
      if (blocks_next) ++blocking;
      if (each.modifies) {
        edge(task_name(task), name(each.next));
      } else if (blocks_next) {
        edge(task_name(task), name(each.next), " [style=dotted]");
      }
    }
    for (std::size_t i = 1; each.is_commuting && i < each.tasks.size(); ++i)
      edge(each.tasks[i - 1], each.tasks[i], commuting);
    for (const std::uint32_t reader : each.nested_readers) edge(name(each.version), task_name(reader));
  }
}

std::string DotText::finish() && {
  text_ += "}\n";
  return std::move(text_);
}

}  // namespace gusset
