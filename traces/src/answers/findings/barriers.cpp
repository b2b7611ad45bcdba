// Threads that wait for each other at barriers.
#include "answers/findings/rules.hpp"

namespace gusset::traces::rules {

double barrier_cost(const VerdictFacts& facts) {
  return facts.share(to_double(facts.barriers.waited_ns));
}

std::optional<Finding> barrier_wait(const VerdictFacts& facts) {
  const BarrierLoss& loss = facts.barriers;
  const double cost = barrier_cost(facts);
  if (cost < min_cost || may_be_preemption(facts, cost)) return {};
  if (short_regions(facts)) return {};  // how their work is divided matters little
  const std::string name = type_name(facts, loss.type);
  const std::string last = worker_place(facts.trace, loss.last);
  return Finding{
      Kind::barrier_wait,
      cost,
      "Threads waited for each other at barriers for " + percent_text(cost) + " of the time, in " + name +
          " (" + count_text(loss.barriers, "barrier") + "; " + last + " came last" +
          (loss.barriers == 1 ? "" : " at " + count_text(loss.times_last) + " of them") +
          "): divide its work more evenly, for example with another schedule of its loops.",
      command(facts, "stats --by worker"),
      {{"share", cost}, {"barriers", to_double(loss.barriers)}, {"last_at", to_double(loss.times_last)}},
      {Target::of_type(name, loss.type), Target::of_worker(last, loss.last)}};
}

}  // namespace gusset::traces::rules
