#pragma once
#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

namespace gusset::cli {

/// The messages from a program's runtimes to the command that started the program: "gusset 1 ready ENGINE"
/// when a runtime begins, "gusset 1 finished" when it has ended, and "gusset 1 error MESSAGE".
struct Handshake {
  std::vector<std::string> engines;  ///< engines of the runtimes that began, in order
  std::size_t finished = 0;          ///< runtimes that ended as they should
  bool refused = false;              ///< whether a runtime refused its settings
  std::string refusal;               ///< reason for the last refusal
};

/// Empty if the file does not exist, because the program made no runtime.
Handshake read_handshake(const std::filesystem::path& path);

}  // namespace gusset::cli
