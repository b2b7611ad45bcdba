#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "gusset/traces/analysis/graph/task_graph.hpp"
#include "gusset/traces/model/task_times.hpp"
#include "gusset/traces/model/trace.hpp"
#include "gusset/traces/model/version_messages.hpp"

namespace gusset::traces {

/// When the data that a task needs from other nodes arrived.
struct RemoteArrival {
  bool is_needed = false;               ///< the task needs data from another node
  std::int64_t time_ns = unknown_time;  ///< of the last message; unknown if a message was not recorded
  NodeId from;                          ///< sender of that message

  /// Whether the task may have waited for a message that was not recorded. What it waited for is then
  /// unknown.
  bool is_unseen() const { return is_needed && time_ns == unknown_time; }
};

/// Decides for every analysis whether a task needs data from another node, and when the data arrived:
/// - In recordings and predictions of Gusset's own runtime, a task needs a message for each handle of another
///   node that it only reads. If it has migrated, it needs one for each handle that it accesses, and tasks of
///   its home need one for each handle that it modifies.
/// - Imported traces don't record owners. There, a task needs a message if a task whose version it awaits, or
///   that precedes it by an explicit dependency, ran on another node.
/// All arguments must outlive this object. Any number of threads may query it.
class RemoteData {
 public:
  RemoteData(const Trace& trace, const TaskGraph& graph, const TaskTimes& times);

  RemoteArrival of(TaskId task) const;
  /// The message that brought what a task accesses in a group; null if there is none.
  const Message* message_of(TaskId task, const Access& access, std::uint32_t group) const;

 private:
  NodeId node_of(TaskId task) const { return node_of_lane(trace_, times_.lane[task.value()]); }
  bool has_migrated(TaskId task) const { return !homes_.empty() && !homes_[task.value()].is_none(); }
  bool is_remote(TaskId task, const Access& access, std::uint32_t group) const;
  void find_origins();

  const Trace& trace_;
  const TaskGraph& graph_;
  const TaskTimes& times_;
  VersionMessages messages_;
  std::vector<NodeId> homes_;  ///< by task; empty if none migrated
  /// Per group: the node on which all the tasks that its successors wait for ran. Nothing if they ran on
  /// several nodes. Only for imported traces of several nodes.
  std::vector<std::optional<NodeId>> origin_;
};

}  // namespace gusset::traces
