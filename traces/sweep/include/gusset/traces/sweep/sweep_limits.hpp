#pragma once
#include <string>

#include "gusset/traces/sweep/sweep.hpp"
#include "gusset/traces/sweep/sweep_ranking.hpp"

namespace gusset::sweep {

/// Why a sweep has no best configuration if all usable ones exceed its limits, without the full stop: "No
/// configuration keeps to 10 s: 3x3 with blocks=36 comes nearest, 12 s". `ranking.outside` must not be empty.
std::string nothing_inside_text(const Sweep& sweep, const Ranking& ranking);

/// One line for each limit that left configurations out, which names them. May be empty.
std::string outside_text(const Sweep& sweep, const Ranking& ranking);

/// How far a configuration exceeds the limits: the sum of the relative excess over each of them; 0 within
/// all.
double excess_of(const Measures& measures, const SweepLimits& limits);

/// "takes longer than the limit".
std::string limit_reason(Limit limit);
/// "too slow": for places with little room.
std::string limit_mark(Limit limit);

}  // namespace gusset::sweep
