#include "gusset/traces/analysis/time/statistics.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <iterator>
#include <limits>
#include <utility>

#include "analysis/time/range.hpp"
#include "analysis/time/ratio.hpp"
#include "analysis/time/task_runs.hpp"
#include "duration_set.hpp"
#include "model/exclusive_time.hpp"

namespace gusset::traces {
namespace {

using Interval = std::pair<std::int64_t, std::int64_t>;

/// Length of the union. Spans on different lanes of one worker may overlap.
std::int64_t union_length(std::vector<Interval> intervals) {
  std::sort(intervals.begin(), intervals.end());
  std::int64_t sum = 0;
  std::int64_t covered_to = std::numeric_limits<std::int64_t>::min();
  for (const auto& [begin, end] : intervals) {
    if (end <= covered_to) continue;
    sum += end - std::max(begin, covered_to);
    covered_to = end;
  }
  return sum;
}

class Totals {
 public:
  Totals(SpanSource& source, Range range)
      : source_(source), trace_(source.frame()), range_(range), durations_(trace_.types.size()) {}

  /// Computes the totals. Without `length_ns`, the length is the makespan of the trace.
  Result<Statistics> compute(std::optional<std::int64_t> length_ns) {
    add_nodes_and_workers();
    auto runs = TaskRuns::find(source_, range_);
    if (!runs) return runs.error();
    if (auto done = add_workers(*runs); !done) return done.error();
    runs->finish([this](TaskId task, LaneId lane, std::int64_t duration_ns) {
      add_task(task, trace_.lanes[lane.value()].worker, duration_ns);
    });
    result_.makespan_ns = length_ns.value_or(last_end_ns_);
    add_types();
    add_messages();
    finish_shares();
    return std::move(result_);
  }

 private:
  void add_nodes_and_workers() {
    for (std::size_t i = 0; i < trace_.nodes.size(); ++i) {
      result_.nodes.push_back({});
      result_.nodes.back().node = NodeId(i);
    }
    for (std::size_t i = 0; i < trace_.workers.size(); ++i) {
      result_.workers.push_back({});
      result_.workers.back().worker = WorkerId(i);
      if (NodeStatistics* node = node_of(WorkerId(i))) ++node->workers;
    }
  }

  NodeStatistics* node_at(NodeId id) {
    return id.value() < result_.nodes.size() ? &result_.nodes[id.value()] : nullptr;
  }
  NodeStatistics* node_of(WorkerId id) { return node_at(trace_.workers[id.value()].node); }

  static constexpr std::pair<SpanKind, std::optional<std::int64_t> WorkerStatistics::*> runtime_kinds[] = {
      {SpanKind::wait, &WorkerStatistics::wait_ns},
      {SpanKind::steal, &WorkerStatistics::steal_ns},
      {SpanKind::submit, &WorkerStatistics::submit_ns}};

  Result<Done> add_workers(TaskRuns& runs) {
    const auto lanes_of = lanes_by_worker(trace_);
    for (std::size_t worker = 0; worker < lanes_of.size(); ++worker) {
      if (auto done = add_worker(WorkerId(worker), lanes_of[worker], runs); !done) return done;
    }
    for (const auto& [kind, total] : runtime_kinds) {  // a kind that one worker has is known for all workers
      if (has_kind_[static_cast<std::size_t>(kind)]) continue;
      for (WorkerStatistics& worker : result_.workers) (worker.*total).reset();
    }
    return Done{};
  }

  Result<Done> add_worker(WorkerId id, const std::vector<LaneId>& lanes, TaskRuns& runs) {
    WorkerStatistics& worker = result_.workers[id.value()];
    std::vector<Interval> busy;
    std::array<std::vector<Interval>, std::size(runtime_kinds)> others;
    for (const LaneId lane : lanes) {
      const auto spans = source_.spans(lane);
      if (!spans) return spans.error();
      for (const std::int64_t end_ns : (*spans)->end_ns) last_end_ns_ = std::max(last_end_ns_, end_ns);
      runs.take(
          **spans, lane,
          [&](TaskId task, LaneId, std::int64_t duration_ns) { add_task(task, id, duration_ns); },
          [&](std::int64_t begin_ns, std::int64_t end_ns) {
            // Stretches of one lane are disjoint, so their lengths add up.
            if (lanes.size() == 1) worker.busy_ns += end_ns - begin_ns;
            if (lanes.size() > 1) busy.emplace_back(begin_ns, end_ns);
          });
      add_runtime_stretches(**spans, others);
    }
    if (lanes.size() > 1) worker.busy_ns = union_length(std::move(busy));
    for (std::size_t k = 0; k < others.size(); ++k) {
      worker.*runtime_kinds[k].second = union_length(std::move(others[k]));
    }
    return Done{};
  }

  void add_runtime_stretches(const SpanColumns& spans,
                             std::array<std::vector<Interval>, std::size(runtime_kinds)>& stretches) {
    std::array<bool, all_kinds> is_here{};
    for (const SpanKind kind : spans.kind) is_here[static_cast<std::size_t>(kind)] = true;
    for (std::size_t k = 0; k < stretches.size(); ++k) {
      const SpanKind kind = runtime_kinds[k].first;
      if (!is_here[static_cast<std::size_t>(kind)]) continue;
      has_kind_[static_cast<std::size_t>(kind)] = true;
      for_each_innermost(spans, [&](std::size_t i, std::int64_t begin, std::int64_t end) {
        if (spans.kind[i] == kind && range_.touches(begin, end))
          stretches[k].push_back(range_.cut(begin, end));
      });
    }
  }

  void add_task(TaskId task, WorkerId worker, std::int64_t duration_ns) {
    ++result_.tasks;
    ++result_.workers[worker.value()].tasks;
    durations_[source_.type(task).value()].add(duration_ns);
  }

  void add_types() {
    std::int64_t all_ns = 0;
    for (std::size_t i = 0; i < durations_.size(); ++i) {
      const Distribution durations = durations_[i].distribution();
      TypeStatistics type;
      type.type = TypeId(i);
      type.tasks = durations.count;
      type.busy_ns = durations.total_ns;
      if (type.tasks > 0) type.mean_ns = type.busy_ns / static_cast<std::int64_t>(type.tasks);
      type.min_ns = durations.min_ns;
      type.median_ns = durations.median_ns;
      type.max_ns = durations.max_ns;
      result_.types.push_back(type);
      all_ns += type.busy_ns;
    }
    for (TypeStatistics& type : result_.types) {
      type.share = ratio(type.busy_ns, all_ns);
    }
    std::ranges::stable_sort(result_.types, std::ranges::greater{}, &TypeStatistics::busy_ns);
  }

  void add_messages() {
    for (const Message& message : trace_.messages) {
      NodeStatistics* from = node_at(message.from);
      if (from != nullptr && range_.touches(message.send_ns, message.send_ns)) {
        ++from->messages_sent;
        from->payload_bytes_sent += message.payload_bytes;
      }
      NodeStatistics* to = node_at(message.to);
      if (to != nullptr && range_.touches(message.receive_ns, message.receive_ns)) {
        ++to->messages_received;
        to->payload_bytes_received += message.payload_bytes;
      }
    }
  }

  void finish_shares() {
    const auto length = static_cast<double>(result_.makespan_ns);
    for (WorkerStatistics& worker : result_.workers) {
      worker.idle_ns = result_.makespan_ns - worker.busy_ns;
      worker.busy_share = ratio(worker.busy_ns, length);
      result_.busy_ns += worker.busy_ns;
      result_.idle_ns += worker.idle_ns;
      if (NodeStatistics* node = node_of(worker.worker)) {
        node->tasks += worker.tasks;
        node->busy_ns += worker.busy_ns;
      }
    }
    for (NodeStatistics& node : result_.nodes) {
      node.busy_share = ratio(node.busy_ns, static_cast<double>(node.workers) * length);
    }
    const auto busy = static_cast<double>(result_.busy_ns);
    result_.busy_share = ratio(busy, static_cast<double>(result_.workers.size()) * length);
    result_.mean_parallelism = ratio(busy, length);
  }

  static constexpr std::size_t all_kinds = static_cast<std::size_t>(SpanKind::other) + 1;

  SpanSource& source_;
  const Trace& trace_;
  Range range_;
  Statistics result_;
  std::vector<DurationSet> durations_;      ///< one entry per type
  std::array<bool, all_kinds> has_kind_{};  ///< whether any lane has a span of this kind
  std::int64_t last_end_ns_ = 0;
};

}  // namespace

Result<Statistics> compute_statistics(SpanSource& source) {
  return Totals(source, Range{}).compute({});
}

Statistics compute_statistics(const Trace& trace) {
  TraceSpans spans(trace);
  return compute_statistics(spans).value();
}

Statistics compute_statistics(const Trace& trace, std::int64_t begin_ns, std::int64_t end_ns) {
  Range range;
  range.begin_ns = std::max<std::int64_t>(begin_ns, 0);
  range.end_ns = std::max(range.begin_ns, std::min(end_ns, makespan_of(trace)));
  TraceSpans spans(trace);
  return Totals(spans, range).compute(range.end_ns - range.begin_ns).value();
}

}  // namespace gusset::traces
