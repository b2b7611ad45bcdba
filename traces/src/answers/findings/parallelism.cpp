// Too few tasks at a time for the workers.
#include <algorithm>
#include <unordered_map>
#include <utility>

#include "answers/findings/rules.hpp"
#include "gusset/traces/model/names.hpp"
#include "gusset/traces/model/task_name.hpp"

namespace gusset::traces::rules {
namespace {

// Fewer tasks per worker than this can't be shared evenly.
constexpr double few_per_worker = 4.0;
// If no path limits the run, a smaller share of the time without tasks is usual.
constexpr double min_shortage = 0.05;
// If one task takes at least this share of the critical path, the path is that task.
constexpr double dominant_share = 0.5;
// A type that takes at least this part of what the type before it takes of the path is named, too.
constexpr double min_next_type = 0.5;
// A run that is longer than the longest bound by less than this factor can't be much shorter.
constexpr double almost = 1.05;
constexpr double almost_all = 0.95;
// If another order can avoid a smaller part of the idle time, it is not the first thing to try.
constexpr double min_part_by_order = 0.25;

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

/// ", 52.3 % of it in `potrf` and 40.1 % in `gemm`": the type that takes most of the critical path, and the
/// next one if it takes much, too. Empty if none takes half of it, if there is only one, and for code outside
/// of tasks.
std::string main_type_of_path(const VerdictFacts& facts) {
  std::vector<std::int64_t> counted_ns(facts.trace.types.size(), 0);
  for (std::size_t i = 0; i < facts.bound->tasks.size(); ++i) {
    const TaskId task = facts.bound->tasks[i];
    if (!facts.is_part[task.value()])
      counted_ns[facts.trace.tasks.type[task.value()].value()] += facts.bound->counted_ns[i];
  }
  const auto most = std::ranges::max_element(counted_ns);
  const double part = most == counted_ns.end() ? 0.0 : to_double(*most) / to_double(facts.bound->length_ns);
  if (part < dominant_share || part == 1.0) return "";
  const TypeId type(static_cast<std::size_t>(most - counted_ns.begin()));
  if (is_serial_type(facts.trace, type)) return "";
  const std::int64_t most_ns = std::exchange(counted_ns[type.value()], 0);
  const auto next = std::ranges::max_element(counted_ns);
  const TypeId next_type(static_cast<std::size_t>(next - counted_ns.begin()));
  const bool is_next_large =
      to_double(*next) >= min_next_type * to_double(most_ns) && !is_serial_type(facts.trace, next_type);
  return ", " + percent_text(part) + " of it in " + type_name(facts, type) +
         (is_next_large ? " and " + percent_text(to_double(*next) / to_double(facts.bound->length_ns)) +
                              " in " + type_name(facts, next_type)
                        : "");
}

}  // namespace

bool exclude_each_other(const VerdictFacts& facts, const std::vector<TaskId>& tasks) {
  const auto excludes = [&](TaskId task) {
    return std::ranges::any_of(facts.trace.accesses.of(task), [&](const Access& access) {
      const AccessMode& mode = facts.trace.access_modes[access.mode.value()];
      return mode.exclusive && mode.commutes;
    });
  };
  return 2 * std::ranges::count_if(tasks, excludes) > std::ssize(tasks);
}

std::string creator_name(const VerdictFacts& facts, TaskId creator) {
  return facts.is_part[creator.value()] ? type_name(facts, facts.trace.tasks.type[creator.value()])
                                        : named(task_name(facts.trace, creator));
}

bool has_created_tasks(const VerdictFacts& facts) {
  return facts.created.count > 0;
}

bool is_submitted_by_program(const VerdictFacts& facts) {
  return facts.pace && 2 * facts.pace->tasks >= facts.created.count;
}

namespace {

/// No schedule of these tasks on these workers is shorter.
double least_ns(const VerdictFacts& facts) {
  const double path_ns = facts.bound ? to_double(facts.bound->length_ns) : 0.0;
  const double work_ns = to_double(facts.statistics.busy_ns) / facts.workers();
  return std::max({path_ns, work_ns, shortest_schedule_ns(facts)});
}

/// Whether hardly any schedule of these tasks on these workers is shorter than the run.
bool is_almost_shortest(const VerdictFacts& facts) {
  return facts.makespan_ns() <= almost * least_ns(facts);
}

/// Whether tasks in another order may be worth a search, because it may avoid much of the idle time.
bool may_be_their_order(const VerdictFacts& facts) {
  const double most_saved = 1.0 - least_ns(facts) / facts.makespan_ns();
  return can_be_scheduled(facts) && !is_almost_shortest(facts) &&
         most_saved >= min_part_by_order * facts.share(facts.idle_ns());
}

Finding too_few_tasks(const VerdictFacts& facts, double cost) {
  const CreatedTasks& created = facts.created;
  const std::int64_t longest_ns = facts.times.duration_ns[created.longest.value()];
  // Otherwise, their order may be the cause.
  const bool is_sure = is_almost_shortest(facts);
  return {Kind::too_few_tasks,
          cost,
          "Workers were idle for " + percent_text(cost) + " of the time " +
              (is_sure ? "because there are too few tasks: " + count_text(created.count)
                       : "with only " + count_text(created.count, "task")) +
              " for " + workers_text(facts) + ", the longest " + duration_text_ns(longest_ns) +
              (is_sure ? "; split them." : ": split them, or start them in another order."),
          command(facts, !is_sure && can_be_scheduled(facts) ? "schedule" : "stats"),
          {{"tasks", to_double(created.count)}, {"workers", facts.workers()}, {"share", cost}},
          {Target::of_tasks("the longest", {created.longest})}};
}

/// Whether a task on the critical path waits for data of the one before it, or for its turn among tasks that
/// exclude each other.
bool has_dependencies_on_path(const VerdictFacts& facts) {
  if (!facts.trace.recorded.fork_join) return true;  // nothing else orders tasks
  const std::vector<TaskId>& path = facts.bound->tasks;
  for (std::size_t i = 1; i < path.size(); ++i) {
    if (path[i] == path[i - 1]) continue;
    if (std::ranges::binary_search(facts.graph.predecessors(path[i]), path[i - 1])) return true;
    const auto groups = facts.graph.group_span(path[i]);
    for (const std::uint32_t group : facts.graph.group_span(path[i - 1])) {
      if (group != TaskGraph::Group::none && facts.graph.groups()[group].commuting &&
          std::ranges::find(groups, group) != groups.end())
        return true;
    }
  }
  return false;
}

/// Who creates the tasks on the critical path, if what it does itself orders them.
struct PathCreator {
  TaskId creator;
  std::int64_t own_ns = 0;      ///< how much of the path it runs itself
  std::int64_t awaited_ns = 0;  ///< how much of the path are tasks that ended before it created the next one
};

/// The creator with most of the path. None if no task on the path created tasks, or was created by one.
PathCreator creator_of_path(const VerdictFacts& facts) {
  const TaskColumns& tasks = facts.trace.tasks;
  const auto creator_of = [&](TaskId task) {
    return facts.is_part[task.value()] || !facts.trace.recorded.parents ? TaskId()
                                                                        : tasks.parent[task.value()];
  };
  std::unordered_map<std::uint32_t, PathCreator> creators;
  for (std::size_t task = 0; task < tasks.size(); ++task) {
    if (const TaskId creator = creator_of(TaskId(task)); !creator.is_none())
      creators[creator.value()].creator = creator;
  }
  TaskId previous;  // the last task on the path that a task created
  std::int64_t previous_ns = 0;
  for (std::size_t i = 0; i < facts.bound->tasks.size(); ++i) {
    const TaskId task = facts.bound->tasks[i];
    const std::int64_t counted_ns = facts.bound->counted_ns[i];
    if (const auto own = creators.find(task.value()); own != creators.end()) own->second.own_ns += counted_ns;
    const TaskId creator = creator_of(task);
    if (creator.is_none() || (!previous.is_none() && task == creator_of(previous))) continue;
    if (task == previous) {
      previous_ns += counted_ns;
      continue;
    }
    const bool waited = !previous.is_none() && creator == creator_of(previous) &&
                        tasks.submit_ns[task.value()] >= facts.times.end_ns[previous.value()];
    if (waited) creators[creator.value()].awaited_ns += previous_ns;
    previous = task;
    previous_ns = counted_ns;
  }
  PathCreator most;
  for (const auto& [task, creator] : creators) {
    const auto sum_ns = [](const PathCreator& of) { return of.own_ns + of.awaited_ns; };
    if (sum_ns(creator) > sum_ns(most) || (sum_ns(creator) == sum_ns(most) && creator.creator < most.creator))
      most = creator;
  }
  return most;
}

}  // namespace

std::string waiting_creator_advice(const VerdictFacts& facts) {
  if (has_dependencies_on_path(facts)) return "";
  const PathCreator path = creator_of_path(facts);
  if (path.creator.is_none() || 2 * path.awaited_ns <= facts.bound->length_ns) return "";
  return creator_name(facts, path.creator) +
         " waits for tasks before it creates the next ones; create more of them before it waits";
}

namespace {

/// What orders the tasks on the critical path, and what to do about it.
std::string path_advice(const VerdictFacts& facts) {
  const std::string split = "split them into parts that can run at the same time.";
  if (has_dependencies_on_path(facts))
    return (may_be_their_order(facts) ? "): another order of the tasks may help; otherwise, make"
                                      : std::string("): make")) +
           " fewer of its tasks depend on each other, or " + split;
  const PathCreator path = creator_of_path(facts);
  if (!path.creator.is_none() && 2 * path.own_ns > facts.bound->length_ns)
    return ", and mostly the own work of " + creator_name(facts, path.creator) +
           ", which creates tasks): make creating them cheaper, move that work into them, or let several "
           "tasks create them.";
  if (const std::string advice = waiting_creator_advice(facts); !advice.empty())
    return "): " + advice + ", or " + split;
  return "): make fewer of its tasks wait for each other, or " + split;
}

}  // namespace

std::optional<Finding> few_tasks(const VerdictFacts& facts) {
  const bool knows_no_work = facts.idle.knows(IdleCause::no_work);
  // Unexplained idle time counts if the trace does not record this cause.
  // What the program itself creates late has a finding of its own; what tasks create late does not.
  const double created_late = is_submitted_by_program(facts) ? 0.0 : facts.idle_share(IdleCause::unsubmitted);
  const double cost = facts.idle_share(knows_no_work ? IdleCause::no_work : IdleCause::unknown) +
                      created_late - estimated_serial_cost(facts) - barrier_cost(facts);
  if (undeferred_tasks(facts) || facts.trace.workers.size() == 1) return {};
  if (cost < min_cost || may_be_preemption(facts, cost)) return {};
  const double workers = facts.workers();
  if (facts.created.count == 0) return {};  // the program has only loops
  if (to_double(facts.created.count) < few_per_worker * workers) return too_few_tasks(facts, cost);
  if (!facts.bound || facts.bound->length_ns == 0) return {};
  const double bound_ns = to_double(facts.bound->length_ns);
  const double parallelism = to_double(facts.statistics.busy_ns) / bound_ns;
  const double of_makespan = bound_ns / std::max(facts.makespan_ns(), 1.0);
  // A path much shorter than the run did not limit it, however few workers the path could keep busy.
  const bool limited = of_makespan > 0.7 || (parallelism < workers && of_makespan > 0.5);
  // A graph that could keep practically all workers busy does not limit them.
  if (limited && parallelism < workers && parallelism > almost_all * workers) return {};
  if (!limited && !knows_no_work) return {};
  // Here too little time is lost to say whether larger or smaller tasks would help.
  if (!limited && facts.runtime == RuntimeKind::openmp && cost < min_shortage) return {};
  const std::string path = "the critical path is " + duration_text_ns(facts.bound->length_ns) + ", " +
                           percent_text(of_makespan) + " of the makespan";
  const std::string advice = limited ? path_advice(facts) : "";
  const bool is_creation = advice.starts_with(",");
  const std::string busy =
      !limited ? ", although the task graph could keep " + fixed_text(parallelism, 1) +
                     " workers busy on average (" + path
      : parallelism < workers ? ": the task graph can keep only " + fixed_text(parallelism, 1) + " of " +
                                    workers_text(facts) + " busy on average (" + path
      : is_creation ? "; creating the tasks is much of the work (" + path
                    : std::string(has_dependencies_on_path(facts) ? ": the tasks' dependencies limit"
                                                                  : ": waits between tasks limit") +
                          " the run (" + path;
  const auto [dominant, dominant_part] = dominant_task(facts);
  const bool is_one_task = limited && dominant_part >= dominant_share;
  if (is_one_task && outlying_task(facts) == dominant) return {};
  const bool exclude = exclude_each_other(facts, facts.bound->tasks);
  const bool is_mostly_late = created_late > 0.5 * cost;
  const bool says_what_it_is = is_one_task || (!exclude && !is_mostly_late && is_creation);
  const std::string type = says_what_it_is ? "" : main_type_of_path(facts);
  std::vector<Target> targets{Target::of_tasks("critical path", facts.bound->tasks)};
  if (is_one_task) targets.insert(targets.begin(), Target::of_tasks("that task", {dominant}));
  return Finding{
      Kind::little_parallelism,
      cost,
      "Workers had nothing to do for " + percent_text(cost) + " of the time" + busy + type +
          (is_one_task ? ", and " + percent_text(dominant_part) + " of it is one task, " +
                             named(task_name(facts.trace, dominant)) + "); split that task."
           : limited && exclude
               ? "), and its tasks exclude each other: let each work on data of its own, and combine them "
                 "at the end."
           : limited && is_mostly_late ? "), and most of the idle time passed before later tasks had been "
                                         "created: create them before work whose results they do not need."
           : limited                   ? advice
           : facts.runtime == RuntimeKind::openmp
               ? "): at times, too few tasks could run; smaller tasks, or more at a time, may help."
               : "); more tasks at a time may help" +
                     std::string(is_almost_shortest(facts) ? "."
                                                           : ", or the tasks on the critical path first.")),
      command(facts, "critical-path"),
      {{"parallelism", parallelism}, {"bound_ns", bound_ns}, {"share", cost}},
      std::move(targets)};
}

std::optional<TypeId> limiting_task_type(const VerdictFacts& facts) {
  if (!facts.bound || facts.bound->length_ns == 0) return {};
  const auto [task, part] = dominant_task(facts);
  if (part < dominant_share) return {};
  const std::optional<Finding> few = few_tasks(facts);
  if (!(few && few->kind == Kind::little_parallelism) && outlying_task(facts) != task) return {};
  return facts.trace.tasks.type[task.value()];
}

}  // namespace gusset::traces::rules
