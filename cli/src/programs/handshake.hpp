#pragma once
#include <filesystem>
#include <string>
#include <vector>

namespace gusset::cli {

/// What a program's runtimes told whoever started it: a line "gusset 1 ready ENGINE" or "gusset 1 error
/// MESSAGE" for each that it made.
struct Handshake {
  std::vector<std::string> engines;  ///< of the runtimes that began, in order
  bool refused = false;              ///< whether one was refused its settings,
  std::string refusal;               ///< and the last such one's reason
};

/// Nothing where there is no such file: the program made no runtime.
Handshake read_handshake(const std::filesystem::path& path);

}  // namespace gusset::cli
