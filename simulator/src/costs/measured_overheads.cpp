#include "measured_overheads.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <utility>

#include "gusset/base/numbers.hpp"
#include "gusset/traces/model/task_times.hpp"

namespace gusset::simulator {
namespace {

constexpr std::size_t min_samples = 20;
/// No runtime needs longer to start a ready task. After a longer time, the thread slept or had no processor.
constexpr std::int64_t max_switch_ns = 100'000;

/// Returns the time that this share of the samples stays below; none with too few samples.
std::optional<double> quantile_s(std::vector<std::int64_t> ns, double share) {
  if (ns.size() < min_samples) return {};
  const auto place = ns.begin() + static_cast<std::ptrdiff_t>(share * static_cast<double>(ns.size()));
  std::nth_element(ns.begin(), place, ns.end());
  return seconds(*place);
}

}  // namespace

void MeasuredOverheads::add(const traces::Trace& trace) {
  if (trace.recorded.submit) add_submissions(trace);
  if (trace.recorded.ready) add_switches(trace);
}

/// Collects the times between successive submissions of the program on each node. Intervals in which the
/// thread ran tasks or the program did other work hardly affect the median.
void MeasuredOverheads::add_submissions(const traces::Trace& trace) {
  std::vector<std::optional<std::int64_t>> last_ns(
      trace.nodes.size() + 1);  // entry 0: for a single node, and for tasks that never ran
  const traces::TaskTimes times = traces::task_times(trace);
  for (std::size_t task = 0; task < trace.tasks.size(); ++task) {
    const std::int64_t submit_ns = trace.tasks.submit_ns[task];
    if (trace.recorded.parents && !trace.tasks.parent[task].is_none()) continue;
    if (submit_ns == traces::unknown_time) continue;
    const traces::NodeId node = traces::node_of_lane(trace, times.lane[task]);
    const bool is_unknown = trace.nodes.size() < 2 || node.is_none();
    std::optional<std::int64_t>& before_ns = last_ns[is_unknown ? 0 : node.value() + std::size_t{1}];
    if (before_ns && submit_ns >= *before_ns) between_submissions_ns_.push_back(submit_ns - *before_ns);
    before_ns = submit_ns;
  }
}

/// Collects the times from a task's end to the next task's start on the same worker, if the next task was
/// ready by then.
void MeasuredOverheads::add_switches(const traces::Trace& trace) {
  for (const traces::Lane& lane : trace.lanes) {
    const traces::SpanColumns& spans = lane.spans;
    for (std::size_t i = 1; i < spans.size(); ++i) {
      if (spans.kind[i] != traces::SpanKind::run || spans.kind[i - 1] != traces::SpanKind::run) continue;
      if (spans.task[i].is_none() || spans.begin_ns[i] < spans.end_ns[i - 1]) continue;
      const std::int64_t ready_ns = trace.tasks.ready_ns[spans.task[i].value()];
      if (ready_ns == traces::unknown_time || ready_ns > spans.end_ns[i - 1]) continue;
      between_tasks_ns_.push_back(spans.begin_ns[i] - spans.end_ns[i - 1]);
    }
  }
}

Overheads MeasuredOverheads::measured() const {
  Overheads overheads;
  overheads.submit_s = quantile_s(between_submissions_ns_, 0.5).value_or(0.0);
  overheads.schedule_s = quantile_s(between_tasks_ns_, 0.5).value_or(0.0);
  return overheads;
}

std::optional<double> MeasuredOverheads::quick_switch_s() const {
  std::vector<std::int64_t> quick_ns = between_tasks_ns_;
  std::erase_if(quick_ns, [](std::int64_t ns) { return ns > max_switch_ns; });
  return quantile_s(std::move(quick_ns), 0.25);
}

}  // namespace gusset::simulator
