#pragma once
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "gusset/traces/result.hpp"

namespace gusset::viewer {

/// What the viewer was started with.
struct CommandLine {
  std::vector<std::filesystem::path> traces;
  std::filesystem::path screenshot;  ///< empty: none
  int width = 1440;                  ///< of the window, in pixels
  int height = 900;
  std::optional<std::uint32_t> selected_task;  ///< of the first trace
  bool quit_after_first_picture = false;
  std::string text;  ///< help or version: to be printed instead of anything else
};

/// Reads the arguments, the program's name first. Fails with one line.
traces::Result<CommandLine> parse_command_line(const std::vector<std::string>& arguments);

}  // namespace gusset::viewer
