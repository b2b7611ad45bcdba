#pragma once
#include <string>

#include "sweep.hpp"

namespace gusset::cli {

/// A table of all configurations, by number, as docs/sweeps.md specifies it. Fields that are not known are
/// empty.
std::string sweep_csv(const Sweep& sweep, const Ranking& ranking);

}  // namespace gusset::cli
