// Locks that are taken so often, for so little work, that taking them costs much of the time.
#include <algorithm>
#include <cmath>

#include "answers/findings/rules.hpp"

namespace gusset::traces::rules {

std::optional<Finding> fine_locks(const VerdictFacts& facts) {
  if (!facts.fine_lock) return {};
  const FineLock& use = *facts.fine_lock;
  const double cost = facts.share(use.cost_ns);
  return Finding{
      Kind::lock_contention,
      std::max(cost, facts.idle_share(IdleCause::lock) + 0.001),
      "Threads took " + facts.trace.fork_join.locks[use.lock] + " " + count_text(use.holds, "time") +
          " and held it for " + duration_text_ns(std::llround(use.mean_hold_ns)) +
          " each time, on average: taking it may cost more than the work that it protects; take it less "
          "often, for example by a reduction, or once for many items.",
      command(facts, "view"),
      {{"holds", to_double(use.holds)}, {"mean_hold_ns", use.mean_hold_ns}, {"share", cost}}};
}

}  // namespace gusset::traces::rules
