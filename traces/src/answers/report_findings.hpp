#pragma once
#include <vector>

#include "report_facts.hpp"

namespace gusset::traces {

/// All that can be said of a run in which tasks ran, in no particular order.
std::vector<Advice> findings_of(const ReportFacts& facts);

/// That of a trace in which no task ran.
std::vector<Advice> nothing_ran(const ReportFacts& facts);

}  // namespace gusset::traces
