// Loops, sections and singles that give threads unequal work.
#include <algorithm>
#include <cmath>

#include "answers/findings/rules.hpp"
#include "answers/loop_table.hpp"

namespace gusset::traces::rules {
namespace {

/// A smaller share of the threads' time in a loop is the usual noise.
constexpr double min_lost_share = 0.05;

/// If threads lack processors, a loop that loses less may lose it to that: its times leave out only what is
/// known to be such time.
constexpr double sure_despite_lack = 0.1;

/// Only long executions of inferred work are recorded. If they cost less, they say little about the rest.
constexpr double min_inferred_cost = 0.02;

/// In a shorter loop, fetching chunks takes a large part of the time.
constexpr std::int64_t short_loop_ns = 500'000;
/// How long iterations are is unknown: in chunks of one, fetching them could take longer than running them.
constexpr std::uint64_t several_executions = 4;
constexpr const char* long_chunks = "schedule(dynamic) with chunks of 100 µs or more";
/// If the recorded executions take a smaller part of their regions' time, they say little about them.
constexpr double min_part_of_regions = 0.1;
/// Likewise, of all executions, even if they take most of the time.
constexpr double min_part_of_executions = 0.01;
/// If a thread does so much of the work, it hardly matters how little another one does.
constexpr double nearly_all_of_work = 0.95;
/// If inferred work takes at least this part of its regions' time, it is called the work in the region.
constexpr double nearly_all_of_regions = 0.9;

using Construct = WorkConstruct;

/// The loop's part of the threads' time in regions of its type.
double part_of_regions(const VerdictFacts& facts, const LoopStatistics& loop) {
  const auto& types = facts.statistics.types;
  const auto regions = std::ranges::find(types, loop.region, &TypeStatistics::type);
  const double regions_ns = regions == types.end() ? 0.0 : to_double(regions->busy_ns);
  return regions_ns > 0.0 ? to_double(loop.busy_ns + loop.lost_ns) / regions_ns : 1.0;
}

/// Whether the recorded executions are most of what the threads did between the barriers of their regions.
/// Short executions are not recorded, and differences between a few of many executions say nothing.
bool are_most_executions(const VerdictFacts& facts, const LoopStatistics& loop) {
  const ForkJoin& fork_join = facts.trace.fork_join;
  std::uint64_t unrecorded = 0;  // barriers that a thread passed without a recorded construct before them
  for (std::size_t w = 0; w < fork_join.waits.size(); ++w) {
    const TaskWait& wait = fork_join.waits[w];
    if (wait.kind != TaskWait::Kind::barrier || facts.loops.ended_at[w] != Loops::none) continue;
    const TaskId part = facts.trace.lanes[wait.span.lane.value()].spans.task[wait.span.index];
    if (!part.is_none() && facts.trace.tasks.type[part.value()] == loop.region) ++unrecorded;
  }
  const double recorded = to_double(loop.executions) * facts.workers();
  if (recorded >= to_double(unrecorded)) return true;
  // The operating system makes a few of very many executions long.
  return 2.0 * part_of_regions(facts, loop) >= 1.0 &&
         recorded >= min_part_of_executions * to_double(unrecorded);
}

/// How long a thread did not use its processor in the loop: it slept, read or wrote files, or waited, or may
/// also have had none. As in Preemptions, the end of a recorded interval counts as that time.
NotWorking not_working_in(const VerdictFacts& facts, const LoopStatistics& loop, WorkerId worker) {
  const Trace& trace = facts.trace;
  const std::vector<ProcessorUse>& uses = trace.processor_time.uses;
  const auto first = std::ranges::lower_bound(uses, worker, {}, &ProcessorUse::worker);
  const auto last = std::ranges::upper_bound(uses, worker, {}, &ProcessorUse::worker);
  std::vector<bool> is_its_construct;
  for (const Construct& construct : trace.worksharing.constructs)
    is_its_construct.push_back(construct == loop.construct);
  NotWorking sum;
  for (const WorkShare& share : trace.worksharing.shares) {
    if (!is_its_construct[trace.worksharing.executions[share.execution].construct]) continue;
    const LaneId lane = facts.times.lane[share.task.value()];
    if (lane.is_none() || trace.lanes[lane.value()].worker != worker) continue;
    auto use = std::ranges::upper_bound(first, last, share.begin_ns, {}, &ProcessorUse::end_ns);
    for (; use != last && use->begin_ns < share.end_ns; ++use) {
      const auto in_share_ns = [&](std::int64_t ns) {
        return std::max<std::int64_t>(
            0, std::min(share.end_ns, use->end_ns) - std::max(share.begin_ns, use->end_ns - ns));
      };
      sum.blocked_ns += in_share_ns(blocked_ns(*use));
      sum.unclear_ns += in_share_ns(unclear_ns(*use));
    }
  }
  return sum;
}

/// The threads that take the least and the most time in a loop.
struct UnevenThreads {
  WorkerId less;
  WorkerId more;
  double ratio = 1.0;             ///< the time of `more` ÷ the time of `less`
  double part = 0.0;              ///< the part of all threads' time that `more` takes
  NotWorking asleep = {};         ///< not_working_in() of `more`
  bool is_from_sleeping = false;  ///< whether `more` would hardly be late without that
};

/// Whether threads wait mostly because in each execution another thread takes longest, so that their sums say
/// little.
bool do_threads_take_turns(const LoopStatistics& loop) {
  if (loop.executions < 2 || loop.construct.kind == Construct::Kind::single) return false;
  const std::vector<std::int64_t>& busy_ns = loop.busy_by_worker_ns;
  const std::int64_t most_ns = *std::ranges::max_element(busy_ns);
  std::int64_t explained_ns = 0;
  for (const std::int64_t each_ns : busy_ns) explained_ns += most_ns - each_ns;
  return 2 * explained_ns < loop.lost_ns;
}

/// Nothing if they take about equally long, if only one should take any time, or if they take turns.
std::optional<UnevenThreads> uneven_threads(const VerdictFacts& facts, const LoopStatistics& loop) {
  if (loop.construct.kind == Construct::Kind::single) return {};
  const std::vector<std::int64_t>& busy_ns = loop.busy_by_worker_ns;
  std::vector<std::size_t> workers;  // the workers that took part
  for (std::size_t worker = 0; worker < busy_ns.size(); ++worker) {
    if (busy_ns[worker] > 0) workers.push_back(worker);
  }
  if (workers.size() < 2) return {};
  const auto [less, more] =
      std::ranges::minmax_element(workers, {}, [&](std::size_t worker) { return busy_ns[worker]; });
  UnevenThreads threads{WorkerId(*less), WorkerId(*more)};
  threads.ratio = to_double(busy_ns[*more]) / to_double(busy_ns[*less]);
  threads.part = to_double(busy_ns[*more]) / to_double(loop.busy_ns);
  if (threads.ratio < slow_ratio) return {};
  threads.asleep = not_working_in(facts, loop, threads.more);
  threads.is_from_sleeping = 2 * threads.asleep.sum_ns() >= busy_ns[*more] - busy_ns[*less];
  if (!threads.is_from_sleeping && do_threads_take_turns(loop)) return {};
  return threads;
}

/// "The loop at lu.c:41 (static)"
std::string loop_text(const VerdictFacts& facts, const LoopStatistics& loop) {
  const Construct& construct = loop.construct;
  const std::string& region = facts.trace.types[loop.region.value()];
  const std::string place = at_place(facts.trace, loop);
  switch (construct.kind) {
    case Construct::Kind::sections:
      return "The sections " + place + " leave";
    case Construct::Kind::single:
      return "The single " + place + " leaves";
    case Construct::Kind::inferred:
      return (part_of_regions(facts, loop) < nearly_all_of_regions ? "Part of the work in "
                                                                   : "The work in ") +
             named(region) +
             (region == "parallel " + construct_place(facts.trace, loop) ? ""
                                                                         : " up to the barrier " + place) +
             " leaves";
    case Construct::Kind::loop:
      break;
  }
  const std::string schedule = schedule_text(construct);
  return "The loop " + place + (schedule.empty() ? "" : " (" + schedule + ")") + " leaves";
}

/// Whether times leave out what is known to be waiting for a processor, which is not all of it.
bool is_without_processors(const VerdictFacts& facts) {
  return preempted_share(facts) > max_preempted_share;
}

/// ": thread 1 takes 4.0 times as long as thread 0", if the same thread tends to take longer.
std::string uneven_text(const VerdictFacts& facts, const LoopStatistics& loop,
                        const std::optional<UnevenThreads>& threads) {
  if (!threads && do_threads_take_turns(loop))
    return ": in its " + count_text(loop.executions, "execution") +
           (loop.construct.kind == Construct::Kind::inferred ? " of which times were recorded" : "") +
           ", one thread takes longer than another, but not always the same";
  if (!threads) return "";
  const std::string more = ": " + worker_place(facts.trace, threads->more);
  const std::string text =
      threads->part >= nearly_all_of_work
          ? more + " does " + percent_text(threads->part) + " of it"
          : more + " takes " + (is_without_processors(facts) ? "about " : "") +
                fixed_text(threads->ratio, 1) + " times as long as " +
                worker_place(facts.trace, threads->less) +
                (loop.executions > 1 ? " in all " + count_text(loop.executions, "execution") + " together"
                                     : "");
  if (!threads->is_from_sleeping) return text;
  const std::string asleep = duration_text_ns(threads->asleep.sum_ns());
  if (threads->asleep.unclear_ns > 0)
    return text + ", because it does not use its processor for " + asleep +
           " (it sleeps, reads or writes files, waits, or has none: which of these was not recorded)";
  return text + ", because it gives up its processor for " + asleep +
         " (it sleeps, reads or writes files, or waits)";
}

std::string of_makespan(const VerdictFacts& facts, std::int64_t gain_ns) {
  return duration_text_ns(gain_ns) + " of " + duration_text_ns(facts.statistics.makespan_ns);
}

/// " would save at most 12.0 ms of 85.0 ms". Threads that lack processors can't use a better division, or use
/// it in an unknown way.
std::string saving_text(const VerdictFacts& facts, std::int64_t gain_ns) {
  return is_without_processors(facts)
             ? " would save time if each thread had a processor (how much was not measured)"
             : " would save at most " + of_makespan(facts, gain_ns);
}

bool is_long(const LoopStatistics& loop) {
  return loop.awaited > 0 && loop.elapsed_ns / static_cast<std::int64_t>(loop.awaited) >= short_loop_ns;
}

/// Whether threads wait mostly in one of many executions. If it is not known what they ran, that is rather a
/// delay than their work.
bool is_in_one_execution(const LoopStatistics& loop) {
  return loop.awaited >= several_executions && 4 * loop.longest_lost_ns > 3 * loop.lost_ns;
}

/// What to do if it is not known what the threads ran.
std::string inferred_advice(const VerdictFacts& facts, const LoopStatistics& loop,
                            const std::optional<UnevenThreads>& threads) {
  const std::string at_most = saving_text(facts, loop.even_gain_ns);
  if (threads && threads->part >= nearly_all_of_work) return "; dividing it evenly" + at_most;
  const bool may_be_loop = is_long(loop) && is_of_gcc(facts.trace);
  return (threads ? ". If " + worker_place(facts.trace, threads->more) + " has more to do"
                  : std::string(". If the threads have different amounts of work")) +
         ", which was not recorded, dividing it evenly" + at_most +
         (may_be_loop ? std::string("; if it is a static loop (GCC's programs do not report these), ") +
                            long_chunks + " may do so or, in nested loops with few iterations, collapse"
                      : "") +
         (threads ? ". If it takes longer for the same work"
                  : ". If they have the same, but slow each other") +
         ", a recording on one thread shows that (gusset report --baseline)";
}

/// Likewise, of all threads.
NotWorking not_working_in(const VerdictFacts& facts, const LoopStatistics& loop) {
  NotWorking sum;
  for (std::size_t worker = 0; worker < loop.busy_by_worker_ns.size(); ++worker) {
    const NotWorking of_worker = not_working_in(facts, loop, WorkerId(worker));
    sum.blocked_ns += of_worker.blocked_ns;
    sum.unclear_ns += of_worker.unclear_ns;
  }
  return sum;
}

/// What to do about a single.
std::string single_advice(const VerdictFacts& facts, const LoopStatistics& loop) {
  const NotWorking asleep = not_working_in(facts, loop);
  const double part = loop.busy_ns > 0 ? to_double(asleep.sum_ns()) / to_double(loop.busy_ns) : 0.0;
  const bool sleeps = part >= worth_mentioning;
  // Dividing the work does not shorten a wait.
  const double gain_ns = to_double(loop.even_gain_ns) * (sleeps ? std::max(0.0, 1.0 - part) : 1.0);
  return (sleeps ? "; for " + duration_text_ns(asleep.sum_ns()) + " of " + duration_text_ns(loop.busy_ns) +
                       ", it does not use its processor (it sleeps, reads or writes files" +
                       (asleep.unclear_ns > 0 ? ", waits, or has none" : ", or waits") +
                       "): find out why; sharing the rest of its work evenly"
                 : std::string("; sharing its work evenly")) +
         saving_text(facts, std::llround(gain_ns)) +
         "; if the threads do not need its result, and work follows in the region that is not divided in "
         "advance (such as a dynamic loop), nowait may help (not with copyprivate)";
}

/// What to do, and what it would save at most. Only recorded chunks can be replayed.
std::string advice(const VerdictFacts& facts, const LoopStatistics& loop,
                   const std::optional<UnevenThreads>& threads) {
  // Dividing the work does not shorten a wait.
  if (threads && threads->is_from_sleeping)
    return threads->asleep.unclear_ns > 0 ? "; find out why" : "; find out what it waits for";
  const std::string at_most = saving_text(facts, loop.even_gain_ns);
  switch (loop.construct.kind) {
    case Construct::Kind::sections:
      return "; sections of equal length" + at_most;
    case Construct::Kind::single:
      return single_advice(facts, loop);
    case Construct::Kind::inferred:
      return inferred_advice(facts, loop, threads);
    case Construct::Kind::loop:
      break;
  }
  const bool has_chunks = loop.dynamic_gain_ns && loop.chunks > 0;
  if (loop.construct.ordered) return "; an even distribution" + at_most;
  if (loop.construct.schedule == Construct::Schedule::dynamic ||
      loop.construct.schedule == Construct::Schedule::guided) {
    if (has_chunks && *loop.reversed_gain_ns > 0 && *loop.reversed_gain_ns >= loop.even_gain_ns / 2)
      return "; running the loop's chunks in reverse order would save " +
             of_makespan(facts, *loop.reversed_gain_ns) + " (replayed)";
    // A guided loop begins with large chunks, whatever its chunk size.
    const bool is_guided = loop.construct.schedule == Construct::Schedule::guided;
    return (is_guided                   ? "; schedule(dynamic)"
            : loop.construct.chunk == 1 ? "; iterations of equal length"
                                        : "; smaller chunks") +
           at_most;
  }
  if (has_chunks && *loop.dynamic_gain_ns > 0)
    return "; schedule(dynamic) with the same chunks would save " +
           of_makespan(facts, *loop.dynamic_gain_ns) + " (replayed)";
  return "; " + std::string(is_long(loop) ? long_chunks : "dividing it evenly") + at_most;
}

}  // namespace

std::vector<bool> explained_loops(const VerdictFacts& facts) {
  std::vector<bool> explained(facts.loops.loops.size(), false);
  const bool has_undeferred = undeferred_tasks(facts).has_value();
  const std::optional<Finding> regions = short_regions(facts);
  for (std::size_t i = 0; i < explained.size(); ++i) {
    const Construct& construct = facts.loops.loops[i].construct;
    if (regions && regions->targets.front().type == facts.loops.loops[i].region) {
      explained[i] = true;
      continue;
    }
    explained[i] = construct.kind == Construct::Kind::single ? has_undeferred
                   : construct.kind == Construct::Kind::inferred
                       ? facts.fine_lock.has_value()
                       : construct.ordered && facts.idle_share(IdleCause::lock) >= min_cost;
  }
  return explained;
}

const LoopStatistics* uneven_loop(const VerdictFacts& facts) {
  const std::vector<bool> explained = explained_loops(facts);
  for (std::size_t i = 0; i < explained.size(); ++i) {
    const LoopStatistics& loop = facts.loops.loops[i];
    if (explained[i]) continue;
    if (facts.share(to_double(loop.lost_ns)) < min_cost) break;  // they are sorted by lost time
    if (loop.lost_share() < min_lost_share) continue;
    if (loop.construct.kind == Construct::Kind::inferred &&
        (facts.share(to_double(loop.lost_ns)) < min_inferred_cost ||
         part_of_regions(facts, loop) < min_part_of_regions || !are_most_executions(facts, loop) ||
         is_in_one_execution(loop)))
      continue;
    const double share = facts.share(to_double(loop.lost_ns));
    // Threads may also wait for the tasks that a single creates, which take longer without a processor.
    const double sure =
        loop.construct.kind == Construct::Kind::single && has_created_tasks(facts) ? 1.0 : sure_despite_lack;
    return share < sure && may_be_preemption(facts, share) ? nullptr : &loop;
  }
  return nullptr;
}

std::pair<TypeId, NotWorking> not_working_in_single(const VerdictFacts& facts) {
  const LoopStatistics* const loop = uneven_loop(facts);
  if (loop == nullptr || loop->construct.kind != Construct::Kind::single) return {};
  return {loop->region, not_working_in(facts, *loop)};
}

std::optional<Finding> loop_imbalance(const VerdictFacts& facts) {
  const LoopStatistics* const loop = uneven_loop(facts);
  if (loop == nullptr) return {};
  const double share = facts.share(to_double(loop->lost_ns));
  // Busy threads that differ a little may have equal work: how long they take alone is the first question.
  const bool may_be_even =
      loop->construct.kind == Construct::Kind::inferred && facts.statistics.busy_share >= well_used_share;
  const double cost = may_be_even                    ? std::min(share, well_used_cost - 0.001)
                      : is_without_processors(facts) ? std::min(share, preempted_share(facts) - 0.001)
                                                     : share;
  const std::string name = type_name(facts, loop->region);
  const std::optional<UnevenThreads> threads = uneven_threads(facts, *loop);
  return Finding{
      Kind::loop_imbalance,
      cost,
      loop_text(facts, *loop) + " threads waiting for " + (is_without_processors(facts) ? "about " : "") +
          percent_text(loop->lost_share()) + " of their time in " +
          (loop->construct.kind == Construct::Kind::sections ? "them" : "it") +
          (is_without_processors(facts) ? " (as it would be if each thread had a processor)" : "") +
          uneven_text(facts, *loop, threads) + advice(facts, *loop, threads) + ".",
      command(facts, "info"),
      {{"share", share},
       {"lost_share", loop->lost_share()},
       {"executions", to_double(loop->executions)},
       {"most_gain_ns", to_double(loop->even_gain_ns)}},
      {Target::of_type(name, loop->region)}};
}

}  // namespace gusset::traces::rules
