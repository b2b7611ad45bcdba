#pragma once
#include "gusset/traces/picture/charts/bar_chart.hpp"
#include "gusset/traces/sweep/sweep.hpp"
#include "gusset/traces/sweep/sweep_ranking.hpp"

namespace gusset::sweep {

/// What each configuration asks of its nodes, by settings and grids: tasks of the busiest node and of all on
/// average; the time, as what they compute and what is left; how long the busiest link sends; and what is
/// sent in all. This is Figure 7 of Zafari, Larsson and Tillenius, "DuctTeip" (2019). Empty where all that is
/// known is of single nodes.
picture::BarChart sweep_loads(const Sweep& sweep, const Ranking& ranking);

/// Of more configurations the best are drawn.
inline constexpr std::size_t most_drawn_loads = 24;

}  // namespace gusset::sweep
