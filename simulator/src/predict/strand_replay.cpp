#include "strand_replay.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "accessed_bytes.hpp"
#include "costs/measured_overheads.hpp"
#include "gusset/base/numbers.hpp"
#include "gusset/base/text.hpp"
#include "gusset/core/errors.hpp"
#include "gusset/traces/analysis/causes/critical_path.hpp"
#include "gusset/traces/analysis/causes/idle.hpp"
#include "gusset/traces/analysis/graph/speedup.hpp"
#include "gusset/traces/analysis/time/blocked_time.hpp"
#include "gusset/traces/analysis/time/fine_lock.hpp"
#include "gusset/traces/analysis/time/loops.hpp"
#include "gusset/traces/analysis/time/preempted_time.hpp"
#include "gusset/traces/analysis/time/single_time.hpp"
#include "gusset/traces/analysis/time/slowdown.hpp"
#include "gusset/traces/analysis/time/statistics.hpp"
#include "gusset/traces/analysis/time/task_table.hpp"
#include "gusset/traces/answers/verdict.hpp"
#include "replay_stream.hpp"

namespace gusset::simulator {
namespace {

using traces::IdleCause;
using traces::TaskId;
using traces::Trace;

/// Above this share of the tasks' time, the runtime's own costs decide the makespan. They grow with the
/// number of threads, by an amount that the trace does not show.
constexpr double max_start_share = 0.05;
/// No OpenMP runtime starts a task in less.
constexpr double min_start_s = 100e-9;
/// Above this share of the work, it matters how the iterations of loops are divided among threads.
constexpr double max_share_in_regions = 0.05;
/// How a smaller share of the work is divided among threads hardly matters.
constexpr double min_assumed_share = 0.01;
/// Threads also wait for the recording, and for the kernel.
constexpr double min_blocked_share = 0.05;
/// Above this share of the work, it matters what it costs to fetch the chunks of loops.
constexpr double max_share_in_fine_loops = 0.05;
/// Up to this share of the tasks' time beside others, it hardly matters whether they take longer then.
constexpr double max_share_beside = 0.05;
/// Tasks may take this much longer beside others, or shorter, if that grows linearly with the number of
/// others.
constexpr double max_slowdown = 0.05;
/// A replay of the recorded run may differ from the run by this share. For programs whose predictions were
/// within 10 %, the replay differed by up to 1.5 %.
constexpr double max_repetition_error = 0.05;
/// Two runs do the same work if their numbers of tasks differ by no more than this share.
constexpr double max_task_difference = 0.01;

/// If most of a loop's time is the runtime's, the time may change with the number of threads.
std::optional<std::string> fine_loop_doubt(const Trace& trace, const StrandTimes& times) {
  double fine_s = 0.0;
  const traces::LoopStatistics* longest = nullptr;
  const traces::Loops loops = traces::loops_of(trace);
  for (const traces::LoopStatistics& loop : loops.loops) {
    if (!loop.has_fine_chunks()) continue;
    fine_s += seconds(loop.busy_ns);
    if (longest == nullptr || loop.busy_ns > longest->busy_ns) longest = &loop;
  }
  if (longest == nullptr || fine_s <= max_share_in_fine_loops * times.work_s) return {};
  return "chunks of the loop near " + longest->construct.place + " take " +
         duration_text(*longest->mean_chunk_ns() * 1e-9) +
         " on average, including the time to fetch them, and how the cost of fetching grows with the number "
         "of threads is unknown";
}

/// A lock that is expensive to take may become more expensive with more threads.
std::optional<std::string> fine_lock_doubt(const Trace& trace, const StrandTimes& times) {
  const std::optional<traces::FineLock> lock = traces::finest_lock(trace);
  if (!lock || lock->cost_ns * 1e-9 < traces::min_fine_lock_cost * times.work_s) return {};
  return "threads take " + trace.fork_join.locks[lock->lock] + " " + count_text(lock->holds, "time") +
         ", for " + duration_text(lock->mean_hold_ns * 1e-9) +
         " each on average, and how the cost of taking it grows with the number of threads is unknown";
}

/// With one thread, the runtime runs each task where it is created, and nothing runs beside it.
std::string one_thread_doubt() {
  return "a recording of one thread shows neither what starting tasks costs on several threads nor whether "
         "tasks take longer beside others, for example because of short critical sections or of memory that "
         "they share; record several threads too";
}

/// A baseline shows nothing if its thread had to wait for a processor.
std::optional<std::string> busy_baseline_doubt(const Trace& one_thread) {
  const double work_s = seconds(traces::compute_statistics(one_thread).busy_ns);
  const double preempted_s = seconds(traces::preempted_in_runs_ns(one_thread));
  if (preempted_s <= traces::max_preempted_share * work_s) return {};
  return "in the baseline, the thread waited for a processor for " + percent_text(preempted_s / work_s) +
         " of the time in tasks";
}

/// Adds these shares of a task's time.
void add(WorkShare& sum, const WorkShare& share, double task_s) {
  sum.min_s += share.min_s * task_s;
  sum.max_s += share.max_s * task_s;
}

/// Says that such a share of the work is in `where`: "73.8 % of the work is in regions", or "up to 73.8 % of
/// the work is in regions (at least 0.9 %: `unknown`)".
std::string share_text(const WorkShare& share, double work_s, const std::string& where,
                       const std::string& unknown) {
  const std::string min = percent_text(share.min_s / work_s);
  const std::string max = percent_text(share.max_s / work_s);
  return (min == max ? max : "between " + min + " and " + max) + " of the work is in " + where +
         (min == max ? "" : " (" + unknown + ")");
}

/// Whether threads had no processor for a notable part of the run, idle or not.
bool lacked_processors(const Trace& trace) {
  std::int64_t without_ns = 0;
  for (const traces::ProcessorUse& use : trace.processor_time.uses) {
    if (use.delay_ns != traces::unknown_time)
      without_ns += use.delay_ns;
    else if (use.preemptions > 0)
      without_ns += use.end_ns - use.begin_ns - use.processor_ns;
  }
  return seconds(without_ns) >
         traces::max_preempted_share * seconds(traces::last_end_ns(traces::task_times(trace)));
}

/// Goes on after traces::start_assumption.
std::string start_text(const StartCost& start, bool lacked_processors) {
  const bool takes_time = start.seconds > 0.0;
  const std::string text =
      takes_time ? duration_text(start.seconds) : std::string(traces::starts_take_nothing);
  switch (start.source) {
    case StartCost::Source::given:
      return text + ", as given";
    case StartCost::Source::measured:
      return text + (takes_time ? ", as measured in the trace"
                                : " (threads were never idle while a task could start)");
    case StartCost::Source::too_few:
      return text + " (unknown: too few tasks begin right after another one ends" +
             (lacked_processors ? " while their threads have processors)" : ")");
    case StartCost::Source::hidden:
      break;
  }
  return text + " (unknown: the thread that creates the tasks also runs them" +
         (lacked_processors ? ", or threads had no processor)" : ")");
}

/// A worker that the run's verdict calls slow may be as fast as the others in another run.
std::optional<std::string> slow_worker_doubt(const Trace& trace) {
  if (trace.metadata.origin != traces::Origin::measured) return {};
  for (const traces::Finding& finding : traces::verdict(trace).findings) {
    if (finding.kind != traces::Finding::Kind::slow_worker) continue;
    if (const auto ratio = finding.figure("ratio"))
      return "on one thread, tasks of the same types took " + ratio_text(*ratio) +
             " times as long as on the others (see gusset report), and other runs may differ in that";
  }
  return {};
}

/// Whether all threads had to run on the same processor.
bool share_one_processor(const Trace& trace) {
  const std::vector<traces::Binding>& bindings = trace.processor_time.bindings;
  return !bindings.empty() && std::ranges::all_of(bindings, [&](const traces::Binding& binding) {
    return binding.processors == 1 && binding.affinity == bindings.front().affinity;
  });
}

bool has_parent(const Trace& trace, TaskId task) {
  return trace.recorded.parents && !trace.tasks.parent[task.value()].is_none();
}

/// The tasks whose creator went on only after they had ended (the if clause was false, or the creator final).
std::uint64_t undeferred_tasks(const Trace& trace) {
  return static_cast<std::uint64_t>(
      std::ranges::count(trace.fork_join.joined, traces::JoinedTask::no_region, &traces::JoinedTask::region));
}

std::uint64_t explicit_tasks(const Trace& trace) {
  const std::vector<bool> is_part = traces::region_parts(trace);
  std::uint64_t tasks = 0;
  for (std::size_t t = 0; t < is_part.size(); ++t) tasks += !is_part[t] && has_parent(trace, TaskId(t));
  return tasks;
}

}  // namespace

Result<StrandTimes> strand_times(const Trace& trace, const traces::Strands& strands,
                                 const ReplayInputs& inputs, StartCost start) {
  const double start_s = start.seconds;
  const std::vector<bool> is_part = traces::region_parts(trace);
  std::vector<std::int64_t> duration_ns = traces::task_times(trace).duration_ns;
  const traces::TimeInSingles in_singles = traces::time_in_singles(trace);
  const std::vector<std::int64_t> in_loops_ns = traces::time_in_loops_ns(trace);
  const AccessedBytes bytes(trace);
  StrandTimes times;
  times.start = start;
  times.blocked_s = seconds(traces::blocked_in_runs(trace).total_ns);
  times.undeferred = undeferred_tasks(trace);
  for (std::size_t t = 0; t < duration_ns.size(); ++t) {
    const std::string& type = type_name(trace, TaskId(t));
    /// The share of the task's time that remains without these parts of it.
    const auto share_without = [own_ns = duration_ns[t]](std::int64_t parts_ns) {
      return own_ns > parts_ns ? static_cast<double>(own_ns - parts_ns) / static_cast<double>(own_ns) : 0.0;
    };
    const std::int64_t ended_ns = in_singles.ended_ns[t];
    const std::int64_t open_ns = in_singles.open_ns[t];
    const WorkShare in_regions{share_without(ended_ns + open_ns), share_without(in_singles.alone_ns[t])};
    const WorkShare outside_loops{share_without(ended_ns + open_ns + in_loops_ns[t]),
                                  share_without(ended_ns + in_loops_ns[t])};
    if (inputs.costs != nullptr) {
      try {
        const double work = trace.recorded.work ? trace.tasks.work[t] : 0.0;
        const TaskShape shape{type, work, bytes.of(TaskId(t))};
        duration_ns[t] = static_cast<std::int64_t>(inputs.costs->cost(shape).seconds * 1e9);
      } catch (const SimulationError& error) {
        return Error{inputs.name, "costs for all tasks", error.what()};
      }
    }
    if (const auto factor = inputs.scale.find(type); factor != inputs.scale.end())
      duration_ns[t] = static_cast<std::int64_t>(static_cast<double>(duration_ns[t]) * factor->second);
    times.work_s += seconds(duration_ns[t]);
    if (is_part[t]) {
      add(times.in_regions, in_regions, seconds(duration_ns[t]));
      add(times.outside_loops, outside_loops, seconds(duration_ns[t]));
    }
    if (!is_part[t] && has_parent(trace, TaskId(t))) ++times.tasks;
    times.has_regions |= is_part[t];
  }
  std::vector<bool> is_joined(trace.tasks.size(), false);
  for (const traces::JoinedTask& joined : trace.fork_join.joined) is_joined[joined.task.value()] = true;
  const std::vector<std::int64_t> strand_ns = strands.durations_ns(duration_ns);
  times.seconds.reserve(strand_ns.size());
  for (std::size_t s = 0; s < strand_ns.size(); ++s) {
    const TaskId task = strands.task_of(TaskId(s));
    const bool is_started =
        strands.is_first(TaskId(s)) && !is_joined[task.value()] && has_parent(trace, task);
    times.seconds.push_back(seconds(strand_ns[s]) + (is_started ? start_s : 0.0));
    if (is_started) times.starts_s += start_s;
  }
  return times;
}

double critical_path_s(const traces::Strands& strands, const StrandTimes& times) {
  std::vector<std::int64_t> duration_ns;
  duration_ns.reserve(times.seconds.size());
  for (const double each_s : times.seconds) duration_ns.push_back(std::llround(each_s * 1e9));
  const auto bound = traces::critical_bound(strands.graph(), duration_ns);
  return bound ? seconds(bound->length_ns) : 0.0;
}

StartCost measured_start_cost(const Trace& trace, const traces::TaskGraph& graph) {
  MeasuredOverheads measured;
  measured.add(trace);
  const std::optional<double> quick_s = measured.quick_switch_s();
  if (!quick_s) return {};
  const traces::IdleParts idle = traces::idle_time(trace, graph).total;
  std::int64_t starting_ns = 0;
  for (const IdleCause cause :
       {IdleCause::ready_not_taken, IdleCause::release, IdleCause::submitting, IdleCause::unknown})
    starting_ns += idle.of(cause);
  // Starting all tasks took no longer than that. The quartile of a few gaps could exceed it, where some tasks
  // start much faster than others.
  const double most_s =
      seconds(starting_ns) / static_cast<double>(std::max<std::size_t>(1, trace.tasks.size()));
  const double start_s = std::min(*quick_s, most_s);
  // Then most starts are part of what the creating thread did, or threads had no processor then.
  if (start_s > 0.0 && start_s < min_start_s) return {0.0, StartCost::Source::hidden};
  return {start_s, StartCost::Source::measured};
}

/// Whether each word in which the commands differ ends with the number of threads of its run, as in
/// "--threads=2", and is equal before it.
bool differ_in_threads(const std::vector<std::string>& a, unsigned a_threads,
                       const std::vector<std::string>& b, unsigned b_threads) {
  const auto before_number = [](const std::string& word, unsigned threads) {
    const std::size_t end = word.find_last_not_of("0123456789") + 1;
    return word.substr(end) == std::to_string(threads) ? std::optional(word.substr(0, end)) : std::nullopt;
  };
  return std::ranges::equal(a, b, [&](const std::string& own, const std::string& other) {
    const auto start = before_number(own, a_threads);
    return own == other || (start && start == before_number(other, b_threads));
  });
}

/// The words of a recorded command. A shell's script is split, too.
std::vector<std::string> words_of(const Trace& trace) {
  std::vector<std::string> words;
  for (const std::string& argument : trace.metadata.command) {
    for (std::size_t begin = 0; begin <= argument.size();) {
      const std::size_t end = std::min(argument.find(' ', begin), argument.size());
      words.push_back(argument.substr(begin, end - begin));
      begin = end + 1;
    }
  }
  return words;
}

std::vector<std::string> strand_assumptions(const Trace& trace, const StrandTimes& times,
                                            const ReplayInputs& inputs, unsigned threads) {
  std::vector<std::string> assumptions{
      inputs.costs == nullptr && inputs.scale.empty()
          ? "each part of a task takes as long as in the trace, whatever runs beside it"
          : "each part of a task takes the same share of its time as in the trace, whatever runs beside it",
      "after a wait, a task continues on any thread"};
  if (!inputs.are_runs_repeated) assumptions.emplace_back(assumed_other_runs);
  if (inputs.one_thread != nullptr && words_of(*inputs.one_thread) != words_of(trace) &&
      differ_in_threads(words_of(*inputs.one_thread), 1, words_of(trace),
                        traces::max_workers_of_a_node(trace)))
    assumptions.emplace_back(
        "the commands of the baseline and of this recording differ only in the number of "
        "threads");
  if (times.tasks > 0)
    assumptions.push_back(std::string(traces::start_assumption) +
                          start_text(times.start, lacked_processors(trace)));
  const unsigned recorded = traces::max_workers_of_a_node(trace);
  if (recorded == 1 && threads > 1 && times.tasks > 0 && times.has_regions)
    assumptions.emplace_back(
        "tasks that ran immediately on the recorded thread are deferred on several threads");
  if (times.undeferred > 0)
    assumptions.push_back(
        count_text(times.undeferred) + " of " + count_text(times.tasks, "task") +
        (times.undeferred == 1 ? " runs" : " run") + std::string(traces::undeferred_assumption) +
        (times.undeferred == 1 ? " that creates it" : "s that create them") + ", as in the trace");
  if (inputs.costs == nullptr && inputs.scale.empty() && times.blocked_s > min_blocked_share * times.work_s)
    assumptions.push_back(
        "tasks also sleep, or wait for what the trace does not show, for as long as in the trace (" +
        percent_text(times.blocked_s / times.work_s) + " of what counts as work)");
  if (times.in_regions.max_s > min_assumed_share * times.work_s && threads != recorded) {
    assumptions.push_back("the work in loops and regions stays divided as it was among the recorded " +
                          count_text(recorded, "thread"));
  }
  if (trace.worksharing.has_ordered_loops()) assumptions.emplace_back(traces::ordered_loops_assumption);
  return assumptions;
}

StrandDoubts::StrandDoubts(const Trace& trace, const traces::Strands& strands, const StrandTimes& times,
                           const ReplayInputs& inputs, double span_s)
    : trace_(trace),
      times_(times),
      inputs_(inputs),
      span_s_(span_s),
      recorded_(traces::max_workers_of_a_node(trace)) {
  if (trace.metadata.incomplete) of_run_.emplace_back("the recording is incomplete");
  if (const double preempted_s = seconds(traces::preempted_in_runs_ns(trace));
      preempted_s > traces::max_preempted_share * times.work_s) {
    waited_for_processors_ = true;
    of_run_.push_back("threads waited for a processor for " + percent_text(preempted_s / times.work_s) +
                      " of the busy time");
  }
  const double threads_s =
      seconds(traces::compute_statistics(trace).makespan_ns) * static_cast<double>(trace.workers.size());
  if (const double recording_s = seconds(trace.metadata.recording_ns.value_or(0));
      recording_s > traces::min_recording_share * threads_s) {
    of_run_.push_back("recording took at least " + percent_text(recording_s / threads_s) +
                      " of the threads' time, and the prediction includes that");
  }
  if (auto doubt = slow_worker_doubt(trace))
    (inputs.are_runs_repeated ? of_replay_ : of_run_).push_back(std::move(*doubt));
  if (strands.waits_in_holds() > 0)
    of_replay_.push_back("a lock is held across a wait (" + count_text(strands.waits_in_holds(), "time") +
                         "), during which it counts as free");
  if (times.starts_s > max_start_share * times.work_s) {
    of_replay_.push_back("starting all tasks takes " + percent_text(times.starts_s / times.work_s) +
                         " as long as the work, and how that grows with the number of threads is unknown");
  }
  if (auto doubt = fine_loop_doubt(trace, times)) of_replay_.push_back(std::move(*doubt));
  if (auto doubt = fine_lock_doubt(trace, times)) of_replay_.push_back(std::move(*doubt));
  if (inputs.one_thread != nullptr) baseline_doubt_ = busy_baseline_doubt(*inputs.one_thread);
}

std::vector<std::string> StrandDoubts::on(unsigned threads, bool is_recorded_run) {
  std::vector<std::string> doubts = of_run_;
  if (is_recorded_run) return doubts;
  doubts.insert(doubts.end(), of_replay_.begin(), of_replay_.end());
  if (recorded_ == 1) {
    if (threads > 1 && times_.tasks > 0 && !times_.has_regions)
      doubts.emplace_back(
          "the tasks were created outside of parallel regions, so each ran at once; how they would run in a "
          "region was not recorded");
    if (threads > 1 && span_s_ < (1.0 - max_share_beside) * times_.work_s)
      doubts.push_back(one_thread_doubt());
  } else if (auto doubt = slowdown_doubt(threads)) {
    doubts.push_back(std::move(*doubt));
  }
  // A baseline shows the total work on one thread.
  if (threads < recorded_ && inputs_.one_thread == nullptr && has_work_outside_loops())
    doubts.push_back(share_text(times_.outside_loops, times_.work_s,
                                "parallel regions outside of tasks, singles and recorded loops",
                                "the ends of some singles were not recorded") +
                     ", and whether the threads divide it, or each does work of its own, was not recorded "
                     "(--baseline helps to tell)");
  if (threads > recorded_ && times_.in_regions.max_s > max_share_in_regions * times_.work_s) {
    doubts.push_back(
        share_text(times_.in_regions, times_.work_s, "parallel regions outside of tasks and singles",
                   "the ends of some singles, or whether they can run at once, were not recorded") +
        ", and how it divides among more than " + count_text(recorded_, "thread") + " was not recorded");
  }
  return doubts;
}

std::vector<std::string> StrandDoubts::of_baseline() {
  std::vector<std::string> doubts;
  const Trace& baseline = *inputs_.one_thread;
  if (const auto& command = trace_.metadata.command, &other = baseline.metadata.command;
      !command.empty() && !other.empty() &&
      !differ_in_threads(words_of(baseline), 1, words_of(trace_), recorded_))
    doubts.push_back("the baseline ran \"" + joined(other, " ") + "\", and this recording \"" +
                     joined(command, " ") + '"');
  const std::uint64_t tasks = explicit_tasks(baseline);
  if (std::abs(static_cast<double>(tasks) - static_cast<double>(times_.tasks)) >
      max_task_difference * static_cast<double>(std::max(tasks, times_.tasks)))
    doubts.push_back("the baseline ran " + count_text(tasks, "task") + ", and this recording " +
                     count_text(times_.tasks));
  if (const auto factor = slowdown().factor;
      !inputs_.are_runs_repeated && factor && *factor < 1.0 - max_slowdown)
    doubts.push_back(
        "the same work took " + ratio_text(1.0 / *factor) +
        " times as long in the baseline as in this recording, and other runs may differ in that");
  return doubts;
}

/// Whether tasks take longer beside others, in the trace or against the baseline. Found once.
const traces::Slowdown& StrandDoubts::slowdown() {
  if (!slowdown_) {
    slowdown_ = inputs_.one_thread != nullptr ? traces::slowdown_against(trace_, *inputs_.one_thread)
                                              : traces::slowdown_beside_others(trace_);
  }
  return *slowdown_;
}

/// Whether work in regions may grow with the number of threads.
bool StrandDoubts::has_work_outside_loops() const {
  return times_.outside_loops.max_s > max_share_in_regions * times_.work_s;
}

/// Tasks that share memory, caches or locks take longer beside others.
std::optional<std::string> StrandDoubts::slowdown_doubt(unsigned threads) {
  if (threads == recorded_) return {};
  if (waited_for_processors_) return {};  // another doubt says so, and tasks' times include it
  if (baseline_doubt_) return baseline_doubt_;
  const traces::Slowdown& slowdown = this->slowdown();
  if (slowdown.beside_share <= max_share_beside) return {};
  const std::string unknown = "whether tasks take longer beside others than alone ";
  if (!slowdown.factor && share_one_processor(trace_))
    return unknown + "is unknown: the threads shared one processor, so no task ran beside another";
  if (!slowdown.factor)
    return unknown + "is unknown: " + percent_text(slowdown.beside_share) +
           " of their time passed beside others" +
           (inputs_.one_thread != nullptr ? ", and the recording of one thread has less work than the rest"
                                          : "; a recording of one thread shows it (--baseline)");
  const double growth = std::max(1.0, (threads - 1) / slowdown.others);
  const auto is_too_uncertain = [&] { return slowdown.uncertainty * growth > max_slowdown; };
  // Tasks of one type may differ, for example in the data that they touch first.
  if (slowdown.uncertainty >= std::abs(*slowdown.factor - 1.0) && is_too_uncertain()) {
    return unknown + "is unknown: tasks of one type differ too much for other reasons";
  }
  const bool is_too_slow = std::abs(*slowdown.factor - 1.0) * growth > max_slowdown;
  if (is_too_slow && inputs_.one_thread != nullptr && has_work_outside_loops())
    return "beside others, threads work " + ratio_text(*slowdown.factor) +
           " times as long as one thread alone: tasks take longer, or each thread does work of its own";
  if (is_too_slow)
    return "beside others, tasks take " + ratio_text(*slowdown.factor) + " times as long as alone" +
           (threads > recorded_ ? " on the recorded " + count_text(recorded_, "thread") +
                                      ", and how that grows with the number of threads is unknown"
                                : "");
  if (is_too_uncertain())
    return unknown + "is only known to within ±" + percent_text(slowdown.uncertainty) +
           (threads > recorded_ ? ", on the recorded " + count_text(recorded_, "thread") : "");
  return {};
}

std::optional<std::string> repetition_doubt(const Trace& trace, double unchanged_s) {
  const double measured_s = seconds(traces::compute_statistics(trace).makespan_ns);
  if (std::abs(unchanged_s - measured_s) <= max_repetition_error * measured_s) return {};
  return "the recorded run took " + duration_text(measured_s) + ", but takes " + duration_text(unchanged_s) +
         " when it is replayed on its " + count_text(traces::max_workers_of_a_node(trace), "thread") +
         " (tasks may then run in another order and on other threads, each thread has a processor, barriers "
         "take no time, and nothing follows the last task)";
}

}  // namespace gusset::simulator
