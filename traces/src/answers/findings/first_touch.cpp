// Tasks that take longer because they are the first to use their data.
#include "answers/first_touch.hpp"

#include "answers/findings/rules.hpp"

namespace gusset::traces::rules {

std::optional<Finding> first_touch(const VerdictFacts& facts) {
  const auto uses = costly_first_uses(facts.trace, facts.times);
  if (!uses) return {};
  const double cost = facts.share(to_double(uses->excess_ns));
  if (cost < min_cost) return {};
  return Finding{
      Kind::first_touch,
      cost,
      "The " + first_touch_text(facts.trace, *uses) + ", which took " + percent_text(cost) +
          " of the workers' time; more steps would spread this cost, and reusing memory would avoid it.",
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
