#pragma once
#include <string>

#include "sweep.hpp"
#include "sweep_ranking.hpp"

namespace gusset::cli {

/// One sentence, without its end: which configuration to take, why, and how it compares with the next. Where
/// there is none to take, why.
std::string advice_sentence(const Sweep& sweep, const Ranking& ranking);

/// The sentence, a table of the configurations in order, those that were left out, those that failed with
/// their reasons, and what was assumed. `file` has what the table leaves out.
std::string sweep_report(const Sweep& sweep, const Ranking& ranking, const std::string& file);

}  // namespace gusset::cli
