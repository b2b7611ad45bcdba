#pragma once
#include <filesystem>

namespace gusset::bench {

/// The longest time, in milliseconds, that a window does not respond while it opens a trace, draws it, and
/// finishes the background work that this starts.
struct Pause {
  double wall_ms = 0.0;  ///< wall time
  double cpu_ms = 0.0;   ///< processor time of the window's thread
};

/// Needs a QApplication. Throws std::runtime_error if the trace can't be opened or OpenGL is not available.
Pause longest_pause_while_opening(const std::filesystem::path& trace, unsigned threads);

}  // namespace gusset::bench
