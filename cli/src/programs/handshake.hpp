#pragma once
#include <filesystem>
#include <string>
#include <vector>

namespace gusset::cli {

/// The messages from a program's runtimes to the command that started the program: one line "gusset 1 ready
/// ENGINE" or "gusset 1 error MESSAGE" for each runtime.
struct Handshake {
  std::vector<std::string> engines;  ///< engines of the runtimes that began, in order
  bool refused = false;              ///< whether a runtime refused its settings
  std::string refusal;               ///< reason for the last refusal
};

/// Nothing if the file does not exist: the program made no runtime.
Handshake read_handshake(const std::filesystem::path& path);

}  // namespace gusset::cli
