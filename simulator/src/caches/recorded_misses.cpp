#include "caches/recorded_misses.hpp"

#include <algorithm>
#include <cstdint>
#include <map>
#include <tuple>

#include "caches/cache_model.hpp"
#include "gusset/traces/analysis/time/task_table.hpp"

namespace gusset::simulator {
namespace {

using traces::Trace;

/// Lists the memory that a trace's tasks access.
class RecordedAccesses {
 public:
  explicit RecordedAccesses(const Trace& trace) : trace_(trace) {}

  /// Returns what the task accesses on that node, each handle once. Valid until the next call.
  const std::vector<DataAccess>& of(std::size_t task, NodeId node) {
    list_.clear();
    for (const traces::Access& access : trace_.accesses.of(traces::TaskId(task))) {
      const traces::AccessMode& mode = trace_.access_modes[access.mode.value()];
      if (mode.name == traces::event_mode) continue;
      const std::uint32_t handle = access.handle.value();
      const AccessMode as = mode.modifies ? AccessMode::write : AccessMode::read;
      const auto same = std::ranges::find(list_, handle, &DataAccess::handle);
      if (same != list_.end()) {
        same->mode = combine(same->mode, as);
        continue;
      }
      const traces::NodeId owner = trace_.handles.owner[handle];
      DataAccess& added = list_.emplace_back();
      added.handle = handle;
      added.owner = owner.is_none() ? node : NodeId(owner.value());
      added.copy = added.owner == node ? 0 : copy_of(node, handle, access.version);
      added.bytes = trace_.handles.size_bytes[handle];
      added.mode = as;
    }
    return list_;
  }

 private:
  std::uint32_t copy_of(NodeId node, std::uint32_t handle, std::uint32_t version) {
    const auto next = static_cast<std::uint32_t>(copies_.size() + 1);
    return copies_.try_emplace({node.value(), handle, version}, next).first->second;
  }

  const Trace& trace_;
  std::map<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>, std::uint32_t> copies_;
  std::vector<DataAccess> list_;
};

/// Returns each worker's index on its node.
std::vector<WorkerId> indexes_on_nodes(const Trace& trace) {
  std::vector<std::uint32_t> workers(std::max<std::size_t>(1, trace.nodes.size()));
  std::vector<WorkerId> result;
  for (const traces::Worker& worker : trace.workers) result.emplace_back(workers[worker.node.value()]++);
  return result;
}

}  // namespace

std::vector<TaskMisses> recorded_misses(const Trace& trace, const CacheLevels& levels) {
  const traces::TaskTimes times = traces::task_times(trace);
  std::vector<std::size_t> order;
  for (std::size_t task = 0; task < trace.tasks.size(); ++task) {
    if (times.begin_ns[task] != traces::unknown_time) order.push_back(task);
  }
  std::ranges::stable_sort(order, {}, [&](std::size_t task) { return times.begin_ns[task]; });

  const std::vector<WorkerId> indexes = indexes_on_nodes(trace);
  std::vector<TaskMisses> misses(trace.tasks.size());
  RecordedAccesses accesses(trace);
  CacheModel model(levels);
  for (const std::size_t task : order) {
    const traces::WorkerId worker = trace.lanes[times.lane[task].value()].worker;
    const NodeId node(trace.workers[worker.value()].node.value());
    const WorkerId index = indexes[worker.value()];
    misses[task] = {model.start(accesses.of(task, node), node, index), model.shared_cache_of(node, index)};
  }
  return misses;
}

}  // namespace gusset::simulator
