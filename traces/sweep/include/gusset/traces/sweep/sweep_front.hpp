#pragma once
#include "gusset/traces/sweep/sweep.hpp"
#include "gusset/traces/sweep/sweep_ranking.hpp"
#include "gusset/traces/sweep/sweep_summary.hpp"

namespace gusset::sweep {

/// The front of time against core-hours, fastest first, as text cells: what each configuration takes, and how
/// much slower and cheaper it is than the fastest. Of configurations on the front whose core-hours can't be
/// told apart, the fastest represents the others, which are counted. Empty unless the front is one of time
/// and core-hours and has at least two such lines.
SweepTable front_table(const Sweep& sweep, const Ranking& ranking);

}  // namespace gusset::sweep
