#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "gusset/base/ids.hpp"
#include "gusset/base/result.hpp"
#include "gusset/simulator/predict/data_sizes.hpp"
#include "gusset/traces/model/trace.hpp"

namespace gusset::simulator {

/// Where the tasks and the data of a fork-join program are if it runs on several nodes.
struct DataPlacement {
  std::vector<NodeId> node;               ///< per task
  std::vector<bool> has_data;             ///< per task: the task or a task around it names data
  std::vector<NodeId> owner;              ///< per handle
  std::vector<std::uint64_t> size_bytes;  ///< per handle
  std::uint64_t groups = 0;               ///< groups of handles that were assigned round-robin
  bool has_stated_nodes = false;          ///< the sizes' file states nodes
};

/// Whether a task is only a wait for the tasks that its `depend` clauses name.
bool is_taskwait(const traces::Trace& trace, traces::TaskId task);

/// How a task uses a handle.
inline bool writes(const traces::Trace& trace, traces::TaskId task, const traces::Access& access) {
  return trace.access_modes[access.mode.value()].modifies && !is_taskwait(trace, task);
}

/// Places a fork-join program on nodes:
/// - Handles that a task writes together are a group, on one node. Nodes own groups round-robin, in the order
///   of first use, unless `sizes` states a node. A trace of several nodes keeps its owners, modulo `nodes`.
/// - A task runs on the node of the data that it writes; if it only reads, on the node of the largest handle
///   that it reads.
/// - Tasks without data run on their parent's node, and the first tasks on node 0. Waits for tasks are where
///   the task is that waits. Handles of tasks in a task with data are parts of its data, and on its node.
///
/// `sizes` may be null; `name` is the trace's name in errors. Refuses programs without `depend`, data that
/// only one node can own, handles whose bytes are not known, and tasks that write data of two nodes because
/// `sizes` says so.
Result<DataPlacement> place_data(const traces::Trace& trace, const DataSizes* sizes, unsigned nodes,
                                 const std::string& name);

}  // namespace gusset::simulator
