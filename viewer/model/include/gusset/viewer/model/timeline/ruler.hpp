#pragma once
#include <string>
#include <vector>

#include "gusset/viewer/model/timeline/time_axis.hpp"

namespace gusset::viewer {

/// One tick of the time ruler.
struct Tick {
  double x = 0.0;     ///< pixels from the left edge of the plot
  std::string label;  ///< empty for a minor tick
  friend bool operator==(const Tick&, const Tick&) = default;
};

/// The ticks of picture::time_ticks; labelled ones are at least `spacing_pixels` apart. Leaves out times
/// before `min_ns`.
std::vector<Tick> ruler_ticks(const TimeAxis& axis, double spacing_pixels, double min_ns = 0.0);

}  // namespace gusset::viewer
