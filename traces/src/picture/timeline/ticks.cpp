#include "gusset/traces/picture/timeline/ticks.hpp"

#include <cmath>
#include <initializer_list>

namespace gusset::picture {

double round_step(double least) {
  const double power = std::pow(10.0, std::floor(std::log10(least)));
  for (const double factor : {1.0, 2.0, 5.0}) {
    if (power * factor >= least * (1.0 - 1e-9)) return power * factor;
  }
  return power * 10.0;
}

}  // namespace gusset::picture
