// Findings about every run: what is left to gain, and where to look.
#include <algorithm>
#include <cmath>

#include "answers/findings/rules.hpp"
#include "gusset/traces/analysis/graph/speedup.hpp"
#include "gusset/traces/analysis/graph/strands.hpp"
#include "gusset/traces/analysis/time/efficiency.hpp"

namespace gusset::traces::rules {
namespace {

// If tasks spend a larger share of the time without working, busy workers are no sign of a good run.
constexpr double max_blocked_share = 0.05;
// From this share on, texts say 100.0 %.
constexpr double all_busy = 0.9995;
// Workers that are busy for less are idle for other reasons than the process's start and end.
constexpr double least_used_share = 0.8;
// A larger part of the makespan in which one thread works alone is more than a detail.
constexpr double much_serial_work = 0.05;
// A schedule that gains less is not worth searching for.
constexpr double worthwhile = 1.05;
// A smaller gain is shown as a percentage.
constexpr double min_ratio = 1.1;

/// Whether loops are more than a small part of the work.
bool has_notable_loops(const VerdictFacts& facts) {
  return std::ranges::any_of(facts.loops.loops, [&](const LoopStatistics& loop) {
    return loop.construct.kind != WorkConstruct::Kind::single &&
           to_double(loop.busy_ns) >= worth_mentioning * to_double(facts.statistics.busy_ns);
  });
}

/// Whether the baseline shows how long tasks take with nothing beside them.
bool has_baseline_alone(const VerdictFacts& facts) {
  return facts.options.baseline != nullptr && workers_that_ran(*facts.options.baseline) == 1;
}

/// What of the time inside tasks the trace does not explain.
std::string unknown_slowness_text(const VerdictFacts& facts) {
  if (const std::string faults = page_faults_text(facts); !faults.empty()) {
    return "; " + faults +
           ", and how long these took was not recorded; nor does the trace show whether memory, data that "
           "threads share, or polling slows the tasks.";
  }
  const bool knows_faults = std::ranges::any_of(facts.trace.processor_time.uses,
                                                [](const ProcessorUse& use) { return use.page_faults > 0; });
  return "; the trace does not show whether memory, data that threads share, polling, or the operating "
         "system" +
         std::string(knows_faults ? "" : " (for example page faults)") + " slows the tasks themselves.";
}

}  // namespace

double shared_work_ns(const VerdictFacts& facts, std::int64_t busy_ns) {
  const std::int64_t alone_ns = std::min(serial_ns(facts), busy_ns);
  return to_double(alone_ns) + to_double(busy_ns - alone_ns) / facts.workers();
}

double shortest_schedule_ns(const VerdictFacts& facts) {
  const std::vector<std::int64_t>& task_ns = facts.times.duration_ns;
  const Strands* const strands = facts.graph.strands();
  const std::size_t workers = facts.trace.workers.size();
  return to_double(
      std::max(facts.schedule_bound_ns, strands == nullptr
                                            ? indivisible_bound_ns(task_ns, workers)
                                            : indivisible_bound_ns(strands->durations_ns(task_ns), workers)));
}

bool is_well_used(const VerdictFacts& facts) {
  const double busy = facts.statistics.busy_share;
  // With few threads, one that works alone costs little idle time, but still limits the run.
  const double serial = facts.workers() > 1.0 ? to_double(serial_ns(facts)) : 0.0;
  if (serial - longest_start_up_ns(facts) >= much_serial_work * facts.makespan_ns()) return false;
  return busy >= well_used_share ||
         (busy >= least_used_share && busy + start_up_share(facts) >= well_used_share);
}

bool can_be_scheduled(const VerdictFacts& facts) {
  const Trace& trace = facts.trace;
  if (!facts.bound || trace.nodes.size() > 1) return false;
  if (facts.graph.strands() != nullptr) return true;
  return facts.runtime != RuntimeKind::openmp &&
         (!trace.recorded.parents || std::ranges::all_of(trace.tasks.parent, &TaskId::is_none));
}

std::string schedule_search_text(const VerdictFacts& facts) {
  return can_be_scheduled(facts) ? "; gusset schedule searches for the best schedule" : "";
}

double avoidable_cost(const VerdictFacts& facts) {
  double cost = 0.0;
  if (facts.runtime != RuntimeKind::openmp) return cost;
  for (const auto& found :
       {too_fine(facts), short_regions(facts), costly_creation(facts), slow_barriers(facts)})
    cost = std::max(cost, found ? found->cost : 0.0);
  return cost;
}

std::optional<Finding> potential(const VerdictFacts& facts) {
  const Statistics& s = facts.statistics;
  if (s.busy_ns == 0 || preempted_share(facts) > max_preempted_share ||
      blocked_share(facts) + unclear_share(facts) > max_blocked_share)
    return {};
  if (one_thread(facts)) return {};  // it could use more
  const double work_ns = shared_work_ns(facts, s.busy_ns);
  const double path_ns = facts.bound ? to_double(facts.bound->length_ns) : 0.0;
  const double schedule_ns = shortest_schedule_ns(facts);
  // The bound of schedules leaves out what starting tasks takes, as gusset schedule does.
  const double min_ns = facts.schedule_bound_ns > 0 ? schedule_ns : std::max({work_ns, path_ns, schedule_ns});
  const bool good = is_well_used(facts) && facts.incomplete.empty();
  // Tasks that run at once also follow each other in the graph, but that does not limit another run.
  if (!good && undeferred_tasks(facts)) return {};
  // Bounds let the parts of an ordered loop run in any order, which they may not.
  if (!good && facts.trace.worksharing.has_ordered_loops()) return {};
  // The threads' time in such a loop may be mostly the runtime's.
  if (finest_loop(facts) != nullptr || facts.fine_lock) return {};
  if (!good && avoidable_cost(facts) > 0.0) return {};
  // Another schedule of the loop divides the work among the region's parts differently, so the recorded parts
  // are no limit.
  const LoopStatistics* const uneven = uneven_loop(facts);
  if (!good && uneven != nullptr) return {};
  const double even_ns = uneven == nullptr ? 0.0 : to_double(uneven->even_gain_ns);
  // A program may take some milliseconds to end after its last task.
  const double ending_ns =
      facts.graph.strands() == nullptr ? 0.0 : facts.makespan_ns() - to_double(last_end_ns(facts.times));
  const double until_ns = facts.makespan_ns() - ending_ns;
  const double times = facts.makespan_ns() / (ending_ns + std::max(std::min(work_ns, min_ns),
                                                                   std::min(min_ns, until_ns - even_ns)));
  const bool are_tasks_the_limit = schedule_ns > std::max(work_ns, path_ns);
  const std::string limit = are_tasks_the_limit   ? "the tasks' lengths and their order"
                            : facts.bound         ? "the work and the critical path"
                            : facts.graph.known() ? "the work; the dependencies have a cycle"
                                                  : "the work; dependencies were not recorded";
  const std::string place = facts.trace.workers.size() == 1 ? "that worker" : "these " + workers_text(facts);
  const std::string divided = even_ns > 0.0 ? " and equal times of its threads in one loop or region"
                              : has_notable_loops(facts)
                                  ? ", with the work in its loops and regions divided as it is,"
                                  : "";
  const std::string gain = times <= 1.0 ? "no schedule of these tasks on " + place + " is faster"
                           : good || times < min_ratio
                               ? "better scheduling on " + place + divided + " could save " +
                                     percent_text(1.0 - 1.0 / times) + " of the time at most"
                               : "another schedule on " + place + " could make the run at most " +
                                     ratio_text(times) + " times as fast (because of " + limit + ")" +
                                     schedule_search_text(facts);
  // Predicted tasks take as long as they should, and a baseline tells how long they take alone.
  const bool knows_tasks = has_baseline_alone(facts) || facts.trace.metadata.origin == Origin::predicted;
  std::vector<Target> targets;
  if (!good && facts.bound && !facts.bound->tasks.empty())
    targets.push_back(Target::of_tasks("critical path", facts.bound->tasks));
  return Finding{good ? Kind::well_used : Kind::potential,
                 good ? well_used_cost : 0.001,
                 (!good                      ? "Workers were busy for "
                  : s.busy_share >= all_busy ? "No idle time is left: workers were busy for "
                                             : "Little idle time is left: workers were busy for ") +
                     percent_text(s.busy_share) + " of the time, " +
                     (good && s.busy_share < well_used_share ? "the process's start and end may take " +
                                                                   percent_text(start_up_share(facts)) + ", "
                                                             : "") +
                     "and " + gain + (good && !knows_tasks ? unknown_slowness_text(facts) : "."),
                 good && !knows_tasks && facts.runtime != RuntimeKind::other
                     ? "record it on one thread as well (gusset run --threads 1 -o ONE.gus -- PROGRAM" +
                           std::string(facts.runtime == RuntimeKind::openmp
                                           ? "; if its code sets num_threads, set that to 1"
                                           : "") +
                           "), and compare: " + command(facts, "report") + " --baseline ONE.gus"
                     : command(facts, !good && times >= worthwhile && can_be_scheduled(facts) ? "schedule"
                                                                                              : "efficiency"),
                 {{"busy_share", s.busy_share}, {"at_most", times}},
                 std::move(targets)};
}

/// Suggests how to continue when there is little else to say.
std::optional<Finding> overview(const VerdictFacts& facts) {
  // Threads' parts of regions are no tasks of the program.
  const std::uint64_t count =
      facts.runtime == RuntimeKind::openmp ? facts.created.count : facts.statistics.tasks;
  const std::string tasks = (count > 0 ? count_text(count, "task") + " on " : "") + workers_text(facts);
  const std::string makespan = "The makespan is " + duration_text_ns(facts.statistics.makespan_ns);
  return Finding{Kind::potential,
                 -1.0,
                 facts.statistics.types.front().busy_ns == 0
                     ? makespan + "; " + tasks + " took no time."
                     : makespan + (count > 0 ? " for " : " on ") + tasks + "; the timeline shows " +
                           (count > 0 ? "when and where they ran." : "which worker was busy when."),
                 command(facts, "view"),
                 {{"makespan_ns", facts.makespan_ns()}}};
}

}  // namespace gusset::traces::rules
