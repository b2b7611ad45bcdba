#include "gusset/traces/analysis/check/check.hpp"

#include "check_accesses.hpp"
#include "check_report.hpp"
#include "check_runs.hpp"

namespace gusset::traces {

CheckResult check(const Trace& trace, const CheckOptions& options) {
  CheckReport report(trace, options.max_findings);
  const CheckRuns runs = check_runs(trace, report);
  check_times(trace, runs, report);
  check_cycles(trace, report);
  check_accesses(trace, runs, options, report);
  return report.take();
}

}  // namespace gusset::traces
