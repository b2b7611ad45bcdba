#include "gusset/viewer/model/timeline/ruler.hpp"

#include <algorithm>
#include <utility>

#include "gusset/traces/picture/timeline/ticks.hpp"

namespace gusset::viewer {

std::vector<Tick> ruler_ticks(const TimeAxis& axis, double spacing_pixels, double min_ns) {
  // A tick on the plot's first pixel may lie half a pixel before it.
  const double begin_ns = std::max(min_ns, axis.begin_ns() - 0.5 * axis.ns_per_pixel());
  std::vector<Tick> ticks;
  for (picture::TimeTick& tick :
       picture::time_ticks(begin_ns, axis.end_ns(), spacing_pixels * axis.ns_per_pixel()))
    ticks.push_back({axis.x_from_time(tick.time_ns), std::move(tick.label)});
  return ticks;
}

}  // namespace gusset::viewer
