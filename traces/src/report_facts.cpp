#include "report_facts.hpp"

#include <algorithm>

#include "gusset/traces/distribution.hpp"
#include "gusset/traces/task_table.hpp"
#include "gusset/traces/task_waits.hpp"

namespace gusset::traces {
namespace {

// With fewer tasks than this, one place's mean says little.
constexpr std::uint64_t enough_tasks = 5;

TaskOverhead measure_overhead(const Trace& trace) {
  std::vector<std::int64_t> of_ready;
  std::vector<std::int64_t> all;
  for (const Lane& lane : trace.lanes) {
    const SpanColumns& spans = lane.spans;
    std::int64_t last_end_ns = unknown_time;
    for (std::size_t i = 0; i < spans.size(); ++i) {
      if (spans.kind[i] == SpanKind::submit && spans.begin_ns[i] >= last_end_ns) last_end_ns = unknown_time;
      if (spans.kind[i] != SpanKind::run || spans.task[i].is_none()) continue;
      const std::int64_t gap_ns = last_end_ns == unknown_time ? -1 : spans.begin_ns[i] - last_end_ns;
      if (gap_ns >= 0) {
        all.push_back(gap_ns);
        const std::int64_t ready_ns =
            trace.recorded.ready ? trace.tasks.ready_ns[spans.task[i].value()] : unknown_time;
        if (ready_ns != unknown_time && ready_ns <= last_end_ns) of_ready.push_back(gap_ns);
      }
      if (spans.end_ns[i] > last_end_ns) last_end_ns = spans.end_ns[i];
    }
  }
  TaskOverhead overhead;
  overhead.of_ready_tasks = trace.recorded.ready;
  std::vector<std::int64_t>& gaps = trace.recorded.ready ? of_ready : all;
  overhead.count = gaps.size();
  if (gaps.empty()) return overhead;
  if (trace.recorded.ready) {
    overhead.median_ns = median_ns(gaps);
    for (const std::int64_t gap_ns : gaps) overhead.total_ns += gap_ns;
    return overhead;
  }
  const auto quarter = gaps.begin() + static_cast<std::ptrdiff_t>(gaps.size() / 4);
  std::nth_element(gaps.begin(), quarter, gaps.end());
  overhead.median_ns = *quarter;
  for (const std::int64_t gap_ns : gaps) overhead.total_ns += std::min(gap_ns, *quarter);
  return overhead;
}

/// Time and tasks by place and type.
class PlaceTotals {
 public:
  PlaceTotals(std::size_t places, std::size_t types) : types_(types), cells_(places * types), sums_(types) {}

  void add(std::size_t place, std::size_t type, std::int64_t duration_ns) {
    cells_[place * types_ + type].add(duration_ns);
    sums_[type].add(duration_ns);
  }

  /// The place that loses most against the others.
  std::optional<SlowPlace> slowest() const {
    std::optional<SlowPlace> worst;
    for (std::size_t place = 0; place * types_ < cells_.size() && types_ > 0; ++place) {
      double own_ns = 0.0;
      double elsewhere_ns = 0.0;
      std::uint64_t tasks = 0;
      for (std::size_t type = 0; type < types_; ++type) {
        const Cell& own = cells_[place * types_ + type];
        const Cell others{sums_[type].tasks - own.tasks, sums_[type].ns - own.ns};
        if (own.tasks == 0 || others.tasks < enough_tasks) continue;
        tasks += own.tasks;
        own_ns += own.ns;
        elsewhere_ns += others.ns / static_cast<double>(others.tasks) * static_cast<double>(own.tasks);
      }
      if (tasks < enough_tasks || elsewhere_ns <= 0.0) continue;
      const SlowPlace slow{static_cast<std::uint32_t>(place), own_ns / elsewhere_ns, own_ns - elsewhere_ns};
      if (!worst || slow.excess_ns > worst->excess_ns) worst = slow;
    }
    return worst;
  }

 private:
  struct Cell {
    std::uint64_t tasks = 0;
    double ns = 0.0;
    void add(std::int64_t duration_ns) {
      ++tasks;
      ns += static_cast<double>(duration_ns);
    }
  };
  std::size_t types_;
  std::vector<Cell> cells_;
  std::vector<Cell> sums_;
};

void find_slow_places(ReportFacts& facts, const TaskTimes& times) {
  const Trace& trace = facts.trace;
  PlaceTotals workers(trace.workers.size(), trace.types.size());
  PlaceTotals nodes(trace.nodes.size(), trace.types.size());
  for (std::size_t task = 0; task < trace.tasks.size(); ++task) {
    const LaneId lane = times.lane[task];
    if (lane.is_none()) continue;
    const std::size_t type = trace.tasks.type[task].value();
    workers.add(trace.lanes[lane.value()].worker.value(), type, times.duration_ns[task]);
    nodes.add(node_of_lane(trace, lane).value(), type, times.duration_ns[task]);
  }
  facts.slow_worker = workers.slowest();
  if (trace.nodes.size() > 1) facts.slow_node = nodes.slowest();
}

/// Of tasks without a parent: those that the program's own threads submit.
std::optional<SubmissionPace> measure_pace(const Trace& trace) {
  if (!trace.recorded.submit) return std::nullopt;
  std::vector<std::int64_t> at_ns;
  for (std::size_t task = 0; task < trace.tasks.size(); ++task) {
    if (trace.recorded.parents && !trace.tasks.parent[task].is_none()) continue;
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
  pace.median_interval_ns = median_ns(intervals);
  return pace;
}

}  // namespace

ReportFacts::ReportFacts(const Trace& of, const ReportOptions& with)
    : trace(of),
      options(with),
      graph(of),
      statistics(compute_statistics(of)),
      idle(idle_time(of, graph)),
      whole_ns(static_cast<double>(of.workers.size()) * static_cast<double>(statistics.makespan_ns)) {
  const TaskTimes times = task_times(trace);
  duration_ns = times.duration_ns;
  bound = critical_bound(graph, duration_ns);
  overhead = measure_overhead(trace);
  find_slow_places(*this, times);
  pace = measure_pace(trace);
  if (options.baseline != nullptr) against_baseline = efficiency(trace, options.baseline);
}

}  // namespace gusset::traces
