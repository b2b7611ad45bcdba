#pragma once
#include "gusset/traces/answers/csv.hpp"
#include "gusset/traces/sweep/sweep.hpp"
#include "gusset/traces/sweep/sweep_ranking.hpp"

namespace gusset::sweep {

/// A table of all configurations by number. docs/sweeps.md specifies it. Unknown fields are empty.
traces::CsvTable sweep_csv(const Sweep& sweep, const Ranking& ranking);

}  // namespace gusset::sweep
