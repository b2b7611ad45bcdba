#pragma once
#include <cstddef>
#include <cstdint>
#include <functional>
#include <unordered_map>
#include <vector>

#include "gusset/core/task.hpp"
#include "gusset/simulator/costs/cost_model.hpp"
#include "gusset/simulator/predict/statistics.hpp"
#include "stream/task_stream.hpp"

namespace gusset::simulator {

/// Queries a model once per type and size and keeps the costs in the stream. Counts extrapolated costs.
class TaskCosts {
 public:
  TaskCosts(const CostModel& model, TaskStream& stream) : model_(model), stream_(stream) {}

  /// Returns the number of a task's cost in the stream. Throws SimulationError naming the type if the model
  /// has no cost for it.
  std::uint32_t number_of(Task& task);

  /// Returns the extrapolations, sorted by type, kind and size.
  std::vector<Extrapolation> extrapolations() const;

 private:
  struct Key {
    std::uint32_t type = 0;
    double work = 0.0;
    std::uint64_t bytes = 0;
    friend bool operator==(const Key&, const Key&) = default;
  };
  struct Hash {
    std::size_t operator()(const Key& key) const {
      const std::size_t numbers = std::hash<double>()(key.work) * 0x9e3779b97f4a7c15u ^ key.bytes;
      return (numbers ^ key.type) * 0x9e3779b97f4a7c15u >> 8;
    }
  };
  struct Known {
    std::uint32_t number = 0;
    std::uint64_t tasks = 0;
  };

  const CostModel& model_;
  TaskStream& stream_;
  std::unordered_map<Key, Known, Hash> known_;
};

}  // namespace gusset::simulator
