// Threads that wait for locks, or for their turn in ordered loops.
#include <algorithm>

#include "analysis/time/continuations.hpp"
#include "analysis/time/preemptions.hpp"
#include "answers/findings/rules.hpp"
#include "answers/lack_of_processors.hpp"
#include "answers/lock_waits.hpp"

namespace gusset::traces::rules {
namespace {

// About half of the waiting is not most of it.
constexpr double least_most = 0.55;

/// What is known about the lock for which threads waited longest.
struct ContendedLock {
  std::size_t lock = 0;
  std::int64_t waited_ns = 0;
  std::int64_t without_ns = 0;  ///< the part of `waited_ns` in which the waiting threads had no processor
  std::uint64_t waits = 0;
  std::int64_t held_ns = 0;
  std::int64_t all_waited_ns = 0;  ///< for all locks
  std::int64_t blocked_ns = 0;     ///< how long, at least, its holders had given up their processors
};

ContendedLock most_awaited(const VerdictFacts& facts) {
  const ForkJoin& fork_join = facts.trace.fork_join;
  std::vector<ContendedLock> by_lock(fork_join.locks.size());
  const std::vector<std::int64_t> continued_ns = continuations(facts.trace);
  const Preemptions preemptions(facts.trace);
  for (std::size_t w = 0; w < fork_join.waits.size(); ++w) {
    const TaskWait& wait = fork_join.waits[w];
    if (wait.kind != TaskWait::Kind::lock) continue;
    const SpanColumns& spans = facts.trace.lanes[wait.span.lane.value()].spans;
    const std::int64_t begin_ns = spans.begin_ns[wait.span.index];
    by_lock[wait.object].waited_ns += continued_ns[w] - begin_ns;
    by_lock[wait.object].without_ns +=
        preemptions.within_ns(facts.trace.lanes[wait.span.lane.value()].worker, begin_ns, continued_ns[w]);
    ++by_lock[wait.object].waits;
  }
  const auto most = std::ranges::max_element(by_lock, {}, &ContendedLock::waited_ns);
  if (most == by_lock.end()) return {};
  most->lock = static_cast<std::size_t>(most - by_lock.begin());
  for (const ContendedLock& each : by_lock) most->all_waited_ns += each.waited_ns;
  for (const LockHold& hold : fork_join.holds) {
    if (hold.lock == most->lock) most->held_ns += hold.end_ns - hold.begin_ns;
  }
  if (!facts.blocked.by_lock_ns.empty()) most->blocked_ns = facts.blocked.by_lock_ns[most->lock];
  return *most;
}

bool is_turn(const VerdictFacts& facts, const ContendedLock& lock) {
  return traces::is_turn(facts.trace.fork_join.locks[lock.lock]);
}

/// "critical locks.c:25"
std::string lock_text(const VerdictFacts& facts, const ContendedLock& lock) {
  std::string text = facts.trace.fork_join.locks[lock.lock];
  if (is_turn(facts, lock) && is_of_gcc(facts.trace)) text.insert(text.find(' '), " near");
  return text;
}

/// Whether the lock's holders sleep for most of the time that they hold it: then they hold up the others.
bool sleeps_while_held(const ContendedLock& lock) {
  return lock.held_ns > 0 && 2 * lock.blocked_ns >= lock.held_ns;
}

/// What threads lost at the ends of ordered loops. Threads that have had their last turn wait for the others
/// there.
double ordered_loops_cost(const VerdictFacts& facts) {
  double lost_ns = 0.0;
  for (const LoopStatistics& loop : facts.loops.loops) {
    if (loop.construct.ordered) lost_ns += to_double(loop.lost_ns);
  }
  return facts.share(lost_ns);
}

/// Whether a lack of processors may have made the waits longer: threads may have had none while they waited
/// for a lock or held it.
bool may_lack_processors(const VerdictFacts& facts) {
  return preempted_share(facts) > max_preempted_share;
}

bool lacked_processors(const ContendedLock& lock) {
  return lock.without_ns > 0 && to_double(lock.without_ns) >= worth_mentioning * to_double(lock.waited_ns);
}

/// ", 346 ms of that without a processor"
std::string without_text(const ContendedLock& lock) {
  if (!lacked_processors(lock)) return "";
  return ", " + duration_text_ns(lock.without_ns) + " of that without a processor";
}

std::string advice(const VerdictFacts& facts, const ContendedLock& lock) {
  const double held = facts.makespan_ns() > 0 ? to_double(lock.held_ns) / facts.makespan_ns() : 0.0;
  const std::string of_makespan = percent_text(held) + " of the makespan";
  // While one thread holds the lock, all others can wait for it.
  const bool is_mostly_taking =
      to_double(lock.waited_ns) > 2.0 * (facts.workers() - 1.0) * to_double(lock.held_ns);
  if (is_turn(facts, lock)) return "ran for " + of_makespan + "; make it shorter, or do without it.";
  if (is_mostly_taking && may_lack_processors(facts))
    return "was held for only " + of_makespan +
           ": threads without a processor may have made the waits long; " + own_processor_advice + ".";
  if (is_mostly_taking)
    return "was held for only " + of_makespan +
           ", so most of the waiting was for taking it, not for its holder; take it less often, for example "
           "by a reduction, or once for many items.";
  if (sleeps_while_held(lock))
    return "was held for " + of_makespan + ", and in at least " +
           percent_text(to_double(lock.blocked_ns) / to_double(lock.held_ns)) +
           " of that its holder did not use its processor: it slept, read or wrote files, or waited for "
           "something that the trace does not show; do that before or after the lock is held.";
  return "was held for " + of_makespan + "; hold it for less time, or use more locks" +
         if_processors_text(facts) + ".";
}

}  // namespace

std::int64_t blocked_in_contended_lock_ns(const VerdictFacts& facts) {
  if (facts.idle_share(IdleCause::lock) < min_cost) return 0;
  const ContendedLock lock = most_awaited(facts);
  return sleeps_while_held(lock) ? lock.blocked_ns : 0;
}

std::string lock_on_path_text(const VerdictFacts& facts) {
  if (!facts.bound) return "";
  const ContendedLock lock = most_awaited(facts);
  if (lock.waits == 0 || 2 * lock.held_ns <= facts.bound->length_ns) return "";
  return ", most of it " + lock_text(facts, lock);
}

std::optional<Finding> lock_contention(const VerdictFacts& facts) {
  if (facts.idle_share(IdleCause::lock) < min_cost) return {};
  const ContendedLock lock = most_awaited(facts);
  if (facts.fine_lock && facts.fine_lock->lock == lock.lock) return {};  // taking it is what costs time
  const bool has_turns = is_turn(facts, lock);
  const double loops_cost = has_turns ? ordered_loops_cost(facts) : 0.0;
  const double cost = facts.idle_share(IdleCause::lock) + loops_cost;
  const double held = facts.makespan_ns() > 0 ? to_double(lock.held_ns) / facts.makespan_ns() : 0.0;
  // The cost leaves out what the lack of processors explains, but threads waited then, too.
  const double share = lacked_processors(lock)
                           ? std::max(cost, facts.share(to_double(lock.all_waited_ns)) + loops_cost)
                           : cost;
  const bool is_most = facts.share(to_double(lock.waited_ns)) > least_most * share;
  return Finding{Kind::lock_contention,
                 // If holders sleep, that is the cause of both findings, so this one ranks before `blocked`.
                 sleeps_while_held(lock) ? std::max(cost, blocked_share(facts) + 0.001) : cost,
                 "Threads waited for locks" + std::string(has_turns ? " or for their turn" : "") +
                     (loops_cost >= min_cost ? ", and at the end of ordered loops," : "") + " for " +
                     percent_text(share) + " of the time, " + (is_most ? "most" : "among others") + " for " +
                     lock_text(facts, lock) + " (" + count_text(lock.waits, "wait") + ", " +
                     duration_text_ns(lock.waited_ns) + " in all" + without_text(lock) + "), which " +
                     advice(facts, lock),
                 command(facts, "idle"),
                 {{"share", share},
                  {"waits", to_double(lock.waits)},
                  {"waited_ns", to_double(lock.waited_ns)},
                  {"held_share", held}},
                 longest_stretch(facts, IdleCause::lock)};
}

}  // namespace gusset::traces::rules
