#pragma once
#include <string>

#include "gusset/traces/sweep/sweep.hpp"
#include "gusset/traces/sweep/sweep_ranking.hpp"

namespace gusset::sweep {

/// One line for each setting of which the best configuration has the smallest or largest value tried, with a
/// value to try next: "The best configuration is at the edge of the sweep: blocks=36 is the largest value
/// tried; try 48." Considers parameters whose values are all numbers, threads (up to the platform's cores),
/// and numbers of nodes. A setting only counts if the best configuration is distinguishable from the one with
/// the neighbouring value and otherwise the same settings (for nodes: the best of their grids), and better by
/// at least 0.5 %. May be empty.
std::string edges_text(const Sweep& sweep, const Ranking& ranking);

}  // namespace gusset::sweep
