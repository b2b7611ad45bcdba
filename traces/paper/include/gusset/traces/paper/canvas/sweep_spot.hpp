#pragma once
#include <cstddef>

namespace gusset::figure {

/// Where a configuration of a sweep is drawn, in pixels of the figure.
struct SweepSpot {
  double left = 0.0;
  double top = 0.0;
  double right = 0.0;
  double bottom = 0.0;
  std::size_t configuration = 0;
};

}  // namespace gusset::figure
