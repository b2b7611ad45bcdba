#pragma once
#include <filesystem>
#include <optional>

namespace gusset::bench {

/// The cost of opening a trace in a window.
struct Opening {
  double seconds = 0.0;
  double peak_mb = 0.0;  ///< resident memory, megabytes
};

/// Opens a Paje file in ViTE's window on a separate virtual display, until ViTE is idle. Returns nothing if
/// `vite` or `xvfb-run` is not installed. Throws std::runtime_error if ViTE ends early or is still busy after
/// ten minutes.
std::optional<Opening> open_in_vite(const std::filesystem::path& paje);

}  // namespace gusset::bench
