// Too few tasks at a time for the workers.
#include <algorithm>
#include <unordered_map>
#include <utility>

#include "answers/findings/rules.hpp"
#include "gusset/traces/model/task_name.hpp"

namespace gusset::traces::rules {
namespace {

// Fewer tasks per worker than this can't be shared evenly.
constexpr double few_per_worker = 4.0;
// If one task takes at least this share of the critical path, the path is that task.
constexpr double dominant_share = 0.5;
// In a shorter makespan, starting and ending the process takes a large part.
constexpr double short_run_ns = 100e6;
// A smaller part of a thread's time is not worth mentioning.
constexpr double worth_mentioning = 0.05;

/// The type for the code that an OpenMP program runs on one thread, outside parallel regions.
const TypeStatistics* serial_type(const VerdictFacts& facts) {
  for (const TypeStatistics& type : facts.statistics.types) {
    // Several threads that use OpenMP on their own are not one after the other.
    if (is_serial_type(facts.trace, type.type)) return type.tasks == 1 ? &type : nullptr;
  }
  return nullptr;
}

/// The task that takes most of the critical path, with its share of the path.
std::pair<TaskId, double> dominant_task(const VerdictFacts& facts) {
  std::unordered_map<std::uint32_t, std::int64_t> counted_ns;
  std::pair<TaskId, std::int64_t> most;
  for (std::size_t i = 0; i < facts.bound->tasks.size(); ++i) {
    const TaskId task = facts.bound->tasks[i];
    if (facts.is_part[task.value()] || is_serial_type(facts.trace, facts.trace.tasks.type[task.value()]))
      continue;
    const std::int64_t sum_ns = counted_ns[task.value()] += facts.bound->counted_ns[i];
    if (most.first.is_none() || sum_ns > most.second) most = {task, sum_ns};
  }
  return {most.first, to_double(most.second) / to_double(facts.bound->length_ns)};
}

Finding too_few_tasks(const VerdictFacts& facts, double cost) {
  const CreatedTasks& created = facts.created;
  const std::int64_t longest_ns = facts.times.duration_ns[created.longest.value()];
  return {Kind::too_few_tasks,
          cost,
          "Workers were idle for " + percent_text(cost) +
              " of the time because there are too few tasks: " + count_text(created.count) + " for " +
              workers_text(facts) + ", the longest " + duration_text_ns(longest_ns) + "; split them.",
          command(facts, "stats"),
          {{"tasks", to_double(created.count)}, {"workers", facts.workers()}, {"share", cost}},
          {Target::of_tasks("the longest", {created.longest})}};
}

Finding outside_regions(const VerdictFacts& facts, double cost) {
  return {Kind::serial_part,
          cost,
          "Threads were in no parallel region for " + percent_text(cost) +
              " of the time; make the parts outside of regions parallel, or shorter, and let regions use all "
              "threads.",
          command(facts, "idle"),
          {{"share", cost}},
          longest_stretch(facts, IdleCause::outside_regions)};
}

/// How long the thread of that type waited of its own accord, if the recording says so: for example for other
/// threads, or for input.
std::int64_t serial_wait_ns(const VerdictFacts& facts, TypeId serial) {
  const std::vector<std::int64_t>& blocked_ns = facts.blocked.by_type_ns;
  return blocked_ns.empty() ? 0 : blocked_ns[serial.value()];
}

}  // namespace

std::int64_t serial_ns(const VerdictFacts& facts) {
  const TypeStatistics* type = serial_type(facts);
  return type == nullptr ? 0 : std::min(type->busy_ns, facts.statistics.makespan_ns);
}

double estimated_serial_cost(const VerdictFacts& facts) {
  if (facts.idle.knows(IdleCause::outside_regions)) return 0.0;
  return std::min(facts.share((facts.workers() - 1.0) * to_double(serial_ns(facts))),
                  facts.idle_share(IdleCause::no_work) + facts.idle_share(IdleCause::unknown) +
                      facts.idle_share(IdleCause::unsubmitted));
}

std::optional<Finding> serial_part(const VerdictFacts& facts) {
  const bool is_known = facts.idle.knows(IdleCause::outside_regions);
  const double cost = is_known ? facts.idle_share(IdleCause::outside_regions) : estimated_serial_cost(facts);
  if (cost < min_cost) return {};
  const double serial = to_double(serial_ns(facts));
  // Otherwise several threads use OpenMP on their own, or regions use few of the threads.
  const bool is_one_thread = !is_known || facts.share((facts.workers() - 1.0) * serial) > 0.5 * cost;
  if (!is_one_thread) return outside_regions(facts, cost);
  const double of_makespan = serial / facts.makespan_ns();
  const std::int64_t waited_ns = serial_wait_ns(facts, serial_type(facts)->type);
  const bool waits = to_double(waited_ns) > worth_mentioning * serial;
  const bool mostly_waits = to_double(waited_ns) > 0.5 * serial;
  const bool is_start_up = facts.makespan_ns() < short_run_ns && of_makespan > 0.5;
  return Finding{
      Kind::serial_part,
      cost,
      (waits ? "One thread is alone for " : "One thread works alone for ") +
          duration_text_ns(serial_ns(facts)) + ", " + percent_text(of_makespan) +
          " of the makespan, outside parallel regions" +
          (waits ? ", and waits for " + duration_text_ns(waited_ns) +
                       " of that (for other threads, input or output)"
                 : "") +
          "; " +
          (mostly_waits && is_start_up ? "this includes the process's start and end, so record a longer run "
                                         "to see more of its tasks, or find out what it waits for."
           : mostly_waits              ? "find out what it waits for."
           : is_start_up ? "much of this is the process's start and end, so record a longer run to see more "
                           "of its tasks."
                         : "this includes the process's start and end; make that part parallel, or shorter."),
      command(facts, is_start_up ? "stats" : "critical-path"),
      {{"serial_ns", serial},
       {"waited_ns", to_double(waited_ns)},
       {"makespan_share", of_makespan},
       {"share", cost}},
      {Target::of_type(waits ? "One thread is alone" : "One thread works alone", serial_type(facts)->type)}};
}

std::optional<Finding> few_tasks(const VerdictFacts& facts) {
  const bool knows_no_work = facts.idle.knows(IdleCause::no_work);
  // Unexplained idle time counts if the trace does not record this cause.
  const double cost = facts.idle_share(knows_no_work ? IdleCause::no_work : IdleCause::unknown) -
                      estimated_serial_cost(facts) - barrier_cost(facts);
  if (cost < min_cost || may_be_preemption(facts, cost)) return {};
  const double workers = facts.workers();
  if (facts.created.count == 0) return {};  // only loops
  if (to_double(facts.created.count) < few_per_worker * workers) return too_few_tasks(facts, cost);
  if (!facts.bound || facts.bound->length_ns == 0) return {};
  const double bound_ns = to_double(facts.bound->length_ns);
  const double parallelism = to_double(facts.statistics.busy_ns) / bound_ns;
  const double of_makespan = bound_ns / std::max(facts.makespan_ns(), 1.0);
  // A path much shorter than the run did not limit it, however few workers the path could keep busy.
  const bool limited = of_makespan > 0.7 || (parallelism < workers && of_makespan > 0.5);
  if (!limited && !knows_no_work) return {};
  const std::string path = "its critical path is " + duration_text_ns(facts.bound->length_ns) + ", " +
                           percent_text(of_makespan) + " of the makespan";
  const std::string busy = !limited ? ", although the task graph could keep " + fixed_text(parallelism, 1) +
                                          " workers busy on average (" + path
                           : parallelism < workers
                               ? ": the task graph can keep only " + fixed_text(parallelism, 1) + " of " +
                                     workers_text(facts) + " busy on average (" + path
                               : ": the order of the tasks limits the run (" + path;
  const auto [dominant, dominant_part] = dominant_task(facts);
  const bool is_one_task = limited && dominant_part >= dominant_share;
  std::vector<Target> targets{Target::of_tasks("critical path", facts.bound->tasks)};
  if (is_one_task) targets.insert(targets.begin(), Target::of_tasks("that task", {dominant}));
  return Finding{
      Kind::little_parallelism,
      cost,
      "Workers had nothing to do for " + percent_text(cost) + " of the time" + busy +
          (is_one_task ? ", and " + percent_text(dominant_part) + " of it is one task, " +
                             named(task_name(facts.trace, dominant)) + "); split that task."
           : limited ? "); smaller tasks on that path, or a shorter path, help."
                     : "); more tasks at a time may help, or the tasks on the critical path first."),
      command(facts, "critical-path"),
      {{"parallelism", parallelism}, {"bound_ns", bound_ns}, {"share", cost}},
      std::move(targets)};
}

}  // namespace gusset::traces::rules
