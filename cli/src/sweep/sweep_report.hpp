#pragma once
#include <string>

#include "sweep.hpp"

namespace gusset::cli {

/// The advice, a table of the configurations in order, the ones that were left out, the ones that failed with
/// their reasons, and the assumptions. `file` names the file that has the rows that the table leaves out.
std::string sweep_report(const Sweep& sweep, const Ranking& ranking, const std::string& file);

}  // namespace gusset::cli
