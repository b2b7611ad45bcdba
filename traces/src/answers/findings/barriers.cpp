// Threads that wait for each other at barriers.
#include <algorithm>

#include "answers/findings/rules.hpp"

namespace gusset::traces::rules {
namespace {

/// Whether regions of this type have worksharing loops.
bool has_loops(const VerdictFacts& facts, TypeId region) {
  return std::ranges::any_of(facts.loops.loops, [region](const LoopStatistics& loop) {
    return loop.construct.kind == WorkConstruct::Kind::loop && loop.region == region;
  });
}

/// ": its part took 200 ms, that of thread 1 40.7 ms", if the regions of that type are a single one.
std::string parts_text(const VerdictFacts& facts, const BarrierLoss& loss) {
  const Trace& trace = facts.trace;
  std::vector<TaskId> by_worker(trace.workers.size());
  for (std::size_t task = 0; task < facts.is_part.size(); ++task) {
    const LaneId lane = facts.times.lane[task];
    if (!facts.is_part[task] || trace.tasks.type[task] != loss.type || lane.is_none()) continue;
    TaskId& part = by_worker[trace.lanes[lane.value()].worker.value()];
    if (!part.is_none()) return "";
    part = TaskId(task);
  }
  const TaskId longest = by_worker[loss.last.value()];
  TaskId shortest = longest;
  const auto duration_ns = [&](TaskId task) { return facts.times.duration_ns[task.value()]; };
  for (const TaskId part : by_worker) {
    if (part.is_none() || longest.is_none()) continue;
    if (duration_ns(part) > duration_ns(longest)) return "";
    if (duration_ns(part) < duration_ns(shortest)) shortest = part;
  }
  if (shortest == longest) return "";
  return ": its part took " + duration_text_ns(duration_ns(longest)) + ", that of " +
         worker_place(trace, trace.lanes[facts.times.lane[shortest.value()].value()].worker) + " " +
         duration_text_ns(duration_ns(shortest));
}

/// Whether threads waited mostly at one of several barriers.
bool is_at_one(const BarrierLoss& loss) {
  return loss.barriers > 1 && 4 * loss.longest_ns > 3 * loss.waited_ns;
}

/// Who came last, so that the others waited longest for it. That may be at few of the barriers.
std::string last_text(const VerdictFacts& facts, const BarrierLoss& loss, const std::string& last) {
  if (loss.barriers == 1) return last + " came last" + parts_text(facts, loss);
  if (is_at_one(loss))
    return percent_text(to_double(loss.longest_ns) / to_double(loss.waited_ns)) +
           " of that at one of them, at " + duration_text_ns(loss.longest_at_ns) + ", where " +
           worker_place(facts.trace, loss.longest_last) + " came last";
  const std::string times = " came last at " + count_text(loss.times_last) + " of them";
  if (2 * loss.times_last >= loss.barriers) return last + times;
  return percent_text(to_double(loss.waited_for_last_ns) / to_double(loss.waited_ns)) +
         " of that was waiting for " + last + ", which" + times;
}

}  // namespace

double barrier_cost(const VerdictFacts& facts) {
  return facts.share(to_double(facts.barriers.waited_anywhere_ns));
}

namespace {

/// Barriers that cost time which no other finding explains.
struct UnexplainedBarriers {
  BarrierLoss loss;
  bool are_some_explained = false;
};

std::optional<UnexplainedBarriers> unexplained_barriers(const VerdictFacts& facts) {
  std::vector<bool> explained = explained_loops(facts);
  if (const LoopStatistics* const loop = uneven_loop(facts); loop != nullptr)
    explained[static_cast<std::size_t>(loop - facts.loops.loops.data())] = true;
  const bool are_some_explained = std::ranges::find(explained, true) != explained.end();
  const BarrierLoss loss =
      are_some_explained ? costliest_barriers(facts.trace, facts.loops, explained) : facts.barriers;
  const double cost = facts.share(to_double(loss.waited_ns));
  if (cost < min_cost || may_be_preemption(facts, cost)) return {};
  if (short_regions(facts)) return {};  // how the work of short regions is divided matters little
  // Threads that all want one lock get it more or less often than others, so they arrive at different times.
  if (facts.fine_lock && cost < facts.share(facts.fine_lock->cost_ns)) return {};
  // Threads that sleep arrive late, which is another finding.
  if (loss.waited_ns <= not_working(facts, loss.type).sum_ns()) return {};
  if (undeferred_tasks(facts)) return {};  // the other threads wait for the one that runs all tasks
  return UnexplainedBarriers{loss, are_some_explained};
}

/// Whether most of the time at the barriers passes after the last thread has come.
bool are_slow_themselves(const BarrierLoss& loss) {
  return loss.uneven_ns < loss.waited_ns / 2;
}

/// " at barriers for 20.0 % of the time, in `parallel a.c:3`"
std::string at_barriers_text(const VerdictFacts& facts, const UnexplainedBarriers& barriers) {
  const std::string share =
      " for " + percent_text(facts.share(to_double(barriers.loss.waited_ns))) + " of the time";
  return (barriers.are_some_explained ? share + " at barriers that no other finding counts, in "
                                      : " at barriers" + share + ", in ") +
         type_name(facts, barriers.loss.type);
}

}  // namespace

std::optional<Finding> slow_barriers(const VerdictFacts& facts) {
  const auto barriers = unexplained_barriers(facts);
  if (!barriers || !are_slow_themselves(barriers->loss)) return {};
  const BarrierLoss& loss = barriers->loss;
  const double cost = facts.share(to_double(loss.waited_ns));
  return Finding{
      Kind::barrier_wait,
      cost,
      "Threads were" + at_barriers_text(facts, *barriers) + " (" + count_text(loss.barriers, "barrier") +
          "), mostly after the last thread had come: barriers, and recording them, take that long" +
          (facts.preempted_ns.empty() || preempted_share(facts) > 0.0
               ? ", or the operating system stopped threads in them"
               : "") +
          "; use fewer of them, for example longer loops, or nowait where the next work does not need "
          "what other threads computed.",
      command(facts, "idle"),
      {{"share", cost}, {"barriers", to_double(loss.barriers)}},
      {Target::of_type(type_name(facts, loss.type), loss.type)}};
}

namespace {

std::string even_work_advice(const VerdictFacts& facts, const BarrierLoss& loss) {
  return ": if the threads have different amounts of work, divide it more evenly" +
         std::string(has_loops(facts, loss.type) ? ", for example with another schedule of its loops" : "") +
         "; if not, some of them may be slower, for example because of memory that they share.";
}

}  // namespace

std::optional<Finding> barrier_wait(const VerdictFacts& facts) {
  const auto barriers = unexplained_barriers(facts);
  if (!barriers || are_slow_themselves(barriers->loss)) return {};
  const BarrierLoss& loss = barriers->loss;
  const double cost = facts.share(to_double(loss.waited_ns));
  const std::string name = type_name(facts, loss.type);
  const std::string last = worker_place(facts.trace, loss.last);
  return Finding{
      Kind::barrier_wait,
      cost,
      "Threads waited for each other" + at_barriers_text(facts, *barriers) + " (" +
          count_text(loss.barriers, "barrier") + "; " + last_text(facts, loss, last) + ")" +
          (is_at_one(loss) ? "; find out what delayed that thread." : even_work_advice(facts, loss)),
      command(facts, is_at_one(loss) ? "view" : "stats --by worker"),
      {{"share", cost}, {"barriers", to_double(loss.barriers)}, {"last_at", to_double(loss.times_last)}},
      {Target::of_type(name, loss.type), Target::of_worker(last, loss.last)}};
}

}  // namespace gusset::traces::rules
