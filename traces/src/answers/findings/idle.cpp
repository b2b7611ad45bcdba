// What idle workers waited for.
#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "answers/findings/rules.hpp"
#include "gusset/traces/model/task_name.hpp"
#include "model/exclusive_time.hpp"

namespace gusset::traces::rules {
namespace {

/// A smaller share of the workers' time is no sign that they wait for the thread that submits, unless it is
/// most of their idle time.
constexpr double min_held_up_share = 0.05;

/// With longer tasks, finding one takes only a small part of the time.
constexpr double long_task_ns = 100e3;

/// If finding tasks takes a smaller share of the workers' time, larger ones save little.
constexpr double worth_larger_tasks = 0.05;

/// An OpenMP runtime needs up to about a microsecond to create a task. A task that takes so much longer for
/// each task that it creates does other work.
constexpr double long_submission_ns = 20e3;

/// Only Gusset has Gusset's policies; advice for other runtimes stays general.
std::string not_taken_advice(const VerdictFacts& facts, double cost) {
  const double mean_ns =
      to_double(facts.created.busy_ns) / to_double(std::max<std::uint64_t>(1, facts.created.count));
  const std::string advice =
      mean_ns < long_task_ns && cost >= worth_larger_tasks ? "; use larger tasks." : ".";
  switch (facts.runtime) {
    case RuntimeKind::gusset:
      if (facts.trace.metadata.origin == Origin::predicted)
        return "these workers do not take from the tasks' queue; try another policy (gusset replay --policy, "
               "or What if in the window).";
      return "these workers do not take from the tasks' queue, or waking them takes long; try another policy "
             "(gusset run --policy).";
    case RuntimeKind::openmp:
      return "the OpenMP runtime, or the recording, needs this long to find a task or to wake a thread" +
             advice;
    case RuntimeKind::other:
      break;
  }
  return "the runtime needs this long to find a task or to wake a worker" + advice;
}

std::string share_of_idle_time(const VerdictFacts& facts, IdleCause cause) {
  const double idle = facts.idle_ns();
  return percent_text(idle > 0 ? to_double(facts.idle.total.of(cause)) / idle : 0.0) + " of the idle time";
}

/// The task that the submitting thread of a fork-join program itself ran for most of the longest pause. None
/// if there is none.
TaskId task_in_pause(const VerdictFacts& facts, const SubmissionPace& pace) {
  const Trace& trace = facts.trace;
  if (!trace.recorded.fork_join || !trace.recorded.parents) return {};
  const std::vector<bool>& is_part = facts.is_part;
  TaskId creator;
  for (std::size_t task = 0; task < trace.tasks.size(); ++task) {
    if (!is_part[task] && trace.tasks.submit_ns[task] == pace.longest_at_ns)
      creator = trace.tasks.parent[task];
  }
  if (creator.is_none()) return {};
  TaskId ran;
  for (const Lane& lane : trace.lanes) {
    if (std::ranges::find(lane.spans.task, creator) == lane.spans.task.end()) continue;
    for_each_exclusive(lane.spans, [&](std::size_t i, std::int64_t begin_ns, std::int64_t end_ns) {
      const TaskId task = lane.spans.task[i];
      if (lane.spans.kind[i] != SpanKind::run || task.is_none() || is_part[task.value()]) return;
      if (trace.tasks.parent[task.value()].is_none()) return;  // the program itself
      const std::int64_t in_pause_ns = std::min(end_ns, pace.longest_at_ns + pace.longest_interval_ns) -
                                       std::max(begin_ns, pace.longest_at_ns);
      if (2 * in_pause_ns > pace.longest_interval_ns) ran = task;
    });
  }
  return ran;
}

/// What the one task that creates most of a fork-join program's tasks does itself between the first and the
/// last of these creations.
struct CreatorTime {
  TaskId creator;
  std::int64_t length_ns = 0;       ///< from the first to the last
  std::int64_t working_ns = 0;      ///< how long it runs, without what may be sleep
  std::int64_t not_working_ns = 0;  ///< at least how long it runs, but slept or waited
  std::uint64_t intervals = 0;
};

CreatorTime time_of_creator(const VerdictFacts& facts) {
  const Trace& trace = facts.trace;
  if (!trace.recorded.fork_join || !trace.recorded.parents) return {};
  std::map<TaskId, std::vector<std::int64_t>> created_ns;
  for (std::size_t task = 0; task < trace.tasks.size(); ++task) {
    const TaskId parent = trace.tasks.parent[task];
    if (!facts.is_part[task] && !parent.is_none() && trace.tasks.submit_ns[task] != unknown_time)
      created_ns[parent].push_back(trace.tasks.submit_ns[task]);
  }
  const auto most =
      std::ranges::max_element(created_ns, {}, [](const auto& creator) { return creator.second.size(); });
  if (most == created_ns.end() || 2 * most->second.size() <= facts.created.count) return {};
  const std::int64_t first_ns = std::ranges::min(most->second);
  const std::int64_t last_ns = std::ranges::max(most->second);
  CreatorTime time{most->first, last_ns - first_ns, 0, 0, most->second.size() - 1};
  std::int64_t own_ns = 0;
  for (const Lane& lane : trace.lanes) {
    for_each_exclusive(lane.spans, [&](std::size_t i, std::int64_t begin_ns, std::int64_t end_ns) {
      if (lane.spans.kind[i] != SpanKind::run || lane.spans.task[i] != most->first) return;
      own_ns += std::max<std::int64_t>(0, std::min(end_ns, last_ns) - std::max(begin_ns, first_ns));
    });
  }
  // How much of it lies in other tasks of the type, or before and after these creations, is unknown.
  const TypeId type = trace.tasks.type[most->first.value()];
  const auto statistics = std::ranges::find(facts.statistics.types, type, &TypeStatistics::type);
  const std::int64_t elsewhere_ns =
      statistics == facts.statistics.types.end() ? 0 : statistics->busy_ns - own_ns;
  const NotWorking not_working = rules::not_working(facts, type);
  time.working_ns = std::max<std::int64_t>(0, own_ns - not_working.sum_ns());
  time.not_working_ns = std::max<std::int64_t>(0, not_working.blocked_ns - elsewhere_ns);
  return time;
}

/// What to do about tasks that one thread submits one by one. Larger tasks help only if submitting itself
/// takes the time.
std::string submission_advice(const VerdictFacts& facts) {
  const CreatorTime time = time_of_creator(facts);
  if (time.length_ns == 0) return "; submit larger tasks, or let tasks submit tasks.";
  const double intervals = to_double(time.intervals);
  const std::string creator = "; " + creator_name(facts, time.creator) + ", which creates them, ";
  if (2 * time.not_working_ns > time.length_ns)
    return creator + "does not use its processor for at least " +
           percent_text(to_double(time.not_working_ns) / to_double(time.length_ns)) +
           " of the time between the first and the last one: find out what it waits for, or let tasks submit "
           "tasks.";
  if (2 * time.working_ns > time.length_ns && to_double(time.working_ns) > long_submission_ns * intervals)
    return creator + "itself takes " +
           duration_text_ns(std::llround(to_double(time.working_ns) / intervals)) +
           " for each: move that work into the tasks, or let tasks submit tasks.";
  return "; submit larger tasks, or let tasks submit tasks.";
}

/// Workers were idle for `cost` of the time because of `cause`.
std::optional<Finding> idle_workers(const VerdictFacts& facts, Kind kind, IdleCause cause, double cost,
                                    const std::string& explanation) {
  if (cost < min_cost) return {};
  return Finding{kind,
                 cost,
                 "Workers were idle for " + percent_text(cost) + " of the time " + explanation,
                 command(facts, "idle"),
                 {{"share", cost}},
                 longest_stretch(facts, cause)};
}

}  // namespace

std::vector<Target> longest_stretch(const VerdictFacts& facts, IdleCause cause) {
  const IdleStretch& longest = facts.idle.longest_of(cause);
  if (longest.worker.is_none()) return {};
  return {Target::of_range("the longest such time (" + duration_text_ns(longest.end_ns - longest.begin_ns) +
                               ", " + worker_place(facts.trace, longest.worker) + ")",
                           longest.begin_ns, longest.end_ns, longest.worker)};
}

std::optional<Finding> ready_not_taken(const VerdictFacts& facts) {
  const IdleCause cause = IdleCause::ready_not_taken;
  // Threads also start late in short regions.
  const std::optional<Finding> regions = short_regions(facts);
  const double cost = facts.idle_share(cause) - fine_cost(facts) - (regions ? regions->cost : 0.0);
  if (cost < min_cost || may_be_preemption(facts, cost)) return {};
  if (facts.created.count == 0) return {};  // threads begin their parts of regions late
  return idle_workers(facts, Kind::ready_not_taken, cause, cost,
                      "although tasks were ready: " + not_taken_advice(facts, cost));
}

std::optional<Finding> late_release(const VerdictFacts& facts) {
  const IdleCause cause = IdleCause::release;
  if (may_be_preemption(facts, facts.idle_share(cause))) return {};
  return idle_workers(facts, Kind::late_release, cause, facts.idle_share(cause),
                      "because the runtime made tasks ready late, after everything that they waited for had "
                      "happened; use larger tasks, and no more threads than cores.");
}

std::optional<Finding> late_submission(const VerdictFacts& facts) {
  const double cost = facts.idle_share(IdleCause::unsubmitted) - estimated_serial_cost(facts);
  if (cost < min_cost || !is_submitted_by_program(facts) || may_be_preemption(facts, cost)) return {};
  if (fine_cost(facts) > cost) return {};  // creating that many tasks takes the time
  const SubmissionPace& pace = *facts.pace;
  const std::string waited = share_of_idle_time(facts, IdleCause::unsubmitted) +
                             " passed while tasks that could have run were not yet submitted";
  if (to_double(pace.median_interval_ns) * to_double(pace.tasks) >= 0.5 * facts.makespan_ns()) {
    const bool holds_up = cost >= min_held_up_share || 2.0 * cost >= facts.share(facts.idle_ns());
    const std::string pace_text =
        " is submitted every " + duration_text_ns(std::llround(pace.mean_interval_ns)) + " on average";
    return Finding{
        Kind::serial_producer,
        cost,
        (holds_up ? "Serial submission holds the workers up: a task" + pace_text + ", and " + waited
                  : percent_text(cost) +
                        " of the workers' time passed while tasks that could have run were not yet "
                        "submitted: one" +
                        pace_text) +
            submission_advice(facts),
        command(facts, "idle"),
        {{"mean_interval_ns", pace.mean_interval_ns}, {"share", cost}},
        longest_stretch(facts, IdleCause::unsubmitted)};
  }
  if (is_creation_slow(facts)) return {};  // no single pause is the cause
  const TaskId ran = task_in_pause(facts, pace);
  // That task may be the outlier: then what it held up comes first.
  const std::optional<Finding> long_task =
      !ran.is_none() && outlying_task(facts) == ran ? outlier(facts) : std::nullopt;
  return Finding{
      Kind::paused_producer,
      long_task ? std::max(cost, long_task->cost + 0.001) : cost,
      "The program submitted tasks too late: " + waited + "; the longest pause between two submissions, " +
          duration_text_ns(pace.longest_interval_ns) + ", begins at " + duration_text_ns(pace.longest_at_ns) +
          (ran.is_none() ? "; keep submissions ahead of the workers."
                         : ", and the submitting thread itself ran " + named(task_name(facts.trace, ran)) +
                               " for most of it; make such tasks shorter, or create them last."),
      command(facts, "idle"),
      {{"longest_interval_ns", to_double(pace.longest_interval_ns)},
       {"longest_at_ns", to_double(pace.longest_at_ns)},
       {"share", cost}},
      {Target::of_range("the longest pause between two submissions", pace.longest_at_ns,
                        pace.longest_at_ns + pace.longest_interval_ns)}};
}

std::optional<Finding> slow_messages(const VerdictFacts& facts) {
  const double cost = facts.idle_share(IdleCause::message);
  if (cost < min_cost) return {};
  const auto& from = facts.idle.awaited_from_ns;
  const NodeId node(static_cast<std::size_t>(std::max_element(from.begin(), from.end()) - from.begin()));
  const std::string name = node_name(facts.trace, node);
  std::vector<Target> targets = longest_stretch(facts, IdleCause::message);
  targets.insert(targets.begin(), Target::of_node(name, node));
  return Finding{Kind::slow_messages,
                 cost,
                 share_of_idle_time(facts, IdleCause::message) +
                     " was spent waiting for messages; tasks waited longest for those from " + name +
                     (may_be_preemption(facts, cost)
                          ? ". Threads without a processor send and receive late: measure with enough "
                            "processors before you change what is sent."
                          : "; send less (another process grid, larger blocks) or earlier."),
                 command(facts, "idle"),
                 {{"share", cost}, {"from_node", to_double(node.value())}},
                 std::move(targets)};
}

}  // namespace gusset::traces::rules
