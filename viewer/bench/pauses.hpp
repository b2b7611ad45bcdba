#pragma once
#include <filesystem>

namespace gusset::bench {

/// The longest time, in milliseconds, without an answer from a window while it opens a trace, draws it, and
/// finishes the background work that this starts.
struct Pause {
  double clock_ms = 0.0;  ///< by the clock
  double work_ms = 0.0;   ///< processor time of the window's thread alone
};

/// Needs a QApplication. Throws std::runtime_error if the trace can't be opened or OpenGL is not available.
Pause longest_pause_while_opening(const std::filesystem::path& trace, unsigned threads);

}  // namespace gusset::bench
