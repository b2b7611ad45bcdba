#include "answers/verdict_facts.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <span>
#include <utility>

#include "analysis/time/preemptions.hpp"
#include "analysis/time/worker_time.hpp"
#include "gusset/base/groups.hpp"
#include "gusset/traces/analysis/graph/schedule_bounds.hpp"
#include "gusset/traces/analysis/graph/schedule_problem.hpp"
#include "gusset/traces/analysis/graph/strands.hpp"
#include "gusset/traces/analysis/time/distribution.hpp"
#include "gusset/traces/analysis/time/preempted_time.hpp"
#include "gusset/traces/analysis/time/task_table.hpp"
#include "model/exclusive_time.hpp"

namespace gusset::traces {
namespace {

// The mean of fewer tasks says little about a place.
constexpr std::uint64_t enough_tasks = 5;
constexpr std::size_t max_slow_places = 8;  // places whose medians are computed

// If the typical gap is longer, it is not the runtime's own time.
constexpr std::int64_t longest_overhead_ns = 100'000;

/// Gaps before tasks: from a worker's last stretch in any task to the next task's first stretch. Tasks nest,
/// so spans that merely stay open around the gap don't count. A thread's part of a parallel region is no task
/// here. Gaps before a task resumes don't count either,
/// since the task may have had to wait. There is no gap while another lane of the worker runs something, and
/// none in which the worker waited for a lock or had no processor.
class GapFinder {
 public:
  explicit GapFinder(const VerdictFacts& facts)
      : trace_(facts.trace), times_(facts.times), is_part_(facts.is_part) {}

  /// The gaps before all tasks, or only before tasks that were ready when the gap began, if the trace records
  /// ready times.
  std::vector<std::int64_t> gaps;
  std::vector<std::int64_t> work_ns;  ///< of the task after each gap

  /// Call this for a worker's stretches in order of their starts.
  void add(const SpanColumns& spans, std::size_t span, std::int64_t begin_ns, std::int64_t end_ns) {
    switch (spans.kind[span]) {
      case SpanKind::submit:
      case SpanKind::send:
      case SpanKind::receive:  // the worker was busy with something else
        if (end_ns >= last_end_ns_) last_end_ns_ = unknown_time;
        return;
      case SpanKind::run:
        break;
      default:
        return;
    }
    const TaskId task = spans.task[span];
    const bool is_first = !task.is_none() && !is_part_[task.value()] && begin_ns == spans.begin_ns[span] &&
                          begin_ns == times_.begin_ns[task.value()];
    if (is_first && last_end_ns_ != unknown_time && last_end_ns_ <= begin_ns) add_gap(task, begin_ns);
    if (end_ns < last_end_ns_) return;
    last_span_end_ns_ = spans.end_ns[span];
    last_end_ns_ = end_ns;
  }

  /// Call this before a worker's first stretch. Gaps that contain a part of a `lost` interval do not count.
  void next_worker(std::span<const TimeInterval> lost) {
    last_end_ns_ = unknown_time;
    lost_ = lost;
  }

 private:
  void add_gap(TaskId task, std::int64_t begin_ns) {
    std::int64_t from_ns = last_end_ns_;
    if (from_ns == begin_ns && last_span_end_ns_ > begin_ns) {
      // The task that submitted this one ran it immediately; the gap starts at the submission.
      if (!trace_.recorded.submit || trace_.tasks.submit_ns[task.value()] == unknown_time) return;
      from_ns = std::min(begin_ns, trace_.tasks.submit_ns[task.value()]);
    }
    if (trace_.recorded.ready) {
      const std::int64_t ready_ns = trace_.tasks.ready_ns[task.value()];
      if (ready_ns == unknown_time || ready_ns > from_ns) return;
    }
    const auto lost = std::ranges::upper_bound(lost_, from_ns, {}, &TimeInterval::end_ns);
    if (lost != lost_.end() && lost->begin_ns < begin_ns) return;
    gaps.push_back(begin_ns - from_ns);
    work_ns.push_back(times_.duration_ns[task.value()]);
  }

  const Trace& trace_;
  const TaskTimes& times_;
  const std::vector<bool>& is_part_;
  std::span<const TimeInterval> lost_;
  std::int64_t last_end_ns_ = unknown_time;
  std::int64_t last_span_end_ns_ = unknown_time;  ///< end of the span that contains the last stretch
};

/// Feeds one lane's stretches directly, or those of several lanes sorted by start.
void find_gaps(const Trace& trace, const std::vector<LaneId>& lanes, GapFinder& finder) {
  struct LaneStretch {
    const SpanColumns* spans;
    std::size_t span;
    std::int64_t begin_ns;
    std::int64_t end_ns;
  };
  std::vector<LaneStretch> stretches;
  for (const LaneId lane : lanes) {
    const SpanColumns& spans = trace.lanes[lane.value()].spans;
    for_each_exclusive(spans, [&](std::size_t span, std::int64_t begin_ns, std::int64_t end_ns) {
      if (lanes.size() == 1) return finder.add(spans, span, begin_ns, end_ns);
      stretches.push_back({&spans, span, begin_ns, end_ns});
    });
  }
  std::ranges::stable_sort(stretches, {}, &LaneStretch::begin_ns);
  for (const LaneStretch& s : stretches) finder.add(*s.spans, s.span, s.begin_ns, s.end_ns);
}

/// For each worker, in order of time: when it waited for locks, or had no processor outside of runs.
std::vector<std::vector<TimeInterval>> lost_times(const Trace& trace) {
  std::vector<std::vector<TimeInterval>> lost(trace.workers.size());
  if (trace.fork_join.locks.empty() && preempted_ns(trace) == 0) return lost;
  const std::vector<WorkerTime> workers = worker_times(trace, makespan_of(trace));
  for (std::size_t w = 0; w < workers.size(); ++w) {
    for (const WorkerTime::Stretch& stretch : workers[w].stretches) {
      if (stretch.kind == WorkerTime::Kind::locked || stretch.kind == WorkerTime::Kind::preempted)
        lost[w].push_back({stretch.begin_ns, stretch.end_ns});
    }
  }
  return lost;
}

TaskOverhead measure_overhead(const VerdictFacts& facts) {
  const Trace& trace = facts.trace;
  TaskOverhead overhead;
  overhead.of_ready_tasks = trace.recorded.ready;
  GapFinder finder(facts);
  const std::vector<std::vector<LaneId>> lanes = lanes_by_worker(trace);
  const std::vector<std::vector<TimeInterval>> lost = lost_times(trace);
  for (std::size_t worker = 0; worker < lanes.size(); ++worker) {
    finder.next_worker(lost[worker]);
    find_gaps(trace, lanes[worker], finder);
  }
  std::vector<std::int64_t>& gaps = finder.gaps;
  if (gaps.empty()) return overhead;
  if (overhead.of_ready_tasks) {
    overhead.typical_ns = median_ns(gaps);
  } else {
    const auto quarter = gaps.begin() + static_cast<std::ptrdiff_t>(gaps.size() / 4);
    std::nth_element(gaps.begin(), quarter, gaps.end());
    overhead.typical_ns = *quarter;
  }
  if (overhead.typical_ns > longest_overhead_ns) return {};
  overhead.count = gaps.size();
  const std::int64_t work_ns = std::accumulate(finder.work_ns.begin(), finder.work_ns.end(), std::int64_t{0});
  overhead.mean_work_ns = static_cast<double>(work_ns) / static_cast<double>(gaps.size());
  overhead.median_work_ns = median_ns(finder.work_ns);
  for (const std::int64_t gap_ns : gaps) overhead.total_ns += std::min(gap_ns, overhead.typical_ns);
  return overhead;
}

/// Number and times of the tasks of one type.
struct TypeTime {
  std::uint64_t tasks = 0;
  double ns = 0.0;
  double squares = 0.0;  ///< in ns²
  void add(std::int64_t duration_ns) {
    const auto each_ns = static_cast<double>(duration_ns);
    ++tasks;
    ns += each_ns;
    squares += each_ns * each_ns;
  }
  double variance() const {
    const auto count = static_cast<double>(tasks);
    return std::max(0.0, squares / count - (ns / count) * (ns / count));
  }
};

/// A place's excess over what chance explains, if tasks of a type differ as much as they do, in standard
/// errors.
constexpr double min_excess_errors = 3.0;

double quartile_ns(std::vector<std::int64_t>& durations, std::size_t quarter) {
  const auto at = durations.begin() + static_cast<std::ptrdiff_t>((durations.size() - 1) * quarter / 4);
  std::nth_element(durations.begin(), at, durations.end());
  return static_cast<double>(*at);
}

/// How slow a place is by the quartiles of durations, if that is less than by means: neither a few delayed
/// tasks nor a part of the tasks, such as all large ones, make a place slow.
template <class PlaceOf>
SlowPlace by_quartiles(const Trace& trace, const TaskTimes& times, const SlowPlace& place, PlaceOf place_of) {
  std::vector<std::vector<std::int64_t>> own(trace.types.size());
  std::vector<std::vector<std::int64_t>> others(trace.types.size());
  for (std::size_t task = 0; task < trace.tasks.size(); ++task) {
    if (times.lane[task].is_none()) continue;
    auto& durations = place_of(times.lane[task]) == place.number ? own : others;
    durations[trace.tasks.type[task].value()].push_back(times.duration_ns[task]);
  }
  SlowPlace least = place;
  for (const std::size_t quarter : {1u, 2u, 3u}) {
    double own_ns = 0.0;
    double elsewhere_ns = 0.0;
    for (std::size_t type = 0; type < own.size(); ++type) {
      if (own[type].empty() || others[type].size() < enough_tasks) continue;
      const auto tasks = static_cast<double>(own[type].size());
      own_ns += tasks * quartile_ns(own[type], quarter);
      elsewhere_ns += tasks * quartile_ns(others[type], quarter);
    }
    if (elsewhere_ns <= 0.0) continue;
    least.ratio = std::min(least.ratio, own_ns / elsewhere_ns);
    least.excess_ns = std::min(least.excess_ns, own_ns - elsewhere_ns);
  }
  return least;
}

/// The place that loses most compared with the others. `place_of` maps a lane to the index of its place.
/// Linear in tasks, types and places: each place only considers the types that ran there.
template <class PlaceOf>
std::optional<SlowPlace> slowest_place(const VerdictFacts& facts, std::size_t places, PlaceOf place_of) {
  const Trace& trace = facts.trace;
  const TaskTimes& times = facts.times;
  const Groups<TaskId, std::uint32_t> tasks_of_place(places, [&](auto visit) {
    for (std::size_t task = 0; task < trace.tasks.size(); ++task) {
      // The threads' parts of a parallel region may do different work.
      if (!times.lane[task].is_none() && !facts.is_part[task])
        visit(place_of(times.lane[task]), TaskId(task));
    }
  });
  const auto type_of = [&](TaskId task) { return std::size_t{trace.tasks.type[task.value()].value()}; };
  std::vector<TypeTime> everywhere(trace.types.size());
  for (const TaskId task : tasks_of_place.items)
    everywhere[type_of(task)].add(times.duration_ns[task.value()]);

  std::vector<SlowPlace> slow;
  std::vector<TypeTime> here(trace.types.size());
  for (std::size_t place = 0; place < places; ++place) {
    std::vector<std::size_t> types;
    for (const TaskId task : tasks_of_place[place]) {
      const std::size_t type = type_of(task);
      if (here[type].tasks == 0) types.push_back(type);
      here[type].add(times.duration_ns[task.value()]);
    }
    double own_ns = 0.0;
    double elsewhere_ns = 0.0;
    double variance = 0.0;  // of the difference of the two, by chance
    std::uint64_t compared = 0;
    std::sort(types.begin(), types.end());
    for (const std::size_t type : types) {
      const TypeTime own = std::exchange(here[type], {});
      const TypeTime others{everywhere[type].tasks - own.tasks, everywhere[type].ns - own.ns};
      if (others.tasks < enough_tasks) continue;
      compared += own.tasks;
      own_ns += own.ns;
      const auto own_tasks = static_cast<double>(own.tasks);
      const auto other_tasks = static_cast<double>(others.tasks);
      elsewhere_ns += others.ns / other_tasks * own_tasks;
      variance += everywhere[type].variance() * own_tasks * (1.0 + own_tasks / other_tasks);
    }
    if (compared < enough_tasks || elsewhere_ns <= 0.0) continue;
    const double excess_ns = own_ns - elsewhere_ns;
    if (excess_ns < min_excess_errors * std::sqrt(variance)) continue;
    slow.push_back({static_cast<std::uint32_t>(place), own_ns / elsewhere_ns, excess_ns});
  }
  std::ranges::sort(slow, std::ranges::greater{}, &SlowPlace::excess_ns);
  slow.resize(std::min(slow.size(), max_slow_places));
  std::optional<SlowPlace> worst;
  for (const SlowPlace& each : slow) {
    const SlowPlace typical = each.ratio < slow_ratio ? each : by_quartiles(trace, times, each, place_of);
    if (!worst || typical.excess_ns > worst->excess_ns) worst = typical;
  }
  return worst;
}

void find_slow_places(VerdictFacts& facts) {
  const Trace& trace = facts.trace;
  facts.slow_worker = slowest_place(facts, trace.workers.size(), [&](LaneId lane) {
    return std::size_t{trace.lanes[lane.value()].worker.value()};
  });
  if (trace.nodes.size() < 2) return;
  facts.slow_node = slowest_place(
      facts, trace.nodes.size(), [&](LaneId lane) { return std::size_t{node_of_lane(trace, lane).value()}; });
}

/// Considers the tasks that the program's own threads submit: in a fork-join program, those that its parts of
/// regions create; otherwise, those without a parent.
std::optional<SubmissionPace> measure_pace(const VerdictFacts& facts) {
  const Trace& trace = facts.trace;
  const std::vector<bool>& is_part = facts.is_part;
  if (!trace.recorded.submit) return std::nullopt;
  std::vector<std::int64_t> at_ns;
  for (std::size_t task = 0; task < trace.tasks.size(); ++task) {
    const TaskId parent = trace.recorded.parents ? trace.tasks.parent[task] : TaskId();
    const bool is_submitted = trace.recorded.fork_join
                                  ? !is_part[task] && !parent.is_none() && is_part[parent.value()]
                                  : parent.is_none();
    if (!is_submitted) continue;
    if (trace.tasks.submit_ns[task] != unknown_time) at_ns.push_back(trace.tasks.submit_ns[task]);
  }
  if (at_ns.size() < 2) return std::nullopt;
  if (!std::is_sorted(at_ns.begin(), at_ns.end())) std::sort(at_ns.begin(), at_ns.end());
  SubmissionPace pace;
  pace.tasks = at_ns.size();
  std::vector<std::int64_t> intervals;
  intervals.reserve(at_ns.size());
  for (std::size_t i = 1; i < at_ns.size(); ++i) {
    intervals.push_back(at_ns[i] - at_ns[i - 1]);
    if (intervals.back() <= pace.longest_interval_ns) continue;
    pace.longest_interval_ns = intervals.back();
    pace.longest_at_ns = at_ns[i - 1];
  }
  pace.mean_interval_ns =
      static_cast<double>(at_ns.back() - at_ns.front()) / static_cast<double>(intervals.size());
  pace.median_interval_ns = median_ns(intervals);
  return pace;
}

/// The note that says why a recording is incomplete. Empty if it is complete.
std::string incompleteness(const Metadata& metadata) {
  if (!metadata.incomplete) return {};
  for (const std::string& note : metadata.notes) {
    for (const char* const begin : {"recording stopped", "recovered from", "the program was ended by",
                                    "the process ended before", "the part"}) {
      if (note.starts_with(begin)) return note;
    }
  }
  return "the rest is lost";
}

RuntimeKind runtime_of(const Metadata& metadata) {
  if (ran_on_openmp(metadata)) return RuntimeKind::openmp;
  return metadata.origin == Origin::imported ? RuntimeKind::other : RuntimeKind::gusset;
}

}  // namespace

VerdictFacts::VerdictFacts(const Trace& of, const VerdictOptions& with)
    : trace(of),
      options(with),
      runtime(runtime_of(of.metadata)),
      incomplete(incompleteness(of.metadata)),
      graph(of),
      statistics(is_cancelled() ? Statistics() : compute_statistics(of)),
      idle(is_cancelled() ? IdleTime() : idle_time(of, graph)),
      whole_ns(static_cast<double>(of.workers.size()) * static_cast<double>(statistics.makespan_ns)) {
  if (is_cancelled()) return;
  times = task_times(trace);
  is_part = region_parts(trace);
  preempted_ns = preempted_by_worker_ns(trace);
  uncounted_preempted_ns = traces::uncounted_preempted_ns(trace);
  blocked = blocked_in_runs(trace);
  bound = critical_bound(graph, times.duration_ns);
  if (bound)
    schedule_bound_ns = traces::schedule_bound_ns(trace, graph, times.duration_ns,
                                                  static_cast<unsigned>(trace.workers.size()));
  if (is_cancelled()) return;
  created = created_tasks(trace, is_part, times);
  regions = region_types(trace, times);
  overhead = measure_overhead(*this);
  find_slow_places(*this);
  loops = loops_of(trace, times);
  fine_lock = finest_lock(trace);
  if (fine_lock && share(fine_lock->cost_ns) < min_fine_lock_cost) fine_lock.reset();
  barriers = costliest_barriers(trace);
  pace = measure_pace(*this);
  if (options.baseline != nullptr) against_baseline = efficiency(trace, options.baseline);
}

}  // namespace gusset::traces
