#pragma once
#include <filesystem>

namespace gusset::bench {

/// Milliseconds from starting the viewer on a trace until it has shown its first full picture and ended.
/// Throws std::runtime_error where it fails.
double start_viewer_ms(const std::filesystem::path& viewer, const std::filesystem::path& trace);

}  // namespace gusset::bench
