#pragma once
#include <vector>

#include "answers/verdict_facts.hpp"

namespace gusset::traces {

/// All that can be said of a run in which tasks ran, in no particular order.
std::vector<Finding> findings_of(const VerdictFacts& facts);

/// That of a trace in which no task ran.
std::vector<Finding> nothing_ran(const VerdictFacts& facts);

}  // namespace gusset::traces
