#include "measured_tasks.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "costs/busy_times.hpp"
#include "costs/processor_losses.hpp"
#include "costs/robust_line.hpp"
#include "gusset/simulator/predict/calibrate.hpp"
#include "gusset/traces/analysis/time/first_uses.hpp"
#include "gusset/traces/model/names.hpp"
#include "gusset/traces/model/task_times.hpp"
#include "predict/accessed_bytes.hpp"

namespace gusset::simulator {
namespace {

using traces::Trace;

CostKey key_of(const Trace& trace, const AccessedBytes& bytes, traces::TaskId task) {
  const std::string& type = type_name(trace, task);
  const double work = trace.recorded.work ? trace.tasks.work[task.value()] : 0.0;
  if (work > 0) return {type, SizeKind::work, work};
  return {type, SizeKind::bytes, static_cast<double>(bytes.of(task))};
}

std::vector<bool> parents_of(const Trace& trace) {
  std::vector<bool> is_parent(trace.tasks.size());
  if (!trace.recorded.parents) return is_parent;
  for (const traces::TaskId parent : trace.tasks.parent) {
    if (!parent.is_none()) is_parent[parent.value()] = true;
  }
  return is_parent;
}

}  // namespace

std::uint32_t MeasuredTasks::number_of(CostKey key) {
  const auto [found, is_new] = numbers_.try_emplace(std::move(key), static_cast<std::uint32_t>(keys_.size()));
  if (is_new) keys_.push_back(found->first);
  return found->second;
}

bool MeasuredTasks::add(const Trace& trace) {
  const traces::TaskTimes times = traces::task_times(trace);
  const BusyTimes busy(trace);
  const AccessedBytes bytes(trace);
  const ProcessorLosses losses(trace);
  const std::vector<bool> is_parent = parents_of(trace);
  const std::vector<std::uint64_t> fresh = traces::first_use_bytes(trace, times);
  knows_processor_time_ = knows_processor_time_ && losses.is_known();
  bool any = false;
  for (std::size_t i = 0; i < trace.tasks.size(); ++i) {
    const traces::TaskId id(i);
    if (times.begin_ns[i] == traces::unknown_time) continue;
    any = true;
    const auto own_ns = static_cast<double>(times.duration_ns[i]);
    const double lost_ns = losses.is_known() ? std::min(own_ns, static_cast<double>(losses.of(id))) : 0.0;
    processor_ns_ += own_ns - lost_ns;
    if (is_parent[i]) continue;  // its time includes submitting other tasks
    MeasuredTask task;
    task.key = number_of(key_of(trace, bytes, id));
    task.trace = trace_count_;
    task.lane = lanes_ + times.lane[i].value();
    task.begin_ns = times.begin_ns[i];
    task.end_ns = times.end_ns[i];
    task.lost_ns = lost_ns;
    task.processor_ns = own_ns - lost_ns;
    task.fresh_bytes = fresh[i];
    const auto shared_ns = static_cast<double>(busy.within(task.begin_ns, task.end_ns));
    task.is_busy = shared_ns >= calibration_busy_share * static_cast<double>(task.end_ns - task.begin_ns);
    tasks_.push_back(task);
  }
  for (const std::int64_t ns : losses.lengths_ns()) interruptions_ns_.push_back(static_cast<double>(ns));
  for (const traces::Lane& lane : trace.lanes)
    nodes_.push_back(node_count_ + trace.workers[lane.worker.value()].node.value());
  lanes_ += static_cast<std::uint32_t>(trace.lanes.size());
  ++trace_count_;
  node_count_ += static_cast<std::uint32_t>(std::max<std::size_t>(1, trace.nodes.size()));
  return any;
}

std::vector<std::vector<std::size_t>> MeasuredTasks::by_key() const {
  std::vector<std::vector<std::size_t>> result(keys_.size());
  for (std::size_t i = 0; i < tasks_.size(); ++i) result[tasks_[i].key].push_back(i);
  return result;
}

void MeasuredTasks::finish() {
  if (!knows_processor_time_) estimate_losses();
  for (const std::vector<std::size_t>& own : by_key()) {
    const auto count = [&](auto&& counts) {
      return static_cast<std::size_t>(
          std::ranges::count_if(own, [&](std::size_t i) { return counts(tasks_[i]); }));
    };
    // First uses take longer, so they count only if all tasks of the key are first uses.
    const bool has_used = count([](const MeasuredTask& task) { return task.fresh_bytes == 0; }) > 0;
    const auto is_usual = [&](const MeasuredTask& task) { return !has_used || task.fresh_bytes == 0; };
    const bool has_busy =
        count([&](const MeasuredTask& task) { return task.is_busy && is_usual(task); }) >= calibration_fewest;
    for (const std::size_t i : own)
      tasks_[i].is_in_mean = is_usual(tasks_[i]) && (tasks_[i].is_busy || !has_busy);
  }
}

/// An interruption takes milliseconds, whatever the task's size.
void MeasuredTasks::estimate_losses() {
  constexpr double shortest_ns = 1e6;
  constexpr double deviations = 6.0;
  constexpr double deviation_from_median = 1.4826;  // of a normal distribution, ÷ median absolute deviation
  for (const std::vector<std::size_t>& own : by_key()) {
    if (own.size() < 3) continue;
    std::vector<double> ns;
    for (const std::size_t i : own) ns.push_back(tasks_[i].processor_ns);
    const double median_ns = median_of(ns);
    for (double& each : ns) each = std::abs(each - median_ns);
    const double limit_ns =
        std::max(shortest_ns, deviations * deviation_from_median * median_of(std::move(ns)));
    for (const std::size_t i : own) {
      MeasuredTask& task = tasks_[i];
      const double excess_ns = task.processor_ns - median_ns;
      if (excess_ns <= limit_ns || task.fresh_bytes > 0) continue;
      task.lost_ns += excess_ns;
      task.processor_ns = median_ns;
      processor_ns_ -= excess_ns;
      interruptions_ns_.push_back(excess_ns);
    }
  }
}

}  // namespace gusset::simulator
