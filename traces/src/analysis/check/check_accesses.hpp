#pragma once
#include "check_report.hpp"
#include "check_runs.hpp"

namespace gusset::traces {

/// Finds accesses that violate the model of data versions, and messages that cannot carry the version that
/// they claim.
void check_accesses(const Trace& trace, const CheckRuns& runs, const CheckOptions& options,
                    CheckReport& report);

}  // namespace gusset::traces
