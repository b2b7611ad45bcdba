#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

#include "gusset/simulator/statistics.hpp"
#include "task_stream.hpp"

namespace gusset::simulator {

/// Counts what the stream holds, exactly and without a clock.
class Counter {
 public:
  Counter(std::size_t nodes, std::uint64_t header_bytes) : header_bytes_(header_bytes), nodes_(nodes) {}

  /// Counts what came since the last call.
  void count(const TaskStream& stream);

  const std::vector<NodeStatistics>& nodes() const { return nodes_; }
  Totals totals() const;

 private:
  void count_task(const TaskStream& stream, std::uint32_t task);

  std::uint64_t header_bytes_;
  std::vector<NodeStatistics> nodes_;
  std::size_t handles_ = 0;
  std::size_t tasks_ = 0;
  std::size_t transfers_ = 0;
};

}  // namespace gusset::simulator
