#pragma once
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "gusset/simulator/costs/variation.hpp"
#include "gusset/simulator/predict/statistics.hpp"

namespace gusset::simulator {

/// With fewer measured runs, too little is known about the next one.
inline constexpr std::size_t fewest_runs = 3;

/// Returns where 90 % of single runs are expected to lie. The makespans of several seeds say how much the
/// fitted processes vary the run. The measured runs say how much runs differ beyond that: the logarithms
/// of their errors, less what their own seeds explain, follow Student's distribution. Returns none for a
/// single seed, for fewer than `fewest_runs` runs, and if there is a runs_doubt.
std::optional<MakespanInterval> makespan_interval(std::vector<double> makespans_s,
                                                  std::span<const MeasuredRun> runs);

/// Says that the measured runs were so far from their predictions that an interval would say nothing: on
/// their own, they would make it wider than from half to twice the prediction. Empty if they were not, and
/// for fewer than `fewest_runs` runs.
std::string runs_doubt(std::span<const MeasuredRun> runs);

}  // namespace gusset::simulator
