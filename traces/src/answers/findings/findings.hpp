#pragma once
#include <vector>

#include "answers/verdict_facts.hpp"

namespace gusset::traces {

/// All findings about a run in which tasks ran, in no particular order.
std::vector<Finding> findings_of(const VerdictFacts& facts);

/// The finding about a trace in which no task ran.
std::vector<Finding> nothing_ran(const VerdictFacts& facts);

}  // namespace gusset::traces
