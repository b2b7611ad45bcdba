#pragma once
#include <cstdint>
#include <vector>

#include "gusset/traces/model/fork_join.hpp"

namespace gusset::traces {

/// For each hold: when the lock was free again, in ns. A release is recorded when its call returns, and
/// another task may have acquired the lock by then: a hold ends at the latest when the next task's begins. n
/// log n in the holds.
std::vector<std::int64_t> hold_ends(const ForkJoin& fork_join);

}  // namespace gusset::traces
