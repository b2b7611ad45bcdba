// One function for each kind of finding: its condition, its cost, its sentence. The file is long because
// findings take into account what others already explain, so they belong side by side.
#include "answers/findings.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "gusset/base/numbers.hpp"
#include "gusset/base/quoting.hpp"
#include "gusset/traces/analysis/graph/dependency_cycle.hpp"
#include "gusset/traces/model/graph_only.hpp"
#include "gusset/traces/model/names.hpp"

namespace gusset::traces {
namespace {

using FindingKind = Finding::Kind;
using Target = FindingTarget;

// A smaller share of the workers' time is not worth a sentence.
constexpr double min_cost = 0.01;
// A run with at least this busy share is good.
constexpr double well_used_share = 0.9;
// Tasks are too fine if the runtime's time per task is at least this share of the total.
constexpr double heavy_overhead = 0.1;
// Fewer tasks per worker than this can't be shared evenly.
constexpr double few_per_worker = 4.0;
// In a shorter makespan, starting and ending the process takes a large part.
constexpr double short_run_ns = 100e6;

std::string named(const std::string& text) {
  return "`" + text + "`";
}
std::string type_name(const VerdictFacts& facts, TypeId type) {
  return named(facts.trace.types[type.value()]);
}
std::string duration(double ns) {
  return duration_text_ns(std::llround(ns));
}
std::string command(const VerdictFacts& facts, const std::string& subcommand) {
  return "gusset " + subcommand + " " + shell_word(facts.options.file);
}
std::string idle_share_text(const VerdictFacts& facts, IdleCause cause) {
  const double idle = facts.idle_ns();
  return percent_text(idle > 0 ? static_cast<double>(facts.idle.total.of(cause)) / idle : 0.0) +
         " of the idle time";
}
/// The longest stretch that a worker lost to a cause. Empty if no worker lost any time to it.
std::vector<Target> longest_stretch(const VerdictFacts& facts, IdleCause cause) {
  const IdleStretch& longest = facts.idle.longest_of(cause);
  if (longest.worker.is_none()) return {};
  return {Target::of_range("the longest such time (" + duration_text_ns(longest.end_ns - longest.begin_ns) +
                               ", " + worker_place(facts.trace, longest.worker) + ")",
                           longest.begin_ns, longest.end_ns, longest.worker)};
}
std::vector<Target> type_of_name(const VerdictFacts& facts, const std::string& name) {
  const auto& types = facts.trace.types;
  const auto found = std::find(types.begin(), types.end(), name);
  if (found == types.end()) return {};
  return {Target::of_type(named(name), TypeId(static_cast<std::size_t>(found - types.begin())))};
}
std::string workers_text(const VerdictFacts& facts) {
  return count_text(facts.trace.workers.size(), "worker");
}

/// The type with the most tasks. Fine tasks are most likely of this type.
const TypeStatistics& most_frequent(const VerdictFacts& facts) {
  return *std::ranges::max_element(facts.statistics.types, {}, &TypeStatistics::tasks);
}

/// Cost of the runtime's time between tasks. Zero if tasks are long compared with that time.
double fine_cost(const VerdictFacts& facts) {
  const TaskOverhead& overhead = facts.overhead;
  const auto median = static_cast<double>(overhead.median_ns);
  const auto task = static_cast<double>(most_frequent(facts).median_ns);
  if (overhead.count < 20 || median < heavy_overhead * (median + task)) return 0.0;
  return facts.share(static_cast<double>(overhead.total_ns));
}

/// Ranks first: the other findings only hold for part of the run.
void incomplete(const VerdictFacts& facts, std::vector<Finding>& found) {
  if (facts.incomplete.empty()) return;
  found.push_back({FindingKind::incomplete,
                   2.0,
                   "The trace is incomplete (" + facts.incomplete + "): figures cover only what it holds, " +
                       count_text(facts.statistics.tasks, "task") + " in " +
                       duration_text_ns(facts.statistics.makespan_ns) + ".",
                   command(facts, "info"),
                   {{"tasks", static_cast<double>(facts.statistics.tasks)},
                    {"makespan_ns", static_cast<double>(facts.statistics.makespan_ns)}}});
}

void too_fine(const VerdictFacts& facts, std::vector<Finding>& found) {
  const double cost = fine_cost(facts);
  if (cost < min_cost) return;
  const TypeStatistics& type = most_frequent(facts);
  const double times = std::max(2.0, std::ceil(9.0 * static_cast<double>(facts.overhead.median_ns) /
                                               std::max(1.0, static_cast<double>(type.median_ns))));
  const std::string overhead = duration_text_ns(facts.overhead.median_ns);
  const std::string gap = facts.overhead.of_ready_tasks ? overhead + " of overhead before the next ready one"
                                                        : "a quarter of the gaps take at most " + overhead;
  found.push_back({FindingKind::too_fine,
                   cost,
                   percent_text(cost) +
                       " of the workers' time is lost between tasks: they are too fine (median " +
                       type_name(facts, type.type) + " " + duration_text_ns(type.median_ns) + ", and " + gap +
                       "); make them at least " + fixed_text(times, 0) + " times as large.",
                   command(facts, "stats"),
                   {{"median_task_ns", static_cast<double>(type.median_ns)},
                    {"overhead_ns", static_cast<double>(facts.overhead.median_ns)},
                    {"share", cost}},
                   {Target::of_type(type_name(facts, type.type), type.type)}});
}

/// Only Gusset has Gusset's policies; advice for other runtimes stays general.
std::string not_taken_advice(RuntimeKind runtime) {
  switch (runtime) {
    case RuntimeKind::gusset:
      return "these workers do not take from the tasks' queue, or waking them takes long; try another policy "
             "(gusset run --policy).";
    case RuntimeKind::openmp:
      return "the OpenMP runtime needs this long to find a task or to wake a thread; use larger tasks.";
    case RuntimeKind::other:
      break;
  }
  return "the runtime needs this long to find a task or to wake a worker; use larger tasks.";
}

void ready_not_taken(const VerdictFacts& facts, std::vector<Finding>& found) {
  const double cost = facts.idle_share(IdleCause::ready_not_taken) - fine_cost(facts);
  if (cost < min_cost) return;
  found.push_back({FindingKind::ready_not_taken,
                   cost,
                   "Workers were idle for " + percent_text(cost) +
                       " of the time although tasks were ready: " + not_taken_advice(facts.runtime),
                   command(facts, "idle"),
                   {{"share", cost}},
                   longest_stretch(facts, IdleCause::ready_not_taken)});
}

void late_release(const VerdictFacts& facts, std::vector<Finding>& found) {
  const double cost = facts.idle_share(IdleCause::release);
  if (cost < min_cost) return;
  found.push_back({FindingKind::late_release,
                   cost,
                   "Workers were idle for " + percent_text(cost) +
                       " of the time because the runtime made tasks ready late, after everything that they "
                       "waited for had happened; use larger tasks, and no more threads than cores.",
                   command(facts, "idle"),
                   {{"share", cost}},
                   longest_stretch(facts, IdleCause::release)});
}

/// The type for the code that an OpenMP program runs on one thread, outside parallel regions.
const TypeStatistics* serial_type(const VerdictFacts& facts) {
  if (facts.runtime != RuntimeKind::openmp) return nullptr;
  for (const TypeStatistics& type : facts.statistics.types) {
    if (facts.trace.types[type.type.value()] == "serial") return &type;
  }
  return nullptr;
}

std::int64_t serial_ns(const VerdictFacts& facts) {
  const TypeStatistics* type = serial_type(facts);
  return type == nullptr ? 0 : std::min(type->busy_ns, facts.statistics.makespan_ns);
}

/// Idle time of the other threads during serial parts: there is no task then, or none has been created.
double serial_cost(const VerdictFacts& facts) {
  const auto others = static_cast<double>(facts.trace.workers.size()) - 1.0;
  return std::min(facts.share(others * static_cast<double>(serial_ns(facts))),
                  facts.idle_share(IdleCause::no_work) + facts.idle_share(IdleCause::unknown) +
                      facts.idle_share(IdleCause::unsubmitted));
}

void serial_part(const VerdictFacts& facts, std::vector<Finding>& found) {
  const double cost = serial_cost(facts);
  if (cost < min_cost) return;
  const auto serial = static_cast<double>(serial_ns(facts));
  const auto makespan = static_cast<double>(facts.statistics.makespan_ns);
  const bool is_start_up = makespan < short_run_ns && serial > 0.5 * makespan;
  found.push_back(
      {FindingKind::serial_part,
       cost,
       "One thread works alone for " + duration(serial) + ", " + percent_text(serial / makespan) +
           " of the makespan, outside parallel regions; " +
           (is_start_up ? "much of this is the process's start and end, so record a longer run to see more "
                          "of its tasks."
                        : "this includes the process's start and end; make that part parallel, or shorter."),
       command(facts, is_start_up ? "stats" : "critical-path"),
       {{"serial_ns", serial}, {"makespan_share", serial / makespan}, {"share", cost}},
       {Target::of_type("One thread works alone", serial_type(facts)->type)}});
}

/// Idle time in which no task could run, except what `serial_part` reports. Counts unexplained idle time if
/// the trace does not record this cause.
double no_work_cost(const VerdictFacts& facts) {
  const bool is_known = facts.idle.knows(IdleCause::no_work);
  return facts.idle_share(is_known ? IdleCause::no_work : IdleCause::unknown) - serial_cost(facts);
}

void too_few_tasks(const VerdictFacts& facts, double cost, std::vector<Finding>& found) {
  const auto workers = static_cast<double>(facts.trace.workers.size());
  const auto& durations = facts.duration_ns;
  const auto longest = std::max_element(durations.begin(), durations.end());
  const std::int64_t longest_ns = *longest;
  found.push_back(
      {FindingKind::too_few_tasks,
       cost,
       "Workers were idle for " + percent_text(cost) +
           " of the time because there are too few tasks: " + count_text(facts.statistics.tasks) + " for " +
           workers_text(facts) + ", the longest " + duration_text_ns(longest_ns) + "; split them.",
       command(facts, "stats"),
       {{"tasks", static_cast<double>(facts.statistics.tasks)}, {"workers", workers}, {"share", cost}},
       {Target::of_tasks("the longest", {TaskId(static_cast<std::size_t>(longest - durations.begin()))})}});
}

void few_tasks(const VerdictFacts& facts, std::vector<Finding>& found) {
  const double cost = no_work_cost(facts);
  if (cost < min_cost) return;
  const auto workers = static_cast<double>(facts.trace.workers.size());
  if (static_cast<double>(facts.statistics.tasks) < few_per_worker * workers)
    return too_few_tasks(facts, cost, found);
  if (!facts.bound || facts.bound->length_ns == 0) return;
  const auto bound_ns = static_cast<double>(facts.bound->length_ns);
  const double parallelism = static_cast<double>(facts.statistics.busy_ns) / bound_ns;
  const double of_makespan =
      bound_ns / static_cast<double>(std::max<std::int64_t>(facts.statistics.makespan_ns, 1));
  // A path much shorter than the run did not limit it, however few workers the path could keep busy.
  const bool limited = of_makespan > 0.7 || (parallelism < workers && of_makespan > 0.5);
  if (!limited && !facts.idle.knows(IdleCause::no_work)) return;
  const std::string busy = limited
                               ? fixed_text(std::min(parallelism, workers), 1) + " of " + workers_text(facts)
                               : fixed_text(parallelism, 1) + " workers";
  found.push_back(
      {FindingKind::little_parallelism,
       cost,
       "Workers had nothing to do for " + percent_text(cost) + " of the time" +
           (limited ? ": the task graph can keep only " : ", although the task graph could keep ") + busy +
           " busy on average (its critical path is " + duration(bound_ns) + ", " + percent_text(of_makespan) +
           " of the makespan); " +
           (limited ? "smaller tasks on that path, or a shorter path, help."
                    : "start the tasks on the critical path first."),
       command(facts, "critical-path"),
       {{"parallelism", parallelism}, {"bound_ns", bound_ns}, {"share", cost}},
       {Target::of_tasks("critical path", facts.bound->tasks)}});
}

void imbalance(const VerdictFacts& facts, std::vector<Finding>& found) {
  const auto& nodes = facts.statistics.nodes;
  if (nodes.size() < 2) return;
  const auto& busiest = *std::ranges::max_element(nodes, {}, &NodeStatistics::busy_share);
  const double uneven = busiest.busy_share - facts.statistics.busy_share;
  const double cost = std::min(uneven, facts.idle_share(IdleCause::no_work));
  if (busiest.busy_share < 0.7 || uneven < 0.1 || cost < min_cost) return;
  // Ranks just above the lack of work, which it explains.
  const double rank = facts.idle_share(IdleCause::no_work) * 1.01;
  found.push_back({FindingKind::imbalance,
                   rank,
                   "The work is spread unevenly: " + node_name(facts.trace, busiest.node) + " was busy for " +
                       percent_text(busiest.busy_share) + " of the time, all nodes for " +
                       percent_text(facts.statistics.busy_share) +
                       " on average; try another process grid, another distribution or smaller blocks.",
                   command(facts, "stats --by node"),
                   {{"busiest_node", static_cast<double>(busiest.node.value())},
                    {"busiest_share", busiest.busy_share},
                    {"mean_share", facts.statistics.busy_share}},
                   {Target::of_node(node_name(facts.trace, busiest.node), busiest.node)}});
}

void late_submission(const VerdictFacts& facts, std::vector<Finding>& found) {
  const double cost = facts.idle_share(IdleCause::unsubmitted) - serial_cost(facts);
  if (cost < min_cost || !facts.pace) return;
  const SubmissionPace& pace = *facts.pace;
  const double steady = static_cast<double>(pace.median_interval_ns) * static_cast<double>(pace.tasks);
  const std::string waited = idle_share_text(facts, IdleCause::unsubmitted) +
                             " passed while tasks that could have run were not yet submitted";
  if (steady >= 0.5 * static_cast<double>(facts.statistics.makespan_ns)) {
    found.push_back({FindingKind::serial_producer,
                     cost,
                     "Serial submission holds the workers up: a task is submitted every " +
                         duration_text_ns(pace.median_interval_ns) + ", and " + waited +
                         "; submit larger tasks, or let tasks submit tasks.",
                     command(facts, "idle"),
                     {{"median_interval_ns", static_cast<double>(pace.median_interval_ns)}, {"share", cost}},
                     longest_stretch(facts, IdleCause::unsubmitted)});
    return;
  }
  found.push_back({FindingKind::paused_producer,
                   cost,
                   "The program submitted tasks too late: " + waited +
                       "; the longest pause between two submissions, " +
                       duration_text_ns(pace.longest_interval_ns) + ", begins at " +
                       duration_text_ns(pace.longest_at_ns) + "; wait less often, and submit ahead.",
                   command(facts, "idle"),
                   {{"longest_interval_ns", static_cast<double>(pace.longest_interval_ns)},
                    {"longest_at_ns", static_cast<double>(pace.longest_at_ns)},
                    {"share", cost}},
                   {Target::of_range("the longest pause between two submissions", pace.longest_at_ns,
                                     pace.longest_at_ns + pace.longest_interval_ns)}});
}

void slow_messages(const VerdictFacts& facts, std::vector<Finding>& found) {
  const double cost = facts.idle_share(IdleCause::message);
  if (cost < min_cost) return;
  const auto& from = facts.idle.awaited_from_ns;
  const auto most = std::max_element(from.begin(), from.end());
  const NodeId node(static_cast<std::size_t>(most - from.begin()));
  std::vector<Target> targets = longest_stretch(facts, IdleCause::message);
  targets.insert(targets.begin(), Target::of_node(node_name(facts.trace, node), node));
  found.push_back({FindingKind::slow_messages,
                   cost,
                   idle_share_text(facts, IdleCause::message) +
                       " was spent waiting for messages; tasks waited longest for those from " +
                       node_name(facts.trace, node) +
                       "; send less (another process grid, larger blocks) or earlier.",
                   command(facts, "idle"),
                   {{"share", cost}, {"from_node", static_cast<double>(node.value())}},
                   std::move(targets)});
}

/// The gain if a slow place were as fast as the others: its own excess time, and the time of the workers that
/// waited for it.
double slow_cost(const VerdictFacts& facts, const SlowPlace& slow, double places) {
  const double others_ns = std::min(facts.idle_ns(), slow.excess_ns * (places - 1.0));
  return std::min(1.0, facts.share(slow.excess_ns + others_ns));
}

void slow_places(const VerdictFacts& facts, std::vector<Finding>& found) {
  if (facts.trace.metadata.origin == Origin::predicted) return;  // nothing else shares a predicted core
  const auto add = [&](FindingKind kind, const SlowPlace& slow, const std::string& what, std::size_t places,
                       Target target) {
    const double cost = slow_cost(facts, slow, static_cast<double>(places));
    if (slow.ratio < slow_ratio || cost < min_cost) return false;
    const std::string by = kind == FindingKind::slow_node ? "node" : "worker";
    found.push_back(
        {kind,
         cost,
         what + " " + target.text + " is slow: tasks of the same types take " + fixed_text(slow.ratio, 2) +
             " times as long there as elsewhere, " + duration(slow.excess_ns) +
             " more in all; look for other load on its core or memory, or a lower clock rate.",
         command(facts, "stats --by " + by),
         {{by, static_cast<double>(slow.number)}, {"ratio", slow.ratio}, {"excess_ns", slow.excess_ns}},
         {std::move(target)}});
    return true;
  };
  if (facts.slow_node) {
    const NodeId node(facts.slow_node->number);
    if (add(FindingKind::slow_node, *facts.slow_node, "Node", facts.trace.nodes.size(),
            Target::of_node(named(node_name(facts.trace, node)), node)))
      return;
  }
  if (!facts.slow_worker) return;
  const WorkerId worker(facts.slow_worker->number);
  add(FindingKind::slow_worker, *facts.slow_worker, "Worker", facts.trace.workers.size(),
      Target::of_worker(named(worker_place(facts.trace, worker)), worker));
}

void work_inflation(const VerdictFacts& facts, std::vector<Finding>& found) {
  if (!facts.against_baseline || facts.against_baseline->scalability->types.empty()) return;
  const Scalability& against = *facts.against_baseline->scalability;
  const double cost = (1.0 - against.computation) * against.covered * facts.statistics.busy_share;
  const TypeInflation& worst = against.types.front();
  if (cost < min_cost || worst.baseline_mean_ns <= 0.0) return;
  found.push_back(
      {FindingKind::work_inflation,
       cost,
       "The same work takes longer than in the baseline: " + named(worst.type) + " " +
           fixed_text(worst.ratio, 2) + " times as long (mean " + duration(worst.mean_ns) + ", not " +
           duration(worst.baseline_mean_ns) + "), all types together " +
           deviation_text(1.0 / against.computation) +
           "; threads that share memory or caches cause that: fit tasks to the cache, touch data once.",
       command(facts, "efficiency --baseline " + shell_word(facts.options.baseline_file)),
       {{"ratio", worst.ratio}, {"computation_scalability", against.computation}},
       type_of_name(facts, worst.type)});
}

std::string listed(const std::vector<std::string>& items, const std::string& conjunction) {
  std::string text;
  for (std::size_t i = 0; i < items.size(); ++i)
    text += (i == 0 ? "" : i + 1 == items.size() ? " " + conjunction + " " : ", ") + items[i];
  return text;
}

/// What workers did while idle, according to the runtime's spans.
std::string idle_activities(const VerdictFacts& facts) {
  std::vector<std::string> parts;
  const auto add = [&](const std::optional<std::int64_t>& ns, const char* what) {
    if (ns && *ns > 0) parts.push_back(duration_text_ns(*ns) + " of " + what);
  };
  add(facts.idle.waiting_ns, "waiting");
  add(facts.idle.stealing_ns, "looking for work");
  add(facts.idle.sending_ns, "sending");
  add(facts.idle.receiving_ns, "receiving");
  if (parts.empty()) return {};
  return " (all idle time includes " + listed(parts, "and") + ")";
}

void not_recorded(const VerdictFacts& facts, std::vector<Finding>& found) {
  const double unknown = facts.idle_share(IdleCause::unknown);
  if (unknown < min_cost) return;
  std::vector<std::string> missing;
  if (!facts.graph.known()) missing.emplace_back("accesses");
  if (!facts.trace.recorded.submit) missing.emplace_back("submission times");
  if (!facts.trace.recorded.ready) missing.emplace_back("ready times");
  std::string text = "The trace does not say why workers were idle for " + percent_text(unknown) +
                     " of the time" + idle_activities(facts);
  if (facts.runtime == RuntimeKind::other) {
    if (!facts.graph.known()) missing.front() = "dependencies";
    if (!missing.empty()) text += ": it has no " + listed(missing, "or");
  } else if (!missing.empty()) {
    text += "; record " + listed(missing, "and") + " too (gusset run --depth accesses)";
  }
  found.push_back({FindingKind::not_recorded,
                   unknown,
                   text + ".",
                   command(facts, "idle"),
                   {{"share", unknown}},
                   longest_stretch(facts, IdleCause::unknown)});
}

void critical_type(const VerdictFacts& facts, std::vector<Finding>& found) {
  if (!facts.bound || facts.bound->length_ns == 0 || facts.statistics.makespan_ns == 0) return;
  std::vector<std::int64_t> of_type(facts.trace.types.size(), 0);
  for (const TaskId task : facts.bound->tasks) {
    of_type[facts.trace.tasks.type[task.value()].value()] += facts.duration_ns[task.value()];
  }
  const auto most = std::max_element(of_type.begin(), of_type.end());
  const auto length = static_cast<double>(facts.bound->length_ns);
  const double of_path = static_cast<double>(*most) / length;
  const double of_makespan = length / static_cast<double>(facts.statistics.makespan_ns);
  const TypeId type(static_cast<std::size_t>(most - of_type.begin()));
  std::vector<TaskId> tasks;
  for (const TaskId task : facts.bound->tasks) {
    if (facts.trace.tasks.type[task.value()] == type) tasks.push_back(task);
  }
  const bool is_serial = serial_ns(facts) > 0 && facts.trace.types[type.value()] == "serial";
  if (of_makespan < 0.5 || is_serial) return;  // serial_part reports the serial type
  found.push_back({FindingKind::critical_type,
                   0.3 * of_path * of_makespan * (1.0 - facts.statistics.busy_share),
                   type_name(facts, type) + " takes " + percent_text(of_path) +
                       " of the critical path, which is " + percent_text(of_makespan) +
                       " of the makespan: make it faster or split it.",
                   command(facts, "critical-path"),
                   {{"path_share", of_path}, {"makespan_share", of_makespan}},
                   {Target::of_tasks(type_name(facts, type), std::move(tasks)),
                    Target::of_tasks("critical path", facts.bound->tasks)}});
}

void potential(const VerdictFacts& facts, std::vector<Finding>& found) {
  const Statistics& s = facts.statistics;
  if (s.busy_ns == 0) return;
  const auto workers = static_cast<double>(facts.trace.workers.size());
  const double min_ns = std::max(static_cast<double>(s.busy_ns) / workers,
                                 facts.bound ? static_cast<double>(facts.bound->length_ns) : 0.0);
  const double times = static_cast<double>(s.makespan_ns) / min_ns;
  const bool good = s.busy_share >= well_used_share && facts.incomplete.empty();
  const std::string limit = facts.bound           ? "the work and the critical path"
                            : facts.graph.known() ? "the work; the dependencies have a cycle"
                                                  : "the work; dependencies were not recorded";
  const std::string gain = times < 1.0005 ? "no schedule of these tasks can be faster"
                           : good ? "better scheduling could gain " + percent_text(times - 1.0) + " at most"
                                  : "better scheduling could make it " + ratio_text(times) +
                                        " times as fast at most (limited by " + limit + ")";
  std::string text = (good ? "Near the optimum: workers were busy for " : "Workers were busy for ") +
                     percent_text(s.busy_share) + " of the time, and " + gain + ".";
  std::vector<Target> targets;
  if (!good && facts.bound && !facts.bound->tasks.empty())
    targets.push_back(Target::of_tasks("critical path", facts.bound->tasks));
  found.push_back({good ? FindingKind::well_used : FindingKind::potential,
                   good ? 1.0 - s.busy_share + 0.05 : 0.001,
                   std::move(text),
                   command(facts, "efficiency"),
                   {{"busy_share", s.busy_share}, {"at_most", times}},
                   std::move(targets)});
}

void heaviest_type(const VerdictFacts& facts, std::vector<Finding>& found) {
  const TypeStatistics& type = facts.statistics.types.front();
  if (type.busy_ns == 0) return;
  found.push_back({FindingKind::heaviest_type,
                   0.0,
                   type_name(facts, type.type) + " took " + percent_text(type.share) +
                       " of the tasks' time: " + count_text(type.tasks, "task") + ", median " +
                       duration_text_ns(type.median_ns) + ".",
                   command(facts, "stats"),
                   {{"share", type.share}, {"median_ns", static_cast<double>(type.median_ns)}},
                   {Target::of_type(type_name(facts, type.type), type.type)}});
}

/// Suggests how to continue when there is little else to say.
void overview(const VerdictFacts& facts, std::vector<Finding>& found) {
  const std::string tasks = count_text(facts.statistics.tasks, "task") + " on " + workers_text(facts);
  const std::string makespan = "The makespan is " + duration_text_ns(facts.statistics.makespan_ns);
  found.push_back({FindingKind::potential,
                   -1.0,
                   facts.statistics.types.front().busy_ns == 0
                       ? makespan + "; " + tasks + " took no time."
                       : makespan + " for " + tasks + "; the picture shows when and where they ran.",
                   command(facts, "view"),
                   {{"makespan_ns", static_cast<double>(facts.statistics.makespan_ns)}}});
}

}  // namespace

std::vector<Finding> nothing_ran(const VerdictFacts& facts) {
  std::vector<Finding> found;
  incomplete(facts, found);
  for (Finding& finding : found) finding.cost = 1.0;
  if (!found.empty()) return found;  // tasks may have run in the missing part
  if (!is_graph_only(facts.trace.tasks.size(), facts.statistics.tasks))
    return {{FindingKind::nothing_ran, 0.0, "No task ran.", command(facts, "info"), {}, {}}};
  std::string text = "No task ran: this is " + graph_only_text(facts.trace.tasks.size());
  const std::vector<TaskId> cycle = dependency_cycle(facts.graph);
  if (!cycle.empty()) text += "; it has " + cycle_text(facts.trace, cycle) + ", which can never run";
  return {{FindingKind::nothing_ran, 0.0, text + ".", command(facts, "graph") + " -o graph.svg", {}, {}}};
}

std::vector<Finding> findings_of(const VerdictFacts& facts) {
  std::vector<Finding> found;
  for (const auto add : {incomplete, too_fine, ready_not_taken, late_release, serial_part, few_tasks,
                         imbalance, late_submission, slow_messages, slow_places, work_inflation, not_recorded,
                         critical_type, potential, heaviest_type, overview}) {
    add(facts, found);
  }
  return found;
}

}  // namespace gusset::traces
