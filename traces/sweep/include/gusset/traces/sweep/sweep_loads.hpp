#pragma once
#include "gusset/traces/picture/charts/bar_chart.hpp"
#include "gusset/traces/sweep/sweep.hpp"
#include "gusset/traces/sweep/sweep_ranking.hpp"

namespace gusset::sweep {

/// The load that each configuration puts on its nodes, grouped by settings and grids: tasks on the busiest
/// node and on average; time, split into computation and the rest; how long the busiest link sends; and the
/// bytes sent in total. This is Figure 7 of Zafari, Larsson and Tillenius, "DuctTeip" (2019). Empty unless a
/// charted configuration has several nodes.
picture::BarChart sweep_loads(const Sweep& sweep, const Ranking& ranking);

/// The chart shows the best configurations, at most this many.
inline constexpr std::size_t max_drawn_loads = 24;

}  // namespace gusset::sweep
