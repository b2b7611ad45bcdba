#pragma once
#include <filesystem>

namespace gusset::bench {

/// The longest time, in milliseconds, that a window did not answer while it opened a trace, drew it, and did
/// what it does for it in the background. As the clock sees it, and as work of the window's thread alone.
struct Pause {
  double clock_ms = 0.0;
  double work_ms = 0.0;
};

/// Needs a QApplication. Throws std::runtime_error where the trace can't be opened or there is no OpenGL.
Pause longest_pause_while_opening(const std::filesystem::path& trace, unsigned threads);

}  // namespace gusset::bench
