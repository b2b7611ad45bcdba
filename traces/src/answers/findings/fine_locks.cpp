// Locks that are taken so often, for so little work, that taking them costs much of the time.
#include <algorithm>
#include <cmath>

#include "answers/findings/rules.hpp"

namespace gusset::traces::rules {
namespace {

// Taking a lock and giving it back costs about this long, and more if another processor had it last.
constexpr double lock_ns = 100.0;
// Locks that are held for longer than this cost more by being held than by being taken.
constexpr double short_hold_ns = 1000.0;
// A smaller share of the time is the price of a lock.
constexpr double min_lock_cost = 0.05;

struct LockUse {
  std::uint64_t holds = 0;
  std::int64_t held_ns = 0;
};

/// The uses of each lock.
std::vector<LockUse> uses_of_locks(const VerdictFacts& facts) {
  const ForkJoin& fork_join = facts.trace.fork_join;
  std::vector<LockUse> uses(fork_join.locks.size());
  for (const LockHold& hold : fork_join.holds) {
    ++uses[hold.lock].holds;
    uses[hold.lock].held_ns += hold.end_ns - hold.begin_ns;
  }
  for (LockUse& use : uses) {
    if (to_double(use.held_ns) > short_hold_ns * to_double(use.holds)) use.holds = 0;
  }
  return uses;
}

double cost_of(const VerdictFacts& facts, const LockUse& use) {
  return facts.share(lock_ns * to_double(use.holds));
}

}  // namespace

bool has_fine_locks(const VerdictFacts& facts) {
  return fine_locks(facts).has_value();
}

std::optional<Finding> fine_locks(const VerdictFacts& facts) {
  const std::vector<LockUse> uses = uses_of_locks(facts);
  const auto most = std::ranges::max_element(uses, {}, &LockUse::holds);
  if (most == uses.end() || cost_of(facts, *most) < min_lock_cost) return {};
  const std::string& lock = facts.trace.fork_join.locks[static_cast<std::size_t>(most - uses.begin())];
  const double mean_ns = to_double(most->held_ns) / to_double(most->holds);
  return Finding{
      Kind::lock_contention,
      std::max(cost_of(facts, *most), facts.idle_share(IdleCause::lock) + 0.001),
      "Threads took " + lock + " " + count_text(most->holds, "time") + ", for " +
          duration_text_ns(std::llround(mean_ns)) +
          " each on average: taking it may cost more than the work that it protects; take it less "
          "often, for example by a reduction, or once for many items.",
      command(facts, "stats"),
      {{"holds", to_double(most->holds)}, {"mean_hold_ns", mean_ns}, {"share", cost_of(facts, *most)}}};
}

}  // namespace gusset::traces::rules
