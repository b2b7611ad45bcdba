#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

#include "gusset/simulator/predict/statistics.hpp"
#include "stream/task_stream.hpp"

namespace gusset::simulator {

/// Counts what a stream holds, exactly and without a clock.
class Counter {
 public:
  Counter(std::size_t nodes, std::uint64_t header_bytes) : header_bytes_(header_bytes), nodes_(nodes) {}

  /// Counts what came since the last call.
  void count(const TaskStream& stream);
  /// A task that another splits into, whether or not a stream holds it: on that one's node and level.
  void count_child(NodeId node, unsigned level) { nodes_[node.value()].level2_tasks += level == 2; }
  /// Declared by a task that does not split.
  void count_work(NodeId node, double work) { nodes_[node.value()].work += work; }

  const std::vector<NodeStatistics>& nodes() const { return nodes_; }
  Totals totals() const;

 private:
  void count_task(const TaskStream& stream, std::uint32_t task);

  std::uint64_t header_bytes_;
  std::vector<NodeStatistics> nodes_;
  std::size_t handles_ = 0;
  std::size_t tasks_ = 0;  // of the program's own
  std::size_t transfers_ = 0;
};

/// What each pair of nodes that sends anything sends, by sender and receiver.
std::vector<PairStatistics> count_pairs(const TaskStream& stream);

}  // namespace gusset::simulator
