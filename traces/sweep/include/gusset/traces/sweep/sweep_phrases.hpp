#pragma once
#include <cstddef>
#include <string>
#include <vector>

#include "gusset/traces/sweep/sweep.hpp"
#include "gusset/traces/sweep/sweep_ranking.hpp"

namespace gusset::sweep {

/// "412 ms", "1.03 node-hours", "150.6 GB", "1.030".
std::string value_text(Objective objective, double value);

/// "400 to 431 ms". Empty if both are equal.
std::string range_text(Objective objective, double low, double high);

/// The labels of the first few rows: "3x3 with blocks=36; 1x9 with blocks=36 and 2 more".
std::string listed_rows(const Sweep& sweep, const std::vector<std::size_t>& rows);

/// " and 2 more", or empty.
std::string more_text(std::size_t left_out);

/// How far apart the times of several runs are: "90 % of runs: 400 to 431 ms" if that is known, otherwise
/// only "400 to 431 ms over 10 seeds". Empty for a single seed.
std::string spread_text(Objective objective, const Measures& measures);

/// Why a configuration is best: "is fastest: 412 ms (90 % of runs: 400 to 431 ms)".
std::string best_text(Objective objective, const ObjectiveValue& value, const Measures& measures);

/// One difference between two configurations, apart from the objective itself.
struct Difference {
  double share = 0.0;  ///< relative to the larger value in an advantage, to the smaller one in a drawback
  std::string text;    ///< "sends 40 % fewer bytes"; empty if nothing differs by half a percent
};

/// The strongest argument for `measures` over `other`.
Difference advantage_of(Objective objective, const Measures& measures, const Measures& other);
/// The strongest argument against `measures`: "sends 12 % more bytes".
Difference drawback_of(Objective objective, const Measures& measures, const Measures& other);

/// "40 %", "2.3 %".
std::string difference_text(double share);

}  // namespace gusset::sweep
