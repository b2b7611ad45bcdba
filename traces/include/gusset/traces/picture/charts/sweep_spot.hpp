#pragma once
#include <cstddef>
#include <optional>
#include <span>

namespace gusset::picture {

/// Where a configuration of a sweep is drawn, in pixels of the figure.
struct SweepSpot {
  double left = 0.0;
  double top = 0.0;
  double right = 0.0;
  double bottom = 0.0;
  std::size_t configuration = 0;
};

/// Returns the configuration at a point of the figure, or the nearest one within a few pixels.
std::optional<std::size_t> configuration_at(std::span<const SweepSpot> spots, double x, double y);

}  // namespace gusset::picture
