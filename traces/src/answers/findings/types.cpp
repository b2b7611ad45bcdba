// Types of tasks: too fine, slower than before, or most of the work.
#include <algorithm>
#include <cmath>

#include "answers/findings/rules.hpp"
#include "answers/missing_facts.hpp"
#include "gusset/traces/model/names.hpp"

namespace gusset::traces::rules {
namespace {

// Tasks are too fine if the runtime's time per task is at least this share of the total.
constexpr double heavy_overhead = 0.1;
// An OpenMP runtime needs up to about a microsecond to create a task and to hand it to another thread; if one
// thread runs all tasks, a fifth of that. Tasks that are not much longer are too fine, even if most of them
// begin immediately.
constexpr double task_start_ns = 1e3;
constexpr double least_task_start_ns = 0.1 * task_start_ns;
constexpr double short_task_ns = 5.0 * task_start_ns;

// Runs of one program often differ by less.
constexpr double least_certain = 1.0 / 1.1;

// A path that takes a smaller share of the makespan is not what limits a run.
constexpr double least_limiting_share = 0.7;

// From this ratio of the mean to the median on, both are shown.
constexpr double skewed = 1.5;

/// "the next ready one begins 138 ns later (median)", also with the mean if long gaps make it much larger.
std::string gap_text(const VerdictFacts& facts, double cost) {
  const TaskOverhead& overhead = facts.overhead;
  const std::string typical = duration_text_ns(overhead.typical_ns);
  if (!overhead.of_ready_tasks) return "a quarter of the gaps take at most " + typical;
  const double mean_ns = cost / (facts.share(1.0) * to_double(overhead.count));
  const bool is_skewed = mean_ns > skewed * to_double(overhead.typical_ns);
  return "the next ready one begins " + typical + " later (median" +
         (is_skewed ? "; mean " + duration_text_ns(std::llround(mean_ns)) : "") + ")";
}

// Few parts of regions are shown by the longest one. The median says something of many: of fewer, it may lie
// between those of two threads with different work.
constexpr std::uint64_t few_parts = 20;
constexpr std::uint64_t many_parts = 1000;
constexpr std::ptrdiff_t many_created = 100;  // creating fewer tasks takes no notable time

/// The types with the most tasks, without the threads' parts of regions; several if they have equally many.
/// Fine tasks are most likely of these types.
std::vector<const TypeStatistics*> most_frequent(const VerdictFacts& facts) {
  std::vector<std::uint64_t> parts(facts.trace.types.size(), 0);
  for (std::size_t task = 0; task < facts.is_part.size(); ++task)
    parts[facts.trace.tasks.type[task].value()] += facts.is_part[task] ? 1U : 0U;
  const auto tasks_of = [&](const TypeStatistics& type) {
    return type.tasks - std::min(type.tasks, parts[type.type.value()]);
  };
  const std::uint64_t most = tasks_of(*std::ranges::max_element(facts.statistics.types, {}, tasks_of));
  std::vector<const TypeStatistics*> types;
  for (const TypeStatistics& type : facts.statistics.types) {
    if (tasks_of(type) == most) types.push_back(&type);
  }
  return types;
}

/// "`a`" or "`a` and `b`"
std::string names_of(const VerdictFacts& facts, const std::vector<const TypeStatistics*>& types) {
  std::vector<std::string> names;
  for (const TypeStatistics* const type : types) names.push_back(type_name(facts, type->type));
  return listed(names, "and");
}

/// Whether one thread of a fork-join program created all tasks. Then it may take longer to create them than
/// to run them, however long they are compared with the gaps.
bool has_one_creator(const VerdictFacts& facts) {
  const Trace& trace = facts.trace;
  if (!trace.recorded.fork_join || !trace.recorded.parents || !facts.pace) return false;
  TaskId creator;
  for (std::size_t task = 0; task < facts.is_part.size(); ++task) {
    const TaskId parent = trace.tasks.parent[task];
    if (facts.is_part[task] || parent.is_none()) continue;
    if (!creator.is_none() && parent != creator) return false;
    creator = parent;
  }
  return !creator.is_none();
}

}  // namespace

double fine_cost(const VerdictFacts& facts) {
  const TaskOverhead& overhead = facts.overhead;
  const double typical = to_double(overhead.typical_ns);
  if (preempted_share(facts) > max_preempted_share) return 0.0;
  if (overhead.count < 20) return 0.0;
  const bool is_heavy = typical >= heavy_overhead * (typical + overhead.mean_work_ns);
  const bool is_short = facts.runtime == RuntimeKind::openmp && overhead.mean_work_ns < short_task_ns;
  if (!is_heavy && !is_short) return 0.0;
  const double gaps = facts.share(to_double(overhead.total_ns));
  // Between such tasks, a long gap is the same problem as a short one.
  return is_short ? std::max(gaps, facts.idle_share(IdleCause::ready_not_taken)) : gaps;
}

namespace {

/// Tasks that are shorter than what creating and starting them costs, in a run whose threads had no processor
/// for much of the time: the gaps between tasks say nothing then, but the tasks' median does.
std::optional<Finding> too_fine_whatever_processors(const VerdictFacts& facts) {
  if (facts.runtime != RuntimeKind::openmp || facts.created.count == 0) return {};
  const std::vector<const TypeStatistics*> types = most_frequent(facts);
  const TypeStatistics& type = *types.front();
  if (types.size() > 1 || 2 * type.tasks <= facts.created.count) return {};
  if (to_double(type.median_ns) >= task_start_ns) return {};
  const double starts = std::min(1.0, facts.share(task_start_ns * to_double(facts.created.count)));
  if (starts < min_cost) return {};
  const std::string name = type_name(facts, type.type);
  const std::string median = duration_text_ns(type.median_ns);
  return Finding{Kind::too_fine,
                 starts,
                 "Tasks are too fine, however many processors there are: half of the " +
                     count_text(type.tasks, "task") + " of " + name + " run for " + median +
                     " or less, which is " +
                     (to_double(type.median_ns) < least_task_start_ns ? "less" : "hardly more") +
                     " than a runtime needs to create and start a task (some 0.1 to 1 µs); make them larger.",
                 command(facts, "stats"),
                 {{"tasks", to_double(type.tasks)}, {"median_ns", to_double(type.median_ns)}},
                 {Target::of_type(name, type.type)}};
}

}  // namespace

std::optional<Finding> too_fine(const VerdictFacts& facts) {
  if (preempted_share(facts) > max_preempted_share) return too_fine_whatever_processors(facts);
  const double cost = fine_cost(facts);
  if (cost < min_cost) return {};
  const TaskOverhead& overhead = facts.overhead;
  const std::vector<const TypeStatistics*> types = most_frequent(facts);
  const TypeStatistics& type = *types.front();
  const bool is_most = 2 * type.tasks > facts.created.count;
  const double work_ns = overhead.mean_work_ns;
  const double times =
      std::max(2.0, std::ceil(9.0 * to_double(overhead.typical_ns) / std::max(1.0, work_ns)));
  // A few long tasks make the mean too large.
  const bool is_skewed = work_ns > skewed * to_double(overhead.median_work_ns);
  // What a task that creates others takes for that does not shrink with larger tasks.
  const bool do_tasks_create = 2 * facts.created.by_tasks > facts.created.count;
  return Finding{
      Kind::too_fine,
      cost,
      percent_text(cost) +
          " of the workers' time is lost between tasks (recording them takes a part of it): they are too "
          "fine, with a mean work of " +
          duration_text_ns(std::llround(work_ns)) +
          (is_skewed ? " (median " + duration_text_ns(overhead.median_work_ns) + ")" : "") +
          (do_tasks_create ? ", including the creation of other tasks" : "") + ", and " +
          gap_text(facts, cost) + (is_most ? ". Most are " : ". The most frequent are ") +
          names_of(facts, types) + "; " +
          (do_tasks_create ? "create no tasks for work of less than some microseconds (a cut-off)."
           : has_one_creator(facts)
               ? "make them larger, also because one thread creates all of them, one every " +
                     duration_text_ns(std::llround(facts.pace->mean_interval_ns)) + " on average."
               : "make them at least " + fixed_text(times, 0) +
                     " times as large, so that only about a tenth of the time is lost."),
      command(facts, "stats"),
      {{"mean_task_ns", work_ns},
       {"overhead_ns", to_double(overhead.typical_ns)},
       {"gaps", to_double(overhead.count)},
       {"share", cost}},
      {Target::of_type(type_name(facts, type.type), type.type)}};
}

std::optional<Finding> work_inflation(const VerdictFacts& facts) {
  if (!facts.against_baseline || facts.against_baseline->scalability->types.empty()) return {};
  if (preempted_share(facts) > max_preempted_share) return {};
  const Scalability& against = *facts.against_baseline->scalability;
  const double cost = (1.0 - against.computation) * against.covered * facts.statistics.busy_share;
  const TypeInflation& worst = against.types.front();
  if (cost < min_cost || worst.baseline_mean_ns <= 0.0) return {};
  const auto duration = [](double ns) { return duration_text_ns(std::llround(ns)); };
  const auto& types = facts.trace.types;
  std::vector<Target> targets;
  if (const auto type = std::find(types.begin(), types.end(), worst.type); type != types.end())
    targets = {Target::of_type(named(worst.type), TypeId(static_cast<std::size_t>(type - types.begin())))};
  return Finding{
      Kind::work_inflation,
      cost,
      (worst.is_region ? "Threads together take longer than the baseline's thread: "
                       : "The same work takes longer than in the baseline: ") +
          named(worst.type) + " " + fixed_text(worst.ratio, 2) + " times as long (mean " +
          duration(worst.mean_ns) + ", not " + duration(worst.baseline_mean_ns) +
          (worst.is_region ? ", in all threads together" : "") + "), all types together " +
          deviation_text(1.0 / against.computation) +
          (worst.is_region ? "; threads that share memory, caches or locks may cause that, or work that each "
                             "thread does for itself, such as polling."
                           : "; threads that share memory, caches or locks may cause that: fit tasks to the "
                             "cache, and touch data once.") +
          (against.computation > least_certain ? " Two runs may also differ by so much by chance." : ""),
      command(facts, "efficiency --baseline " + shell_word(facts.options.baseline_file)),
      {{"ratio", worst.ratio}, {"computation_scalability", against.computation}},
      std::move(targets)};
}

std::optional<Finding> critical_type(const VerdictFacts& facts) {
  if (!facts.bound || facts.bound->length_ns == 0 || facts.statistics.makespan_ns == 0) return {};
  // The path is only the order in which one thread ran them.
  if (facts.trace.workers.size() == 1 || undeferred_tasks(facts)) return {};
  const auto type_of = [&](TaskId task) { return facts.trace.tasks.type[task.value()]; };
  std::vector<std::int64_t> of_type(facts.trace.types.size(), 0);
  for (std::size_t i = 0; i < facts.bound->tasks.size(); ++i)
    of_type[type_of(facts.bound->tasks[i]).value()] += facts.bound->counted_ns[i];
  const auto most = std::max_element(of_type.begin(), of_type.end());
  const TypeId type(static_cast<std::size_t>(most - of_type.begin()));
  const double length = to_double(facts.bound->length_ns);
  const double of_path = to_double(*most) / length;
  const double of_makespan = length / facts.makespan_ns();
  const bool is_serial = serial_ns(facts) > 0 && is_serial_type(facts.trace, type);
  if (of_makespan < 0.5 || is_serial) return {};  // serial_part reports the serial type
  // Faster tasks gain little for workers that always have one.
  if (facts.statistics.busy_share >= well_used_share) return {};
  std::vector<TaskId> tasks = facts.bound->tasks;
  std::erase_if(tasks, [&](TaskId task) { return type_of(task) != type; });
  // Parts of a task that exclude each other do not become parallel if it is split.
  if (facts.idle_share(IdleCause::lock) > 0.1 || !lock_on_path_text(facts).empty() ||
      exclude_each_other(facts, tasks))
    return {};
  // A region as a whole is no task that could be split.
  const std::vector<bool>& is_part = facts.is_part;
  if (std::ranges::any_of(tasks, [&](TaskId task) { return is_part[task.value()]; })) return {};
  if (limiting_task_type(facts) == type) return {};  // another finding says so
  const std::int64_t without_ns = without_processor_on_path_ns(facts.trace, *facts.bound);
  const bool lacks_processor = to_double(without_ns) >= worth_mentioning * length;
  const std::optional<Finding> few = few_tasks(facts);
  std::string creator = waiting_creator_advice(facts);
  if (few && few->sentence.find(creator) != std::string::npos) creator = "";  // said already
  // Other things limit the run as well, and may do so alone.
  if (creator.empty() && of_makespan < least_limiting_share) return {};
  return Finding{
      Kind::critical_type,
      0.3 * of_path * of_makespan * (1.0 - facts.statistics.busy_share),
      type_name(facts, type) + " takes " + percent_text(of_path) + " of the critical path, which is " +
          percent_text(of_makespan) + " of the makespan" +
          (lacks_processor ? " and includes up to " + duration_text_ns(without_ns) + " without a processor"
                           : "") +
          (creator.empty()
               ? !few && tasks.size() > 1
                     ? ": make it faster, split it, or let fewer of its tasks wait for each other."
                     : ": make it faster or split it."
               : ": " + creator + if_processors_text(facts) + "."),
      command(facts, "critical-path"),
      {{"path_share", of_path}, {"makespan_share", of_makespan}},
      {Target::of_tasks(type_name(facts, type), std::move(tasks)),
       Target::of_tasks("critical path", facts.bound->tasks)}};
}

namespace {

/// Whether tasks of that type create so many that this takes a notable part of their time.
bool creates_many_tasks(const VerdictFacts& facts, TypeId type) {
  const TaskColumns& tasks = facts.trace.tasks;
  return std::ranges::count_if(tasks.parent, [&](TaskId parent) {
           return !parent.is_none() && tasks.type[parent.value()] == type;
         }) >= many_created;
}

/// The function that tasks of a type call, if its name has the form "fib.c:7 fib". Empty otherwise.
std::string_view function_of(std::string_view type) {
  const std::size_t blank = type.find(' ');
  if (blank == std::string_view::npos || type.substr(0, blank).find(':') == std::string_view::npos) return {};
  return type.substr(blank + 1);
}

/// " (all tasks that call fib together: 99.0 %)", if the function has other types, too: a recursive function
/// may create tasks at several places.
std::string same_function_text(const VerdictFacts& facts, TypeId type) {
  const std::string_view function = function_of(facts.trace.types[type.value()]);
  if (function.empty()) return "";
  double sum = 0.0;
  int types = 0;
  for (const TypeStatistics& each : facts.statistics.types) {
    if (function_of(facts.trace.types[each.type.value()]) != function) continue;
    sum += each.share;
    ++types;
  }
  if (types < 2) return "";
  return " (all tasks that call " + std::string(function) + " together: " + percent_text(sum) + ")";
}

}  // namespace

std::optional<Finding> heaviest_type(const VerdictFacts& facts) {
  // Another finding is about what one thread does outside of regions, if that takes long.
  const auto heaviest = std::ranges::find_if(facts.statistics.types, [&](const TypeStatistics& each) {
    return !is_serial_type(facts.trace, each.type);
  });
  if (heaviest == facts.statistics.types.end() || heaviest->busy_ns == 0) return {};
  const TypeStatistics& type = *heaviest;
  const NotWorking own = not_working(facts, type.type);
  const auto is_notable = [](std::int64_t ns, std::int64_t busy_ns) {
    return ns > 0 && to_double(ns) >= worth_mentioning * to_double(busy_ns);
  };
  const std::int64_t others_ns = facts.blocked.total_ns + facts.blocked.unclear_total_ns - own.sum_ns();
  const bool are_others_unclear = facts.blocked.unclear_total_ns > own.unclear_ns;
  const TypeStatistics* const serial = serial_type(facts);
  const bool are_others_serial =
      serial != nullptr && 2 * not_working(facts, serial->type).sum_ns() > others_ns;
  const std::int64_t preempted_ns = without_processor_ns(
      facts.trace, [&](TaskId task) { return facts.trace.tasks.type[task.value()] == type.type; });
  const std::string without_work =
      is_notable(own.blocked_ns, type.busy_ns) && own.unclear_ns == 0
          ? "; threads slept, read or wrote files, or waited (for example for the recording) for at least " +
                duration_text_ns(own.blocked_ns) + " of its busy time of " + duration_text_ns(type.busy_ns) +
                "."
      : is_notable(preempted_ns, type.busy_ns) && own.sum_ns() == 0
          ? "; threads had no processor for at least about " + duration_text_ns(preempted_ns) +
                " of its busy time of " + duration_text_ns(type.busy_ns) + "."
      : is_notable(own.sum_ns(), type.busy_ns)
          ? ", including time in which it slept, waited or had no processor."
      : is_notable(others_ns, facts.statistics.busy_ns)
          ? std::string(are_others_serial ? "; the code outside of parallel regions" : "; other code") +
                " slept" + (are_others_unclear ? ", waited or had no processor" : " or waited") +
                (are_others_serial ? "" : " (for example for the recording)") + " for at least " +
                duration_text_ns(others_ns) + ", which counts as busy time."
          : ".";
  const std::string name = type_name(facts, type.type);
  const auto is_its_part = [&](const JoinedTask& joined) {
    return facts.is_part[joined.task.value()] && facts.trace.tasks.type[joined.task.value()] == type.type;
  };
  const bool is_region = std::ranges::any_of(facts.trace.fork_join.joined, is_its_part);
  return Finding{
      Kind::heaviest_type,
      0.0,
      name + " took " + percent_text(type.share) + " of the busy time" +
          same_function_text(facts, type.type) +
          (creates_many_tasks(facts, type.type) ? ", with the creation of tasks: " : ": ") +
          (is_region && type.tasks <= few_parts
               ? (type.tasks > 1 ? "the longest of its " + count_text(type.tasks, "part") +
                                       " (one a thread each time it runs) was busy for "
                                 : std::string("its thread was busy for ")) +
                     duration_text_ns(type.max_ns)
           : is_region ? count_text(type.tasks, "part") + " of parallel regions, " +
                             duration_text_ns(type.min_ns) + " to " + duration_text_ns(type.max_ns) +
                             (type.tasks >= many_parts ? ", median " + duration_text_ns(type.median_ns) : "")
           : type.tasks == 1
               ? "1 task of " + duration_text_ns(type.median_ns)
               : count_text(type.tasks, "task") + ", median " + duration_text_ns(type.median_ns)) +
          without_work,
      command(facts, "stats"),
      {{"share", type.share}, {"median_ns", to_double(type.median_ns)}},
      {Target::of_type(name, type.type)}};
}

}  // namespace gusset::traces::rules
