#pragma once
#include <filesystem>

namespace gusset::bench {

/// The cost of opening a trace in the viewer.
struct Start {
  double ms = 0.0;       ///< from starting the program until it shows its first full picture and ends
  double peak_mb = 0.0;  ///< resident memory, megabytes; includes pages of the mapped file
  double peak_anonymous_mb = 0.0;  ///< megabytes without mapped pages, sampled every few milliseconds
};

/// Throws std::runtime_error if the viewer fails.
Start start_viewer(const std::filesystem::path& viewer, const std::filesystem::path& trace);

}  // namespace gusset::bench
