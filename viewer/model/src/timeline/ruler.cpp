#include "gusset/viewer/model/timeline/ruler.hpp"

#include <algorithm>
#include <cmath>

#include "gusset/base/numbers.hpp"
#include "gusset/traces/picture/timeline/ticks.hpp"

namespace gusset::viewer {

double ruler_step_ns(const TimeAxis& axis, double spacing_pixels) {
  return picture::round_step(std::max(1.0, spacing_pixels * axis.ns_per_pixel()));
}

std::vector<Tick> ruler_ticks(const TimeAxis& axis, double spacing_pixels, double min_ns) {
  const double step = ruler_step_ns(axis, spacing_pixels);
  const double leading = step / std::pow(10.0, std::floor(std::log10(step) + 1e-9));
  const int parts = std::lround(leading) == 2 ? 4 : 5;
  const double minor = step / parts;
  const auto first = static_cast<std::int64_t>(std::floor(std::max(min_ns, axis.begin_ns()) / minor));
  const auto last = static_cast<std::int64_t>(std::ceil(axis.end_ns() / minor));
  const double largest_ns =
      min_ns < 0.0 ? std::max(-std::max(min_ns, axis.begin_ns()), axis.end_ns()) : axis.end_ns();
  std::vector<Tick> ticks;
  for (std::int64_t i = first; i <= last; ++i) {
    const double time = static_cast<double>(i) * minor;
    Tick tick{axis.x_from_time(time), {}};
    if (time < min_ns || tick.x < -0.5 || tick.x > axis.width()) continue;
    if (i % parts == 0) tick.label = time_text(time, step, largest_ns);
    ticks.push_back(std::move(tick));
  }
  return ticks;
}

}  // namespace gusset::viewer
