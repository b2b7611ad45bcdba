#pragma once
#include <filesystem>

namespace gusset::bench {

/// What it takes to open a trace in the viewer.
struct Start {
  double ms = 0.0;       ///< from starting the program until it has shown its first full picture and ended
  double peak_mb = 0.0;  ///< resident memory, megabytes; pages of the mapped file included
  double peak_anonymous_mb = 0.0;  ///< without them, as sampled every few milliseconds
};

/// Throws std::runtime_error where the viewer fails.
Start start_viewer(const std::filesystem::path& viewer, const std::filesystem::path& trace);

}  // namespace gusset::bench
