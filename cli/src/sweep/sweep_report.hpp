#pragma once
#include <string>

#include "sweep.hpp"

namespace gusset::cli {

/// The advice, a table of the configurations in order, those that were left out, those that failed with
/// their reasons, and what was assumed. `file` has what the table leaves out.
std::string sweep_report(const Sweep& sweep, const Ranking& ranking, const std::string& file);

}  // namespace gusset::cli
