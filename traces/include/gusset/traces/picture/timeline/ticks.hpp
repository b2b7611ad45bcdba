#pragma once
#include <string>
#include <vector>

namespace gusset::picture {

/// Returns a tick distance: the smallest of 1, 2 or 5 times a power of ten that is at least `least` > 0.
double round_step(double least);

/// One tick of a time axis.
struct TimeTick {
  double time_ns = 0.0;
  std::string label;  ///< the time with its unit; empty for a minor tick
  friend bool operator==(const TimeTick&, const TimeTick&) = default;
};

/// The ticks of a time axis from begin_ns to end_ns, in order. Labelled ticks are at multiples of 1, 2 or 5
/// times a power of ten ns, at least `least_ns` (and 1 ns) apart, with three or four minor ticks between
/// them. All labels have the same unit and number of decimals.
std::vector<TimeTick> time_ticks(double begin_ns, double end_ns, double least_ns);

}  // namespace gusset::picture
