#pragma once
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "gusset/base/result.hpp"

namespace gusset::viewer {

/// What the viewer was started with.
struct CommandLine {
  std::vector<std::filesystem::path> traces;
  std::filesystem::path screenshot;  ///< empty: none
  int width = 1440;                  ///< of the window, in pixels
  int height = 900;
  bool has_size = false;                       ///< these were stated
  std::optional<std::uint32_t> selected_task;  ///< of the first trace
  std::vector<std::string> actions;            ///< of the menus, by their ids, to run once traces are shown
  std::string colour;  ///< what tasks are coloured by (traces::parse_colour_by); empty: type
  std::string graph;   ///< opens the task graph, drawn by "tasks" or "data"; empty: as it is
  std::string fold;    ///< what the task graph is folded by; empty: as usual for its size
  std::string find;    ///< what tasks are looked for; empty: none
  bool quit_after_first_picture = false;
  std::string text;  ///< help or version: to be printed instead of anything else
};

/// Reads the arguments, the program's name first. Fails with one line.
Result<CommandLine> parse_command_line(const std::vector<std::string>& arguments);

}  // namespace gusset::viewer
