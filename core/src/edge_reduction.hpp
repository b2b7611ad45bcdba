#pragma once
#include <cstdint>
#include <vector>

namespace gusset::detail {

/// Predecessors of each task, by number.
using Predecessors = std::vector<std::vector<std::uint32_t>>;

/// The same order of tasks without the edges that others imply, each list ascending and without repetition.
/// Tasks in a cycle, which can never run, and those after them keep all of theirs; and where the search for
/// what implies an edge grows beyond a bound, so does that edge.
Predecessors without_implied(Predecessors before);

}  // namespace gusset::detail
