#pragma once
#include <cstdint>
#include <unordered_map>

#include "gusset/core/ids.hpp"

namespace gusset::simulator {

/// Remembers which worker of each node last accessed its replica of a handle.
class LastWorkers {
 public:
  void record(std::uint32_t handle, NodeId node, WorkerId worker) { workers_[key_of(handle, node)] = worker; }
  /// Returns none if no worker of that node has accessed it.
  WorkerId find(std::uint32_t handle, NodeId node) const {
    const auto found = workers_.find(key_of(handle, node));
    return found == workers_.end() ? WorkerId() : found->second;
  }

 private:
  static std::uint64_t key_of(std::uint32_t handle, NodeId node) {
    return std::uint64_t{handle} << 32 | node.value();
  }
  std::unordered_map<std::uint64_t, WorkerId> workers_;
};

}  // namespace gusset::simulator
