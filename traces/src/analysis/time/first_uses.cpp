#include "gusset/traces/analysis/time/first_uses.hpp"

#include <algorithm>
#include <cstddef>

#include "gusset/traces/model/names.hpp"

namespace gusset::traces {
namespace {

constexpr std::size_t fewest_tasks = 3;

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

std::vector<FirstUses> first_uses(const Trace& trace, const TaskTimes& times) {
  const std::vector<std::uint64_t> bytes = first_use_bytes(trace, times);
  std::vector<FirstUses> types(trace.types.size());
  std::vector<std::vector<std::int64_t>> later_ns(trace.types.size());
  for (std::size_t task = 0; task < trace.tasks.size(); ++task) {
    if (times.begin_ns[task] == unknown_time) continue;
    const std::size_t type = trace.tasks.type[task].value();
    if (bytes[task] == 0) {
      later_ns[type].push_back(times.duration_ns[task]);
    } else {
      types[type].tasks.push_back(TaskId(task));
      types[type].bytes += bytes[task];
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
    for (const TaskId task : uses.tasks) {
      first_ns.push_back(times.duration_ns[task.value()]);
      uses.excess_ns += first_ns.back() - uses.later_ns;
    }
    uses.median_ns = middle_of(std::move(first_ns));
    result.push_back(std::move(uses));
  }
  return result;
}

}  // namespace gusset::traces
