#include "gusset/traces/analysis/time/first_uses.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "gusset/traces/model/names.hpp"
#include "model/exclusive_time.hpp"
#include "worker_runs.hpp"

namespace gusset::traces {
namespace {

constexpr std::size_t fewest_tasks = 3;
// Tasks meet a few page faults without using much memory for the first time.
constexpr double fewest_faults = 1.0;
constexpr double few_faults = 0.1;  // of the most that a task of the type met
// Threads say so often, at most, how many page faults they met. Shorter tasks share the faults of others, and
// of the recording.
constexpr std::int64_t shortest_sample_ns = 100'000;

std::int64_t middle_of(std::vector<std::int64_t> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::ranges::nth_element(values, middle);
  return *middle;
}

}  // namespace

std::vector<std::uint64_t> first_use_bytes(const Trace& trace, const TaskTimes& times) {
  std::vector<std::uint64_t> bytes(trace.tasks.size());
  std::vector<std::size_t> order;
  for (std::size_t task = 0; task < trace.tasks.size(); ++task) {
    if (times.begin_ns[task] != unknown_time) order.push_back(task);
  }
  std::ranges::stable_sort(order, {}, [&](std::size_t task) { return times.begin_ns[task]; });
  const std::size_t nodes = std::max<std::size_t>(1, trace.nodes.size());
  std::vector<bool> is_used(trace.handles.size() * nodes);
  for (const std::size_t task : order) {
    const NodeId node = node_of_lane(trace, times.lane[task]);
    for (const Access& access : trace.accesses.of(TaskId(task))) {
      const std::size_t place = access.handle.value() * nodes + (node.is_none() ? 0 : node.value());
      if (is_used[place]) continue;
      is_used[place] = true;
      if (!is_event(trace, access)) bytes[task] += trace.handles.size_bytes[access.handle.value()];
    }
  }
  return bytes;
}

std::vector<double> page_faults(const Trace& trace) {
  std::vector<double> faults(trace.tasks.size());
  const std::vector<ProcessorUse>& uses = trace.processor_time.uses;
  if (std::ranges::all_of(uses, [](const ProcessorUse& use) { return use.page_faults == 0; })) return faults;
  const std::vector<std::vector<LaneId>> lanes = lanes_by_worker(trace);
  const std::int64_t makespan_ns = makespan_of(trace);
  for (std::size_t worker = 0; worker < lanes.size(); ++worker) {
    const std::vector<WorkerRun> runs = worker_runs(trace, lanes[worker], makespan_ns);
    auto first = runs.cbegin();
    for (auto use = std::ranges::lower_bound(uses, WorkerId(worker), {}, &ProcessorUse::worker);
         use != uses.end() && use->worker == WorkerId(worker); ++use) {
      while (first != runs.cend() && first->end_ns <= use->begin_ns) ++first;
      std::int64_t together_ns = 0;
      for (auto run = first; run != runs.cend() && run->begin_ns < use->end_ns; ++run)
        together_ns += run->within_ns(*use);
      if (use->page_faults == 0 || together_ns == 0) continue;
      for (auto run = first; run != runs.cend() && run->begin_ns < use->end_ns; ++run) {
        faults[run->task.value()] +=
            use->page_faults * static_cast<double>(run->within_ns(*use)) / static_cast<double>(together_ns);
      }
    }
  }
  return faults;
}

namespace {

/// The types of which enough tasks are the first to use memory, and enough are not.
std::vector<FirstUses> compared(const Trace& trace, const TaskTimes& times,
                                const std::vector<bool>& is_first) {
  std::vector<FirstUses> types(trace.types.size());
  std::vector<std::vector<std::int64_t>> later_ns(trace.types.size());
  for (std::size_t task = 0; task < trace.tasks.size(); ++task) {
    if (times.begin_ns[task] == unknown_time) continue;
    const std::size_t type = trace.tasks.type[task].value();
    if (is_first[task]) {
      types[type].tasks.push_back(TaskId(task));
    } else {
      later_ns[type].push_back(times.duration_ns[task]);
    }
  }
  std::vector<FirstUses> result;
  for (std::size_t type = 0; type < types.size(); ++type) {
    FirstUses& uses = types[type];
    if (uses.tasks.size() < fewest_tasks || later_ns[type].size() < fewest_tasks) continue;
    uses.type = TypeId(type);
    uses.later_ns = middle_of(std::move(later_ns[type]));
    if (uses.later_ns <= 0) continue;
    std::vector<std::int64_t> first_ns;
    for (const TaskId task : uses.tasks) first_ns.push_back(times.duration_ns[task.value()]);
    uses.median_ns = middle_of(first_ns);
    // Something else held up tasks that took longer than that.
    for (const std::int64_t each_ns : first_ns)
      uses.excess_ns += std::min(each_ns, uses.median_ns) - uses.later_ns;
    result.push_back(std::move(uses));
  }
  return result;
}

}  // namespace

std::vector<FirstUses> first_uses(const Trace& trace, const TaskTimes& times) {
  const std::vector<std::uint64_t> bytes = first_use_bytes(trace, times);
  std::vector<bool> is_first(bytes.size());
  for (std::size_t task = 0; task < bytes.size(); ++task) is_first[task] = bytes[task] > 0;
  std::vector<FirstUses> types = compared(trace, times, is_first);
  for (FirstUses& uses : types) {
    for (const TaskId task : uses.tasks) uses.bytes += bytes[task.value()];
  }
  return types;
}

std::vector<FirstUses> first_uses_by_faults(const Trace& trace, const TaskTimes& times) {
  const std::vector<double> faults = page_faults(trace);
  std::vector<double> most(trace.types.size());
  for (std::size_t task = 0; task < faults.size(); ++task) {
    double& of_type = most[trace.tasks.type[task].value()];
    of_type = std::max(of_type, faults[task]);
  }
  std::vector<bool> is_first(faults.size());
  for (std::size_t task = 0; task < faults.size(); ++task) {
    const double least = std::max(fewest_faults, few_faults * most[trace.tasks.type[task].value()]);
    is_first[task] = faults[task] >= least;
  }
  std::vector<FirstUses> types = compared(trace, times, is_first);
  std::erase_if(types, [](const FirstUses& uses) { return uses.later_ns < shortest_sample_ns; });
  for (FirstUses& uses : types) {
    double sum = 0.0;
    for (const TaskId task : uses.tasks) sum += faults[task.value()];
    uses.page_faults = static_cast<std::uint64_t>(std::llround(sum));
  }
  return types;
}

}  // namespace gusset::traces
