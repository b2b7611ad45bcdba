#pragma once
#include "answers/verdict_facts.hpp"

namespace gusset::traces {

/// The headline of a complete run that ran tasks.
Headline headline_of(const VerdictFacts& facts);

}  // namespace gusset::traces
