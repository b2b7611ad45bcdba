#pragma once
#include <string>
#include <vector>

#include "gusset/traces/analysis/compare/repeated_runs.hpp"

namespace gusset::cli {

/// The times of repeated runs, in the order of their traces. Throws Failure if there are more than
/// traces::max_runs, if a trace is given twice (it would look like a run without noise), and if nothing ran
/// in a trace.
std::vector<traces::RunTimes> load_runs(const std::vector<std::string>& paths, bool strict);

/// Of at least one run, the one with the median makespan; of an even number, the shorter of the middle two.
const traces::RunTimes& median_run(const std::vector<traces::RunTimes>& runs);

}  // namespace gusset::cli
