#pragma once
#include "gusset/traces/picture/charts/sweep_figure.hpp"
#include "gusset/traces/sweep/sweep.hpp"
#include "gusset/traces/sweep/sweep_ranking.hpp"

namespace gusset::sweep {

/// The figure of a sweep: a heat map of the objective, parameters against grids; time against the number of
/// nodes, if that varies; and the Pareto front of time, bytes, balance and memory.
picture::SweepFigure sweep_picture(const Sweep& sweep, const Ranking& ranking);

}  // namespace gusset::sweep
