#include "gusset/traces/picture/timeline/ticks.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <initializer_list>

#include "gusset/base/numbers.hpp"

namespace gusset::picture {

double round_step(double least) {
  const double power = std::pow(10.0, std::floor(std::log10(least)));
  for (const double factor : {1.0, 2.0, 5.0}) {
    if (power * factor >= least * (1.0 - 1e-9)) return power * factor;
  }
  return power * 10.0;
}

std::vector<TimeTick> time_ticks(double begin_ns, double end_ns, double least_ns) {
  const double step = round_step(std::max(1.0, least_ns));
  const double leading = step / std::pow(10.0, std::floor(std::log10(step) + 1e-9));
  const int parts = std::lround(leading) == 2 ? 4 : 5;
  const double minor = step / parts;
  const double largest_ns = std::max(-begin_ns, end_ns);
  const auto last = static_cast<std::int64_t>(std::floor(end_ns / minor + 1e-9));
  std::vector<TimeTick> ticks;
  for (auto i = static_cast<std::int64_t>(std::ceil(begin_ns / minor - 1e-9)); i <= last; ++i) {
    const double time = static_cast<double>(i) * minor;
    ticks.push_back({time, i % parts == 0 ? time_text(time, step, largest_ns) : std::string()});
  }
  return ticks;
}

}  // namespace gusset::picture
