#pragma once
#include "answers/verdict_facts.hpp"

namespace gusset::traces {

/// The headline of a complete run that ran tasks. Names the same cause as the first finding, which may be
/// null.
Headline headline_of(const VerdictFacts& facts, const Finding* first);

}  // namespace gusset::traces
