#include "gusset/traces/answers/report.hpp"

#include <algorithm>
#include <array>

#include "report_facts.hpp"
#include "report_findings.hpp"

namespace gusset::traces {
namespace {

constexpr std::size_t sentences = 3;

constexpr std::array<std::string_view, 20> names{
    "incomplete",   "too_fine",        "too_few_tasks",   "little_parallelism", "serial_part",
    "imbalance",    "serial_producer", "paused_producer", "slow_messages",      "slow_worker",
    "slow_node",    "ready_not_taken", "late_release",    "work_inflation",     "critical_type",
    "not_recorded", "well_used",       "potential",       "heaviest_type",      "nothing_ran"};

}  // namespace

std::string_view kind_name(Advice::Kind kind) {
  return names.at(static_cast<std::size_t>(kind));
}

std::vector<Advice> report(const Trace& trace, const ReportOptions& options) {
  const ReportFacts facts(trace, options);
  if (facts.is_given_up()) return {};
  if (facts.statistics.tasks == 0) {
    return nothing_ran(facts);
  }
  std::vector<Advice> found = findings_of(facts);
  std::stable_sort(found.begin(), found.end(),
                   [](const Advice& a, const Advice& b) { return a.cost > b.cost; });
  found.resize(std::min(found.size(), sentences));
  for (Advice& advice : found) advice.cost = std::clamp(advice.cost, 0.0, 1.0);
  return found;
}

}  // namespace gusset::traces
