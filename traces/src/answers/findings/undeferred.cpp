// Tasks that run where they are created, while other threads have nothing to do.
#include <algorithm>

#include "answers/findings/rules.hpp"

namespace gusset::traces::rules {
namespace {

// If a smaller part of the tasks runs at once, the runtime may do that to limit the number of waiting tasks.
constexpr double nearly_all = 0.95;
// If other tasks were left to all threads, the program may run small tasks at once on purpose (a cut-off),
// which costs less than this.
constexpr double min_cost_of_cutoff = 0.1;

}  // namespace

std::optional<Finding> undeferred_tasks(const VerdictFacts& facts) {
  const Trace& trace = facts.trace;
  if (!trace.recorded.fork_join || !trace.recorded.parents || trace.workers.size() < 2) return {};
  const double cost = std::max(barrier_cost(facts), facts.idle_share(IdleCause::no_work));
  if (cost < min_cost || may_be_preemption(facts, cost)) return {};
  const CreatedTasks& created = facts.created;
  if (created.count == 0 || to_double(created.at_once) < nearly_all * to_double(created.count)) return {};
  if (created.at_once < created.count && cost < min_cost_of_cutoff) return {};
  return Finding{
      Kind::little_parallelism,
      cost,
      count_text(created.at_once) + " of " + count_text(created.count, "task") +
          " ran immediately, in the thread that created them, so no other thread could take them; "
          "threads had nothing to do for " +
          percent_text(cost) +
          " of the time. A task runs immediately if its if clause is false or its creator is final.",
      command(facts, "view"),
      {{"tasks", to_double(created.count)}, {"at_once", to_double(created.at_once)}, {"share", cost}},
      {}};
}

}  // namespace gusset::traces::rules
