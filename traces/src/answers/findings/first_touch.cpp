// Tasks that take longer because they are the first to use their data.
#include "answers/first_touch.hpp"

#include "answers/findings/rules.hpp"

namespace gusset::traces::rules {
namespace {

// A page fault takes the system up to some microseconds, so rarer ones take less than a few percent.
constexpr std::int64_t rare_fault_ns = 25'000;

}  // namespace

std::string page_faults_text(const VerdictFacts& facts) {
  std::int64_t dense_ns = 0;
  std::uint64_t faults = 0;
  for (const ProcessorUse& use : facts.trace.processor_time.uses) {
    if (use.page_faults == 0 || use.processor_ns / use.page_faults >= rare_fault_ns) continue;
    dense_ns += use.processor_ns;
    faults += use.page_faults;
  }
  if (to_double(dense_ns) < worth_mentioning * to_double(facts.statistics.busy_ns) || faults == 0) return "";
  return "threads met " + count_text(faults, "page fault") + " (first uses of memory)";
}

std::optional<Finding> first_touch(const VerdictFacts& facts) {
  const auto uses = costly_first_uses(facts.trace, facts.times);
  if (!uses) return {};
  const double cost = facts.share(to_double(uses->excess_ns));
  if (cost < min_cost) return {};
  return Finding{Kind::first_touch,
                 cost,
                 "The " + first_touch_text(facts.trace, *uses) + ", which took " + percent_text(cost) +
                     " of the workers' time. It is paid once: longer runs spread it, and memory that is "
                     "mapped anew pays it again.",
                 command(facts, "stats"),
                 {{"ratio", uses->ratio()},
                  {"bytes", to_double(uses->bytes)},
                  {"page_faults", to_double(uses->page_faults)},
                  {"first_ns", to_double(uses->median_ns)},
                  {"later_ns", to_double(uses->later_ns)},
                  {"tasks", to_double(uses->tasks.size())}},
                 {Target::of_tasks("first tasks", uses->tasks)}};
}

}  // namespace gusset::traces::rules
