#include "answers/critical_path_sentences.hpp"

#include <algorithm>
#include <limits>
#include <unordered_map>
#include <utility>

#include "analysis/time/ratio.hpp"
#include "answers/created_tasks.hpp"
#include "answers/findings/rules.hpp"
#include "answers/lack_of_processors.hpp"
#include "answers/lock_waits.hpp"
#include "answers/missing_facts.hpp"
#include "gusset/base/numbers.hpp"
#include "gusset/traces/analysis/graph/strands.hpp"
#include "gusset/traces/analysis/time/blocked_time.hpp"
#include "gusset/traces/analysis/time/fine_lock.hpp"
#include "gusset/traces/analysis/time/statistics.hpp"
#include "gusset/traces/model/names.hpp"
#include "gusset/traces/model/task_name.hpp"

namespace gusset::traces {
namespace {

using State = CriticalPathAnalysis::State;

constexpr double mostly_running = 0.95;  // of the makespan: the rest is not worth mentioning
constexpr double limiting_bound_from = 0.8;
constexpr double only_dependencies_from = 0.99;  // of the makespan: the bound explains the whole chain
constexpr double always_busy = 0.95;             // of the makespan: the workers' mean
constexpr double mostly_busy = 0.9;              // likewise
constexpr double hardly_shorter = 0.97;          // of the makespan: what the best schedule takes
constexpr double much_serial = 0.1;              // of the makespan
constexpr double mostly_one = 0.5;   // of the makespan: one task, or tasks that exclude each other
constexpr double worthwhile = 1.05;  // a smaller gain is no reason for more workers
constexpr std::int64_t mostly_creation_ns = 5'000;  // for each task created: other work may take longer
constexpr double mostly_locks = 0.4;                // of the makespan, added up over the workers

double of_makespan(const CriticalPathAnalysis& analysis, std::int64_t ns) {
  return ratio(ns, analysis.makespan_ns);
}

std::string makespan_share(const CriticalPathAnalysis& analysis, std::int64_t ns) {
  return percent_text(of_makespan(analysis, ns)) + " of the makespan";
}

/// How much of the chain is code outside of parallel regions.
std::int64_t serial_in_chain_ns(const Trace& trace, const CriticalPathAnalysis& analysis) {
  std::int64_t sum_ns = 0;
  for (const PathTypeTotal& type : analysis.totals.types) {
    if (is_serial_type(trace, type.type)) sum_ns += type.chain_ns;
  }
  return sum_ns;
}

/// The task that ran for the largest part of the chain, and for how long.
std::pair<TaskId, std::int64_t> longest_in_chain(const CriticalPathAnalysis& analysis) {
  std::unordered_map<std::uint32_t, std::int64_t> time_ns;
  std::pair<TaskId, std::int64_t> longest;
  for (const ChainLink& link : analysis.chain.links) {
    if (link.kind != ChainLink::Kind::run || link.task.is_none()) continue;
    const std::int64_t sum_ns = time_ns[link.task.value()] += link.end_ns - link.begin_ns;
    if (sum_ns > longest.second) longest = {link.task, sum_ns};
  }
  return longest;
}

/// How much of the chain are threads' parts of parallel regions, outside of tasks.
std::int64_t in_parts_ns(const Trace& trace, const CriticalPathAnalysis& analysis) {
  const std::vector<bool> is_part = region_parts(trace);
  std::int64_t sum_ns = 0;
  for (const ChainLink& link : analysis.chain.links) {
    if (link.kind == ChainLink::Kind::run && !link.task.is_none() && is_part[link.task.value()])
      sum_ns += link.end_ns - link.begin_ns;
  }
  return sum_ns;
}

/// Nearly all of the tasks ran inside the tasks that created them.
bool ran_at_once(const Trace& trace) {
  const CreatedTasks created = created_tasks(trace, region_parts(trace), task_times(trace));
  return 10 * created.at_once > 9 * created.count;
}

/// What kept tasks from running side by side, if that is the same for most of the chain; otherwise empty.
std::string one_after_the_other(const Trace& trace, const CriticalPathAnalysis& analysis) {
  const auto whole_ns = static_cast<double>(analysis.makespan_ns) * static_cast<double>(trace.workers.size());
  if (of_makespan(analysis, all_lock_waits_ns(trace)) >= mostly_locks)
    return has_only_turns(trace) ? "they waited for their turn in an ordered loop; make the ordered part "
                                   "shorter, or do without it"
                                 : "they waited for each other at locks, or for their turn; hold locks for "
                                   "less time, or use more of them";
  if (const std::int64_t serial_ns = serial_in_chain_ns(trace, analysis);
      of_makespan(analysis, serial_ns) >= much_serial)
    return "code outside of parallel regions takes " + makespan_share(analysis, serial_ns) +
           ", in one thread; make it parallel, or shorter";
  if (trace.recorded.fork_join && ran_at_once(trace))
    return "most tasks ran immediately, in the thread that created them, so no other thread could take them";
  if (!analysis.groups.empty() && of_makespan(analysis, analysis.groups.front().length_ns) >= mostly_one)
    return "tasks that exclude each other take " +
           makespan_share(analysis, analysis.groups.front().length_ns) +
           "; make them shorter, or let each work on data of its own";
  if (const auto lock = finest_lock(trace); lock && lock->cost_ns >= min_fine_lock_cost * whole_ns)
    return "threads took " + trace.fork_join.locks[lock->lock] + " " + count_text(lock->holds, "time") +
           ", which may have taken much of that; take it less often";
  for (const LoopStatistics& loop : loops_of(trace).loops) {
    if (loop.has_fine_chunks() && static_cast<double>(loop.busy_ns) >= mostly_one * whole_ns)
      return "threads fetched " + count_text(loop.chunks, "chunk") + " of the loop " +
             rules::at_place(trace, loop) + ", which may have taken much of that; try larger chunks";
  }
  return "";
}

/// What may shorten a chain that consists mostly of one task, or of parts of regions; otherwise empty.
std::string of_few_tasks(const Trace& trace, const CriticalPathAnalysis& analysis) {
  const bool is_divided = of_makespan(analysis, analysis.work_bound_ns) >= mostly_busy;
  const std::int64_t parts_ns = in_parts_ns(trace, analysis);
  const auto [task, ns] = longest_in_chain(analysis);
  const bool is_part = !task.is_none() && region_parts(trace)[task.value()];
  // If the chain passes through several parts, no single one is to blame.
  const bool is_one =
      of_makespan(analysis, ns) >= mostly_one && (!is_part || ratio(ns, parts_ns) >= mostly_running);
  if (is_one) {
    const std::string is = "for " + makespan_share(analysis, ns) + ", it is " + task_name(trace, task);
    const auto created = trace.recorded.parents ? std::ranges::count(trace.tasks.parent, task) : 0;
    if (created * mostly_creation_ns > ns)
      return is + ", which creates " + count_text(static_cast<std::uint64_t>(created), "task") +
             "; make them larger, or let several tasks create them";
    if (is_part && is_divided && trace.workers.size() > 1)
      return is +
             ", and the other threads were busy, too; less work in it may shorten it, unless it polls for "
             "what another thread does, which the trace does not show";
    return is + "; make it shorter" +
           (!is_divided                 ? ", or divide its work"
            : trace.workers.size() == 1 ? ", or divide its work among more threads"
                                        : "");
  }
  if (of_makespan(analysis, parts_ns) < mostly_one) return "";
  return std::string("most of that is threads' parts of parallel regions; less work in them") +
         (is_divided ? "" : ", or a more even division of it,") + " may shorten it";
}

/// What held the tasks of a chain together that hardly ever waited, and what may shorten it. A task that
/// waited for its worker follows the task that ran there before.
std::string running_advice(const Trace& trace, const CriticalPathAnalysis& analysis) {
  if (std::string advice = one_after_the_other(trace, analysis); !advice.empty()) return advice;
  if (std::string advice = of_few_tasks(trace, analysis); !advice.empty()) return advice;
  const double busy = of_makespan(analysis, analysis.work_bound_ns);
  const double bound_share = of_makespan(analysis, analysis.bound.length_ns);
  if (bound_share >= only_dependencies_from && busy < always_busy)
    return "they waited for each other; smaller tasks that overlap, or faster kernels, may shorten it";
  const double at_most = bound_share > 0.0 ? 1.0 / bound_share : 0.0;  // 0: unknown
  const std::string more_workers =
      at_most == 0.0         ? "more workers or "
      : at_most < worthwhile ? ""
                             : "more workers (at most " + fixed_text(at_most, 1) +
                                   " times as fast, if tasks then take no longer, which is unknown) or ";
  if (busy >= always_busy)
    return "the workers were busy nearly all the time; " + more_workers +
           "faster kernels may shorten it, another order hardly";
  if (of_makespan(analysis, analysis.schedule_bound_ns) >= hardly_shorter)
    return "no other order of these tasks on these workers is much shorter; smaller tasks that overlap, " +
           more_workers + "faster kernels may shorten it";
  if (bound_share >= limiting_bound_from || bound_share == 0.0)
    return "they waited for each other, or for workers that were busy with others; another order, smaller "
           "tasks that overlap, or faster kernels may shorten it";
  const std::string waited = "tasks waited for workers that were busy with others; ";
  if (!trace.recorded.fork_join)
    return waited + "another order, " + more_workers + "faster kernels may shorten it";
  const CreatedTasks created = created_tasks(trace, region_parts(trace), task_times(trace));
  if (const auto count = static_cast<std::int64_t>(created.count);
      created.busy_ns < count * mostly_creation_ns)
    return waited + "larger tasks may shorten it: these take " + duration_text_ns(created.busy_ns / count) +
           " on average";
  // The thread that creates an OpenMP program's tasks also runs some, and others then have none.
  return waited + "another order" + (busy >= mostly_busy ? ", " + more_workers : " or ") +
         "faster kernels may shorten it";
}

/// Whether recording took a notable part of the workers' time.
bool is_recording_costly(const Trace& trace, const CriticalPathAnalysis& analysis) {
  const auto whole_ns = analysis.makespan_ns * static_cast<std::int64_t>(trace.workers.size());
  return ratio(trace.metadata.recording_ns.value_or(0), whole_ns) >= min_recording_share;
}

std::string bound_sentence(const Trace& trace, const CriticalPathAnalysis& analysis) {
  switch (analysis.state) {
    case State::not_recorded:
      return "Dependencies were not recorded, so the critical path is unknown.";
    case State::cyclic:
      return "The dependencies are cyclic, so there is no critical path.";
    case State::without_times:
      return "A graph that has not run: which path takes longest is not known before it runs or is "
             "simulated.";
    case State::known:
      break;
  }
  std::vector<std::string> included;
  if (lacks_processors(trace, analysis.makespan_ns)) {
    if (const std::int64_t without_ns = without_processor_on_path_ns(trace, analysis.bound); without_ns > 0)
      included.push_back("up to " + duration_text_ns(without_ns) + " without a processor");
  }
  if (is_recording_costly(trace, analysis)) included.emplace_back("time for recording");
  return "Critical path: if each task takes as long as it did, no schedule is shorter than " +
         duration_text_ns(analysis.bound.length_ns) + ", " +
         makespan_share(analysis, analysis.bound.length_ns) + " (" + duration_text_ns(analysis.makespan_ns) +
         "); the path has " + count_text(analysis.bound.tasks.size(), "task") +
         (included.empty() ? "" : " and includes " + listed(included, "and")) + ".";
}

/// What may shorten waits of that kind. If their cause is unknown, there is no advice: the text then says
/// what the trace lacks.
std::string wait_advice(const Trace& trace, ChainLink::Kind kind) {
  if (kind != ChainLink::Kind::unknown) return ": " + std::string(link_text(kind).advice);
  const std::vector<std::string> missing = missing_facts(trace);
  return missing.empty() ? "" : ": the trace has no " + listed(missing, "or");
}

bool creates_tasks(const Trace& trace) {
  return created_tasks(trace, region_parts(trace), task_times(trace)).count > 0;
}

/// How long the running tasks of the chain may have slept or waited unrecorded, at most.
std::int64_t blocked_in_chain_ns(const Trace& trace, const CriticalPathAnalysis& analysis) {
  const BlockedTime blocked = blocked_in_runs(trace);
  if (blocked.by_type_ns.empty()) return 0;
  std::int64_t sum_ns = 0;
  for (const PathTypeTotal& type : analysis.totals.types) {
    const std::size_t i = type.type.value();
    sum_ns += std::min(type.chain_ns, blocked.by_type_ns[i] + blocked.unclear_by_type_ns[i]);
  }
  return sum_ns;
}

/// How much faster the run could be at most if no thread ever waited for a processor.
double gain_of_processors(const Trace& trace, const CriticalPathAnalysis& analysis) {
  const auto gain = analysis.state == State::known
                        ? most_gain_of_processors(trace, analysis.bound, analysis.makespan_ns)
                        : std::nullopt;
  return gain.value_or(std::numeric_limits<double>::infinity());
}

/// What a lack of processors cost, or that something else limits the run.
std::string processor_sentence(const Trace& trace, const CriticalPathAnalysis& analysis) {
  const std::string text = "Threads " + without_processor_text(trace, analysis.makespan_ns);
  const double gain = std::max(0.0, gain_of_processors(trace, analysis));
  return is_limited_otherwise(share_without_processor(trace, analysis.makespan_ns), gain)
             ? text + ", but a processor for each would shorten the run by at most about " +
                   percent_text(gain / (1.0 + gain)) + "."
             : text + ": " + processor_advice(trace) + ".";
}

std::string chain_sentence(const Trace& trace, const CriticalPathAnalysis& analysis) {
  std::int64_t run_ns = 0;
  const PathKindTotal* worst = nullptr;
  for (const PathKindTotal& kind : analysis.totals.kinds) {
    if (kind.kind == ChainLink::Kind::run) {
      run_ns = kind.ns;
    } else if (worst == nullptr || kind.ns > worst->ns) {
      worst = &kind;
    }
  }
  const std::string text =
      "Critical chain: tasks that others waited for ran for " + makespan_share(analysis, run_ns);
  if (const std::int64_t blocked_ns = blocked_in_chain_ns(trace, analysis);
      2 * blocked_ns >= run_ns && run_ns > 0)
    return text + "; they may have slept, or waited for what the trace does not show, for up to " +
           duration_text_ns(blocked_ns) + " of " + duration_text_ns(run_ns) + ": find out why.";
  // Without processors, tasks and messages are late, whatever the program does.
  const bool is_advised = !lacks_processors(trace, analysis.makespan_ns) ||
                          gain_of_processors(trace, analysis) < min_gain_of_processors;
  if (worst == nullptr || of_makespan(analysis, run_ns) >= mostly_running)
    return text + (is_advised ? ": " + running_advice(trace, analysis) : "") + ".";
  const std::string largest = text + "; the largest part of the rest, " + duration_text_ns(worst->ns) + ", ";
  if (const ChainLink& last = analysis.chain.links.back();
      last.task.is_none() && last.kind == worst->kind && 2 * (last.end_ns - last.begin_ns) > worst->ns)
    return largest + "came after the last task.";
  const std::string rest = largest + "was ";
  // A task that waits for a lock is ready, and has a worker.
  if (2 * lock_waits_ns(trace, analysis.chain, worst->kind) > worst->ns)
    return rest + "mostly waiting for a lock" +
           (is_advised ? ": hold locks for less time, or use more of them" : ", or for a processor") + ".";
  // Without tasks that it creates, a fork-join program has nothing that another worker could take.
  if (worst->kind == ChainLink::Kind::ready_wait && trace.recorded.fork_join && !creates_tasks(trace))
    return rest + "waiting for barriers to end, or for threads to start" +
           (is_advised ? ": fewer barriers and regions, or longer ones, may help" : ", or for a processor") +
           ".";
  if (worst->kind == ChainLink::Kind::ready_wait && trace.recorded.fork_join)
    return rest + "waiting for " + std::string(link_text(worst->kind).awaited) +
           (is_advised ? ": larger tasks may help" : ", or for a processor") + ".";
  return rest + "waiting for " + std::string(link_text(worst->kind).awaited) +
         (is_advised ? wait_advice(trace, worst->kind) : "") + ".";
}

}  // namespace

std::vector<std::string> critical_path_sentences(const Trace& trace, const CriticalPathAnalysis& analysis) {
  std::vector<std::string> sentences{bound_sentence(trace, analysis)};
  if (analysis.state == State::known) sentences.push_back(chain_sentence(trace, analysis));
  if (lacks_processors(trace, analysis.makespan_ns)) sentences.push_back(processor_sentence(trace, analysis));
  if (analysis.state != State::without_times)
    sentences.push_back("Work: " + duration_text_ns(analysis.work_bound_ns) + " per worker, " +
                        makespan_share(analysis, analysis.work_bound_ns) + ".");
  return sentences;
}

}  // namespace gusset::traces
