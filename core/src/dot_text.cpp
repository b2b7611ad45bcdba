#include "dot_text.hpp"

#include "gusset/core/task.hpp"

namespace gusset::detail {

std::string dot_escaped(std::string_view text) {
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

void dot_begin(std::ostream& out, const char* name, const char* task_attributes) {
  out << "digraph " << name << " {\n  node [" << task_attributes << ", fontname=\"sans-serif\"];\n";
}

void dot_task(std::ostream& out, std::uint32_t task, TaskTypeId type) {
  out << "  " << dot_name(task) << " [label=\"" << dot_escaped(TaskType::name_of(type))
      << "\", tooltip=\"task " << task << "\"];\n";
}

std::string dot_name(std::uint32_t task) {
  return "task" + std::to_string(task);
}

void dot_edge(std::ostream& out, const std::string& from, const std::string& to, const char* attributes) {
  out << "  " << from << " -> " << to << attributes << ";\n";
}

}  // namespace gusset::detail
