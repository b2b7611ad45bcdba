#include "gusset/traces/analysis/time/fine_lock.hpp"

#include <vector>

namespace gusset::traces {
namespace {

// Acquiring and releasing a lock takes about this long, and more if another processor had it last.
constexpr double lock_ns = 100.0;
// Locks that are held for longer than this cost more by being held than by being taken.
constexpr double short_hold_ns = 1000.0;

}  // namespace

std::optional<FineLock> finest_lock(const Trace& trace) {
  struct Use {
    std::uint64_t holds = 0;
    std::int64_t held_ns = 0;
  };
  std::vector<Use> uses(trace.fork_join.locks.size());
  for (const LockHold& hold : trace.fork_join.holds) {
    ++uses[hold.lock].holds;
    uses[hold.lock].held_ns += hold.end_ns - hold.begin_ns;
  }
  std::optional<FineLock> finest;
  for (std::uint32_t lock = 0; lock < uses.size(); ++lock) {
    const Use& use = uses[lock];
    if (use.holds == 0 || (finest && use.holds <= finest->holds)) continue;
    const double mean_ns = static_cast<double>(use.held_ns) / static_cast<double>(use.holds);
    if (mean_ns <= short_hold_ns)
      finest = FineLock{lock, use.holds, mean_ns, lock_ns * static_cast<double>(use.holds)};
  }
  return finest;
}

}  // namespace gusset::traces
