// One function for each kind of finding: its condition, its cost, its words. The file is long because
// findings take into account what others already explain, so they belong side by side.
#include "answers/findings.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "gusset/base/numbers.hpp"
#include "gusset/base/quoting.hpp"
#include "gusset/traces/analysis/graph/dependency_cycle.hpp"
#include "gusset/traces/model/graph_alone.hpp"
#include "gusset/traces/model/names.hpp"

namespace gusset::traces {
namespace {

using FindingKind = Finding::Kind;
using Target = FindingTarget;

// A smaller share of the workers' time is not worth a sentence.
constexpr double worth_telling = 0.01;
// A run with at least this busy share is good.
constexpr double well_used_share = 0.9;
// Tasks are too fine if the runtime's time per task is at least this share of the total.
constexpr double heavy_overhead = 0.1;
// Fewer tasks per worker than this can't be shared evenly.
constexpr double few_per_worker = 4.0;
// In a shorter makespan, starting and ending the process takes a large part.
constexpr double shortest_telling_ns = 100e6;

std::string named(const std::string& text) {
  return "`" + text + "`";
}
std::string type_name(const VerdictFacts& facts, TypeId type) {
  return named(facts.trace.types[type.value()]);
}
std::string duration(double ns) {
  return duration_text_ns(std::llround(ns));
}
std::string command(const VerdictFacts& facts, const std::string& words) {
  return "gusset " + words + " " + shell_word(facts.options.file);
}
std::string of_idle(const VerdictFacts& facts, IdleCause cause) {
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
                   "The trace is not whole (" + facts.incomplete + "): figures hold for what is there, " +
                       count_text(facts.statistics.tasks, "task") + " in " +
                       duration_text_ns(facts.statistics.makespan_ns) + ".",
                   command(facts, "info"),
                   {{"tasks", static_cast<double>(facts.statistics.tasks)},
                    {"makespan_ns", static_cast<double>(facts.statistics.makespan_ns)}}});
}

void too_fine(const VerdictFacts& facts, std::vector<Finding>& found) {
  const double cost = fine_cost(facts);
  if (cost < worth_telling) return;
  const TypeStatistics& type = most_frequent(facts);
  const double times = std::max(2.0, std::ceil(9.0 * static_cast<double>(facts.overhead.median_ns) /
                                               std::max(1.0, static_cast<double>(type.median_ns))));
  const std::string gap =
      facts.overhead.of_ready_tasks
          ? "the runtime needs " + duration_text_ns(facts.overhead.median_ns) +
                " between one and the next that is ready"
          : "a quarter of the gaps between two is no more than " + duration_text_ns(facts.overhead.median_ns);
  found.push_back({FindingKind::too_fine,
                   cost,
                   "The tasks are too fine: median " + type_name(facts, type.type) + " lasts " +
                       duration_text_ns(type.median_ns) + " and " + gap + ", " + percent_text(cost) +
                       " of the workers' time in all; coarsen them " + fixed_text(times, 0) +
                       " times or more.",
                   command(facts, "stats"),
                   {{"median_task_ns", static_cast<double>(type.median_ns)},
                    {"overhead_ns", static_cast<double>(facts.overhead.median_ns)},
                    {"share", cost}},
                   {Target::of_type(type_name(facts, type.type), type.type)}});
}

/// Only Gusset has Gusset's policies; advice for other runtimes stays general.
std::string how_to_take(RuntimeKind runtime) {
  switch (runtime) {
    case RuntimeKind::gusset:
      return "they waited in a queue that others don't take from, or waking takes long; try another policy "
             "(gusset run --policy).";
    case RuntimeKind::openmp:
      return "finding and taking a task, or waking a thread, takes the OpenMP runtime that long; larger "
             "tasks "
             "need it less often.";
    case RuntimeKind::other:
      break;
  }
  return "finding and taking a task, or waking a worker, takes its runtime that long; larger tasks need it "
         "less often.";
}

void ready_not_taken(const VerdictFacts& facts, std::vector<Finding>& found) {
  const double cost = facts.idle_share(IdleCause::ready_not_taken) - fine_cost(facts);
  if (cost < worth_telling) return;
  found.push_back({FindingKind::ready_not_taken,
                   cost,
                   "Tasks were ready and idle workers did not take them, for " + percent_text(cost) +
                       " of the workers' time: " + how_to_take(facts.runtime),
                   command(facts, "idle"),
                   {{"share", cost}},
                   longest_stretch(facts, IdleCause::ready_not_taken)});
}

void late_release(const VerdictFacts& facts, std::vector<Finding>& found) {
  const double cost = facts.idle_share(IdleCause::release);
  if (cost < worth_telling) return;
  found.push_back({FindingKind::late_release,
                   cost,
                   "The runtime made tasks ready late: for " + percent_text(cost) +
                       " of the workers' time all that a task awaited had happened and it was not ready yet; "
                       "larger tasks need this less often, and no more threads than cores keep it short.",
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
  if (cost < worth_telling) return;
  const auto serial = static_cast<double>(serial_ns(facts));
  const auto makespan = static_cast<double>(facts.statistics.makespan_ns);
  const bool is_start_up = makespan < shortest_telling_ns && serial > 0.5 * makespan;
  found.push_back(
      {FindingKind::serial_part,
       cost,
       "Outside of parallel regions one thread works alone: for " + duration(serial) + ", " +
           percent_text(serial / makespan) + " of the makespan, " +
           (is_start_up ? "much of which is the process's start and end; record a longer run, which "
                          "tells more of its tasks."
                        : "the process's start and end included; make that part parallel, or "
                          "shorter."),
       command(facts, is_start_up ? "stats" : "critical-path"),
       {{"serial_ns", serial}, {"makespan_share", serial / makespan}, {"share", cost}},
       {Target::of_type("one thread works alone", serial_type(facts)->type)}});
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
       "There are too few tasks: " + count_text(facts.statistics.tasks, "task") + " for " +
           workers_text(facts) + ", the longest of " + duration_text_ns(longest_ns) + ", so that " +
           percent_text(cost) + " of the workers' time had no work; split them.",
       command(facts, "stats"),
       {{"tasks", static_cast<double>(facts.statistics.tasks)}, {"workers", workers}, {"share", cost}},
       {Target::of_tasks("the longest", {TaskId(static_cast<std::size_t>(longest - durations.begin()))})}});
}

void few_tasks(const VerdictFacts& facts, std::vector<Finding>& found) {
  const double cost = no_work_cost(facts);
  if (cost < worth_telling) return;
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
  const std::string path =
      "its critical path is " + duration(bound_ns) + ", " + percent_text(of_makespan) + " of the makespan";
  const std::string text =
      limited
          ? "There is too little parallelism: the task graph can keep " + fixed_text(parallelism, 1) +
                " of " + workers_text(facts) + " busy on average (" + path + "), and " + percent_text(cost) +
                " of the workers' time had no work; smaller tasks on that path, or a shorter one, help."
          : "At times there was no work, for " + percent_text(cost) +
                " of the workers' time, although the task graph could keep " + fixed_text(parallelism, 1) +
                " workers busy (" + path + "): start the tasks on the critical path first.";
  found.push_back({FindingKind::little_parallelism,
                   cost,
                   text,
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
  if (busiest.busy_share < 0.7 || uneven < 0.1 || cost < worth_telling) return;
  // Ranks just above the lack of work, which it explains.
  const double rank = facts.idle_share(IdleCause::no_work) * 1.01;
  found.push_back({FindingKind::imbalance,
                   rank,
                   "The work is spread unevenly: " + node_name(facts.trace, busiest.node) + " was busy for " +
                       percent_text(busiest.busy_share) + " of the time, all nodes together for " +
                       percent_text(facts.statistics.busy_share) +
                       "; another process grid or distribution, or smaller blocks, spread it better.",
                   command(facts, "stats --by node"),
                   {{"busiest_node", static_cast<double>(busiest.node.value())},
                    {"busiest_share", busiest.busy_share},
                    {"mean_share", facts.statistics.busy_share}},
                   {Target::of_node(node_name(facts.trace, busiest.node), busiest.node)}});
}

void late_submission(const VerdictFacts& facts, std::vector<Finding>& found) {
  const double cost = facts.idle_share(IdleCause::unsubmitted) - serial_cost(facts);
  if (cost < worth_telling || !facts.pace) return;
  const SubmissionPace& pace = *facts.pace;
  const double steady = static_cast<double>(pace.median_interval_ns) * static_cast<double>(pace.tasks);
  const std::string waited = of_idle(facts, IdleCause::unsubmitted) +
                             " passed while tasks that could have run were not submitted yet";
  if (steady >= 0.5 * static_cast<double>(facts.statistics.makespan_ns)) {
    found.push_back({FindingKind::serial_producer,
                     cost,
                     "A serial producer holds the workers up: a task is submitted every " +
                         duration_text_ns(pace.median_interval_ns) + ", and " + waited +
                         "; submit larger tasks, or let tasks submit tasks.",
                     command(facts, "idle"),
                     {{"median_interval_ns", static_cast<double>(pace.median_interval_ns)}, {"share", cost}},
                     longest_stretch(facts, IdleCause::unsubmitted)});
    return;
  }
  found.push_back({FindingKind::paused_producer,
                   cost,
                   "The program submitted too late: " + waited +
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
  if (cost < worth_telling) return;
  const auto& from = facts.idle.awaited_from_ns;
  const auto most = std::max_element(from.begin(), from.end());
  const NodeId node(static_cast<std::size_t>(most - from.begin()));
  std::vector<Target> targets = longest_stretch(facts, IdleCause::message);
  targets.insert(targets.begin(), Target::of_node(node_name(facts.trace, node), node));
  found.push_back({FindingKind::slow_messages,
                   cost,
                   of_idle(facts, IdleCause::message) + " waits for messages, most of it for those from " +
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
  const auto tell = [&](FindingKind kind, const SlowPlace& slow, const std::string& what, std::size_t places,
                        Target target) {
    const double cost = slow_cost(facts, slow, static_cast<double>(places));
    if (slow.ratio < slow_ratio || cost < worth_telling) return false;
    const std::string by = kind == FindingKind::slow_node ? "node" : "worker";
    found.push_back(
        {kind,
         cost,
         what + " " + target.text + " is slow: the same types take " + fixed_text(slow.ratio, 2) +
             " times as long there as elsewhere, " + duration(slow.excess_ns) +
             " in all; look for what shares its core, its memory or its clock.",
         command(facts, "stats --by " + by),
         {{by, static_cast<double>(slow.number)}, {"ratio", slow.ratio}, {"excess_ns", slow.excess_ns}},
         {std::move(target)}});
    return true;
  };
  if (facts.slow_node) {
    const NodeId node(facts.slow_node->number);
    if (tell(FindingKind::slow_node, *facts.slow_node, "Node", facts.trace.nodes.size(),
             Target::of_node(named(node_name(facts.trace, node)), node)))
      return;
  }
  if (!facts.slow_worker) return;
  const WorkerId worker(facts.slow_worker->number);
  tell(FindingKind::slow_worker, *facts.slow_worker, "Worker", facts.trace.workers.size(),
       Target::of_worker(named(worker_place(facts.trace, worker)), worker));
}

void work_inflation(const VerdictFacts& facts, std::vector<Finding>& found) {
  if (!facts.against_baseline || facts.against_baseline->scalability->types.empty()) return;
  const Scalability& against = *facts.against_baseline->scalability;
  const double cost = (1.0 - against.computation) * against.covered * facts.statistics.busy_share;
  if (cost < worth_telling) return;
  const TypeInflation& worst = against.types.front();
  found.push_back(
      {FindingKind::work_inflation,
       cost,
       "The same work takes longer than in the baseline: " + named(worst.type) + " " +
           fixed_text(worst.ratio, 2) + " times as long (mean " + duration(worst.mean_ns) + " against " +
           duration(worst.baseline_mean_ns) + "), all types together " +
           deviation_text(1.0 / against.computation) +
           "; threads that share memory or caches do that: fit tasks to the cache, touch data once.",
       command(facts, "efficiency --baseline " + shell_word(facts.options.baseline_file)),
       {{"ratio", worst.ratio}, {"computation_scalability", against.computation}},
       type_of_name(facts, worst.type)});
}

std::string listed(const std::vector<std::string>& words, const std::string& last_by) {
  std::string text;
  for (std::size_t i = 0; i < words.size(); ++i)
    text += (i == 0 ? "" : i + 1 == words.size() ? " " + last_by + " " : ", ") + words[i];
  return text;
}

/// What workers did while idle, according to the runtime's spans.
std::string where_idle(const VerdictFacts& facts) {
  std::vector<std::string> parts;
  const auto add = [&](const std::optional<std::int64_t>& ns, const char* what) {
    if (ns && *ns > 0) parts.push_back(duration_text_ns(*ns) + " " + what);
  };
  add(facts.idle.waiting_ns, "waiting");
  add(facts.idle.stealing_ns, "looking for work");
  add(facts.idle.sending_ns, "sending");
  add(facts.idle.receiving_ns, "receiving");
  if (parts.empty()) return {};
  return " (of all idle time its spans tell: " + listed(parts, "and") + ")";
}

void not_recorded(const VerdictFacts& facts, std::vector<Finding>& found) {
  const double unknown = facts.idle_share(IdleCause::unknown);
  if (unknown < worth_telling) return;
  std::vector<std::string> missing;
  if (!facts.graph.known()) missing.emplace_back("accesses");
  if (!facts.trace.recorded.submit) missing.emplace_back("times of submission");
  if (!facts.trace.recorded.ready) missing.emplace_back("times of readiness");
  std::string text = "The trace does not tell why workers were idle for " + percent_text(unknown) +
                     " of their time" + where_idle(facts);
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
  const bool is_told = serial_ns(facts) > 0 && facts.trace.types[type.value()] == "serial";
  if (of_makespan < 0.5 || is_told) return;
  found.push_back({FindingKind::critical_type,
                   0.3 * of_path * of_makespan * (1.0 - facts.statistics.busy_share),
                   type_name(facts, type) + " takes " + percent_text(of_path) +
                       " of the critical path, which is " + percent_text(of_makespan) +
                       " of the makespan: make it faster, or split it.",
                   command(facts, "critical-path"),
                   {{"path_share", of_path}, {"makespan_share", of_makespan}},
                   {Target::of_tasks(type_name(facts, type), std::move(tasks)),
                    Target::of_tasks("critical path", facts.bound->tasks)}});
}

void potential(const VerdictFacts& facts, std::vector<Finding>& found) {
  const Statistics& s = facts.statistics;
  if (s.busy_ns == 0) return;
  const auto workers = static_cast<double>(facts.trace.workers.size());
  const double least_ns = std::max(static_cast<double>(s.busy_ns) / workers,
                                   facts.bound ? static_cast<double>(facts.bound->length_ns) : 0.0);
  const double times = static_cast<double>(s.makespan_ns) / least_ns;
  const bool good = s.busy_share >= well_used_share && facts.incomplete.empty();
  const std::string limit = facts.bound ? "the work and the critical path allow"
                            : facts.graph.known()
                                ? "the work allows (dependencies have a cycle, so that no path is critical)"
                                : "the work allows (dependencies were not recorded)";
  std::string text =
      good ? "It is good: workers were busy for " + percent_text(s.busy_share) +
                 " of the time, and without faster tasks at most " + fixed_text(times, 2) + " × is left."
           : "Workers were busy for " + percent_text(s.busy_share) + " of the time: " + limit + " at most " +
                 fixed_text(times, 2) + " times this speed on " + workers_text(facts) + ".";
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
void how_to_look(const VerdictFacts& facts, std::vector<Finding>& found) {
  found.push_back({FindingKind::potential,
                   -1.0,
                   "The makespan is " + duration_text_ns(facts.statistics.makespan_ns) + " for " +
                       count_text(facts.statistics.tasks, "task") + " on " + workers_text(facts) +
                       "; the picture shows when and where they ran.",
                   command(facts, "view"),
                   {{"makespan_ns", static_cast<double>(facts.statistics.makespan_ns)}}});
}

}  // namespace

std::vector<Finding> nothing_ran(const VerdictFacts& facts) {
  std::vector<Finding> found;
  incomplete(facts, found);
  for (Finding& finding : found) finding.cost = 1.0;
  if (!found.empty()) return found;  // tasks may have run in the missing part
  if (!is_graph_alone(facts.trace.tasks.size(), facts.statistics.tasks))
    return {{FindingKind::nothing_ran, 0.0, "No task ran.", command(facts, "info"), {}, {}}};
  std::string text = "No task ran: this is " + graph_alone_text(facts.trace.tasks.size());
  const std::vector<TaskId> cycle = dependency_cycle(facts.graph);
  if (!cycle.empty()) text += ", and with " + cycle_text(facts.trace, cycle) + ", that can never run";
  return {{FindingKind::nothing_ran, 0.0, text + ".", command(facts, "graph") + " -o graph.svg", {}, {}}};
}

std::vector<Finding> findings_of(const VerdictFacts& facts) {
  std::vector<Finding> found;
  for (const auto add : {incomplete, too_fine, ready_not_taken, late_release, serial_part, few_tasks,
                         imbalance, late_submission, slow_messages, slow_places, work_inflation, not_recorded,
                         critical_type, potential, heaviest_type, how_to_look}) {
    add(facts, found);
  }
  return found;
}

}  // namespace gusset::traces
