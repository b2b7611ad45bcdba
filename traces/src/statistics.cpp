#include "gusset/traces/statistics.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <numeric>
#include <utility>

#include "exclusive_time.hpp"
#include "gusset/traces/distribution.hpp"
#include "range.hpp"

namespace gusset::traces {
namespace {

using Interval = std::pair<std::int64_t, std::int64_t>;

double ratio(double numerator, double denominator) {
  return denominator > 0.0 ? numerator / denominator : 0.0;
}

std::int64_t total_length(const std::vector<Interval>& intervals) {
  std::int64_t sum = 0;
  for (const auto& [begin, end] : intervals) sum += end - begin;
  return sum;
}

/// Length of the union: spans of different lanes of one worker may overlap.
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
  Totals(const Trace& trace, Range range)
      : trace_(trace),
        range_(range),
        duration_ns_(trace.tasks.size(), 0),
        first_begin_ns_(trace.tasks.size(), unknown_time),
        first_worker_(trace.tasks.size()) {}

  Statistics compute(std::int64_t makespan_ns) {
    result_.makespan_ns = makespan_ns;
    add_nodes_and_workers();
    for (const Lane& lane : trace_.lanes) add_tasks(lane);
    add_busy_time();
    add_task_counts();
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

  /// By spans, not by stretches: a task whose children fill it has run all the same.
  void add_tasks(const Lane& lane) {
    for (std::size_t i = 0; i < lane.spans.size(); ++i) {
      const TaskId task = lane.spans.task[i];
      has_kind_[static_cast<std::size_t>(lane.spans.kind[i])] = true;
      if (lane.spans.kind[i] != SpanKind::run || task.is_none()) continue;
      const std::int64_t begin = lane.spans.begin_ns[i];
      if (!range_.touches(begin, lane.spans.end_ns[i])) continue;
      std::int64_t& first = first_begin_ns_[task.value()];
      if (first != unknown_time && first <= begin) continue;
      first = begin;
      first_worker_[task.value()] = lane.worker;
    }
  }

  void add_busy_time() {
    std::vector<std::vector<const Lane*>> lanes_of(trace_.workers.size());
    for (const Lane& lane : trace_.lanes) lanes_of[lane.worker.value()].push_back(&lane);
    std::vector<Interval> intervals;
    for (std::size_t worker = 0; worker < lanes_of.size(); ++worker) {
      intervals.clear();
      for (const Lane* lane : lanes_of[worker]) add_stretches(lane->spans, intervals);
      result_.workers[worker].busy_ns =
          lanes_of[worker].size() > 1 ? union_length(intervals) : total_length(intervals);
      for (const auto& [kind, total] : runtime_kinds) {
        if (!has_kind(kind)) continue;
        intervals.clear();
        for (const Lane* lane : lanes_of[worker]) add_stretches_of(kind, lane->spans, intervals);
        result_.workers[worker].*total = union_length(intervals);
      }
    }
  }

  static constexpr std::pair<SpanKind, std::optional<std::int64_t> WorkerStatistics::*> runtime_kinds[] = {
      {SpanKind::wait, &WorkerStatistics::wait_ns},
      {SpanKind::steal, &WorkerStatistics::steal_ns},
      {SpanKind::submit, &WorkerStatistics::submit_ns}};

  bool has_kind(SpanKind kind) const { return has_kind_[static_cast<std::size_t>(kind)]; }

  void add_stretches_of(SpanKind kind, const SpanColumns& spans, std::vector<Interval>& intervals) const {
    for_each_innermost(spans, [&](std::size_t i, std::int64_t begin, std::int64_t end) {
      if (spans.kind[i] == kind && range_.touches(begin, end)) intervals.push_back(range_.cut(begin, end));
    });
  }

  void add_stretches(const SpanColumns& spans, std::vector<Interval>& intervals) {
    for_each_exclusive(spans, [&](std::size_t i, std::int64_t begin, std::int64_t end) {
      if (spans.kind[i] != SpanKind::run || !range_.touches(begin, end)) return;
      intervals.push_back(range_.cut(begin, end));
      const std::int64_t length = intervals.back().second - intervals.back().first;
      if (!spans.task[i].is_none()) duration_ns_[spans.task[i].value()] += length;
    });
  }

  void add_task_counts() {
    for (std::size_t i = 0; i < first_begin_ns_.size(); ++i) {
      if (first_begin_ns_[i] == unknown_time) continue;
      ++result_.tasks;
      ++result_.workers[first_worker_[i].value()].tasks;
    }
  }

  void add_types() {
    std::vector<std::vector<std::int64_t>> durations(trace_.types.size());
    for (std::size_t i = 0; i < duration_ns_.size(); ++i) {
      if (first_begin_ns_[i] != unknown_time) {
        durations[trace_.tasks.type[i].value()].push_back(duration_ns_[i]);
      }
    }
    std::int64_t all_ns = 0;
    for (std::size_t i = 0; i < durations.size(); ++i) {
      result_.types.push_back(type_statistics(TypeId(i), durations[i]));
      all_ns += result_.types.back().busy_ns;
    }
    for (TypeStatistics& type : result_.types) {
      type.share = ratio(static_cast<double>(type.busy_ns), static_cast<double>(all_ns));
    }
    std::stable_sort(result_.types.begin(), result_.types.end(),
                     [](const TypeStatistics& a, const TypeStatistics& b) { return a.busy_ns > b.busy_ns; });
  }

  static TypeStatistics type_statistics(TypeId id, std::vector<std::int64_t>& durations) {
    TypeStatistics type;
    type.type = id;
    type.tasks = durations.size();
    if (durations.empty()) return type;
    type.busy_ns = std::accumulate(durations.begin(), durations.end(), std::int64_t{0});
    type.mean_ns = type.busy_ns / static_cast<std::int64_t>(durations.size());
    const auto [least, most] = std::minmax_element(durations.begin(), durations.end());
    type.min_ns = *least;
    type.max_ns = *most;
    type.median_ns = median_ns(durations);
    return type;
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
      worker.busy_share = ratio(static_cast<double>(worker.busy_ns), length);
      result_.busy_ns += worker.busy_ns;
      result_.idle_ns += worker.idle_ns;
      if (NodeStatistics* node = node_of(worker.worker)) {
        node->tasks += worker.tasks;
        node->busy_ns += worker.busy_ns;
      }
    }
    for (NodeStatistics& node : result_.nodes) {
      node.busy_share = ratio(static_cast<double>(node.busy_ns), static_cast<double>(node.workers) * length);
    }
    const auto busy = static_cast<double>(result_.busy_ns);
    result_.busy_share = ratio(busy, static_cast<double>(result_.workers.size()) * length);
    result_.mean_parallelism = ratio(busy, length);
  }

  const Trace& trace_;
  Range range_;
  Statistics result_;
  std::vector<std::int64_t> duration_ns_;     ///< per task, exclusive
  std::vector<std::int64_t> first_begin_ns_;  ///< per task; unknown_time where it did not run in the range
  std::vector<WorkerId> first_worker_;
  std::array<bool, static_cast<std::size_t>(SpanKind::other) + 1> has_kind_{};  ///< anywhere in the trace
};

}  // namespace

Statistics compute_statistics(const Trace& trace) {
  return Totals(trace, Range{}).compute(makespan_of(trace));
}

Statistics compute_statistics(const Trace& trace, std::int64_t begin_ns, std::int64_t end_ns) {
  Range range;
  range.begin_ns = std::max<std::int64_t>(begin_ns, 0);
  range.end_ns = std::max(range.begin_ns, std::min(end_ns, makespan_of(trace)));
  return Totals(trace, range).compute(range.end_ns - range.begin_ns);
}

}  // namespace gusset::traces
