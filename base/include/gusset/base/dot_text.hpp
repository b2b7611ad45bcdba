#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace gusset {

/// Writes a graph of tasks, and of the handle versions that they access, as Graphviz text.
class DotText {
 public:
  /// A group of accesses to one handle that wait for the same version. Tasks are given by number.
  struct Version {
    std::uint32_t version = 0;
    std::uint32_t next = 0;  ///< the version that follows these accesses
    bool modifies = false;
    bool is_commuting = false;
    std::vector<std::uint32_t> tasks{};
    std::vector<std::uint32_t> blocking{};        ///< read-only tasks that the next version waits for
    std::vector<std::uint32_t> nested_readers{};  ///< subtasks that read under an ancestor's access
  };

  static constexpr const char* commuting = " [dir=none, style=dashed, constraint=false]";

  /// Begins a graph. The attributes apply to all nodes.
  DotText(const std::string& name, const std::string& node_attributes);

  /// Escapes a label's text for use between quotes: Graphviz interprets backslashes and HTML entities there.
  static std::string escaped(std::string_view text);
  static std::string task_name(std::uint32_t task) { return "task" + std::to_string(task); }

  /// Adds a task. `attributes` begins with a comma, unless it is empty.
  void task(std::uint32_t task, std::string_view label, const std::string& attributes = "");
  void edge(const std::string& from, const std::string& to, std::string_view attributes = "");
  void edge(std::uint32_t from, std::uint32_t to, std::string_view attributes = "") {
    edge(task_name(from), task_name(to), attributes);
  }
  /// Draws a handle's versions as boxes, with arrows to and from the tasks that access them. Dotted arrows
  /// lead from readers to the version that waits for them. Dashed lines join tasks that commute.
  void versions(std::uint32_t handle, const std::string& label, std::span<const Version> versions,
                const std::string& box_attributes);

  /// Returns the complete text.
  std::string finish() &&;

 private:
  std::string text_;
};

}  // namespace gusset
