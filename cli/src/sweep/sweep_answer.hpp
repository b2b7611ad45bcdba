#pragma once
#include <string>

#include "gusset/traces/sweep/sweep_ranking.hpp"

namespace gusset::cli {

/// The answer of gusset tune: the verdict, what to try beyond the edges of the sweep, a table of the
/// configurations in order, the front of time and core-hours, the configurations that were left out, those
/// that failed with their reasons, and the assumptions. `file` names the file that has the rows beyond the
/// table.
std::string sweep_answer(const sweep::Sweep& sweep, const sweep::Ranking& ranking, const std::string& file);

}  // namespace gusset::cli
