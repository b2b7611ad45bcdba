#pragma once
#include <string>
#include <vector>

#include "gusset/traces/answers/critical_path_answer.hpp"

namespace gusset::traces {

/// What critical-path says before its tables: of the path, of the chain and what may shorten it, of a lack of
/// processors, and of the work. The analysis must belong to the trace.
std::vector<std::string> critical_path_sentences(const Trace& trace, const CriticalPathAnalysis& analysis);

}  // namespace gusset::traces
