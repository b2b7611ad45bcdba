#pragma once
#include <filesystem>
#include <optional>

namespace gusset::bench {

/// What a window needs to open a trace.
struct Opening {
  double seconds = 0.0;
  double peak_mb = 0.0;  ///< resident memory, megabytes
};

/// Opens a Paje file in ViTE's window, on a display of its own, until the program stands still. Nothing where
/// `vite` or `xvfb-run` is not installed. Throws std::runtime_error where it ends before that.
std::optional<Opening> open_in_vite(const std::filesystem::path& paje);

}  // namespace gusset::bench
