#pragma once
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "gusset/base/result.hpp"

namespace gusset::viewer {

/// The viewer's command line.
struct CommandLine {
  std::vector<std::filesystem::path> traces;
  std::filesystem::path screenshot;  ///< empty for none
  int width = 1440;                  ///< window size, in pixels
  int height = 900;
  bool has_size = false;                       ///< width and height were given
  std::optional<std::uint32_t> selected_task;  ///< task of the first trace
  std::vector<std::string> actions;            ///< ids of menu actions to run once traces are shown
  std::string colour;  ///< key to colour tasks by (traces::parse_colour_by); empty for type
  std::string graph;   ///< opens the task graph, drawn by "tasks" or "data"; empty leaves it as it is
  std::string fold;    ///< key to fold the task graph by; empty for the default for its size
  std::string find;    ///< search text for tasks; empty for none
  bool quit_after_first_picture = false;
  std::string text;  ///< help or version; if not empty, print it and exit
};

/// Reads the arguments; the program's name comes first. Fails with a one-line message.
Result<CommandLine> parse_command_line(const std::vector<std::string>& arguments);

}  // namespace gusset::viewer
