#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "gusset/traces/picture/timeline/rgba.hpp"
#include "legend.hpp"

namespace gusset::paper {

/// A bound that is drawn as a line.
struct PathBound {
  std::string name;
  std::int64_t time_ns = 0;
  picture::Rgba colour = 0;
};
/// The bounds of a critical path. Their names do not have the times.
std::vector<PathBound> path_bounds(const traces::CriticalPathAnalysis& path);
/// All bounds of a panel.
std::vector<PathBound> bounds_of(const Panel& panel);

inline constexpr picture::Rgba selected_on_white = picture::rgba(0x22, 0x22, 0x22);
inline constexpr const char* selected_name = "selected";

/// Explains the outlines and lines of critical paths, bounds and selected tasks.
std::vector<LegendEntry> path_entries(const std::vector<Panel>& panels);

}  // namespace gusset::paper
