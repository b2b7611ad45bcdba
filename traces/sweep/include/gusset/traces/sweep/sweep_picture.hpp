#pragma once
#include "gusset/traces/picture/charts/sweep_figure.hpp"
#include "gusset/traces/sweep/sweep.hpp"
#include "gusset/traces/sweep/sweep_ranking.hpp"

namespace gusset::sweep {

/// What there is to see of a sweep: a heat map of its objective, parameters against grids; the time against
/// nodes where there are several numbers of them; the front of time, bytes, balance and memory.
picture::SweepFigure sweep_picture(const Sweep& sweep, const Ranking& ranking);

}  // namespace gusset::sweep
