#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "gusset/simulator/costs/cost_model.hpp"
#include "stream/task_stream.hpp"

namespace gusset::simulator {

/// Lists the memory that a stream's tasks access, for cost models. The whole of a handle with parts is listed
/// as its parts, however deep, so that accesses to the whole and to its parts meet.
class DataAccesses {
 public:
  explicit DataAccesses(const TaskStream& stream) : stream_(stream) {}

  /// Returns what the task accesses when it runs on that node. If the task has migrated to that node, these
  /// are private copies. Valid until the next call.
  std::span<const DataAccess> of(std::uint32_t task, NodeId node);

 private:
  std::uint32_t received_copy(std::uint32_t task, std::uint32_t handle) const;
  void add(std::uint32_t handle, std::uint32_t copy, AccessMode mode);

  const TaskStream& stream_;
  std::vector<DataAccess> list_;
};

}  // namespace gusset::simulator
