#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

#include "gusset/simulator/predict/statistics.hpp"
#include "stream/node_map.hpp"
#include "stream/task_stream.hpp"

namespace gusset::simulator {

/// Counts a stream's tasks, data and messages exactly, without a clock.
class Counter {
 public:
  explicit Counter(std::size_t nodes) : nodes_(nodes), sent_(nodes) {}

  /// Counts what the stream gained since the last call.
  void count(const TaskStream& stream);
  /// Like `count`; then lets the stream forget what it has.
  void count_and_forget(TaskStream& stream);
  /// Counts a task that another task splits into, on that task's node and level. The stream may lack the
  /// child.
  void count_child(NodeId node, unsigned level) { nodes_[node.value()].level2_tasks += level == 2; }
  /// Adds the work that a task declares, if it doesn't split.
  void count_work(NodeId node, double work) { nodes_[node.value()].work += work; }

  const std::vector<NodeStatistics>& nodes() const { return nodes_; }
  /// Returns the messages of each pair of nodes that sends any, sorted by sender and receiver.
  std::vector<PairStatistics> pairs() const;

 private:
  struct Sent {
    std::uint64_t messages = 0;
    std::uint64_t bytes = 0;
  };

  void count_task(const TaskStream& stream, std::uint32_t task);

  std::vector<NodeStatistics> nodes_;
  std::vector<NodeMap<Sent>> sent_;  // by sender, then receiver
  std::size_t handles_ = 0;
  std::size_t tasks_ = 0;  // the program's own tasks counted so far
  std::size_t transfers_ = 0;
};

}  // namespace gusset::simulator
