#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "gusset/traces/analysis/time/task_table.hpp"
#include "gusset/traces/model/trace.hpp"
#include "gusset/traces/picture/graph/drawn_graph.hpp"

namespace gusset::picture {

/// The state of a task at a point in time. A data version is waiting until it exists, running while it is the
/// newest, and done when another version has replaced it.
enum class NodeState : std::uint8_t { waiting, ready, running, done };

/// How many members of a group are in each state.
struct StateCounts {
  std::array<std::uint64_t, 4> counts{};
  std::uint64_t& operator[](NodeState state) { return counts[static_cast<std::size_t>(state)]; }
  std::uint64_t operator[](NodeState state) const { return counts[static_cast<std::size_t>(state)]; }
  friend bool operator==(const StateCounts&, const StateCounts&) = default;
};

/// When each node of a graph changes its state, in ns from the trace's start; `never` if it does not.
struct GraphTimes {
  static constexpr std::int64_t never = INT64_MAX;
  std::vector<std::int64_t> ready_ns;
  std::vector<std::int64_t> begin_ns;
  std::vector<std::int64_t> end_ns;

  NodeState state(std::uint32_t node, std::int64_t time_ns) const {
    if (time_ns >= end_ns[node]) return NodeState::done;
    if (time_ns >= begin_ns[node]) return NodeState::running;
    return time_ns >= ready_ns[node] ? NodeState::ready : NodeState::waiting;
  }
};

/// Computes the times. A task is ready at its recorded time, or if none was recorded, once it is submitted
/// and all its predecessors are done; at the latest when it begins. Linear.
GraphTimes graph_times(const traces::DrawnGraph& graph, const traces::Trace& trace,
                       const traces::TaskTimes& times);

/// The sorted times of a group's tasks (not its versions), so that counting their states at any time is fast.
class GroupTimes {
 public:
  GroupTimes() = default;
  GroupTimes(const traces::DrawnGraph& graph, const GraphTimes& times, std::span<const std::uint32_t> nodes);
  /// Counts the states at a time. O(log nodes).
  StateCounts at(std::int64_t time_ns) const;

 private:
  std::vector<std::int64_t> ready_ns_;
  std::vector<std::int64_t> begin_ns_;
  std::vector<std::int64_t> end_ns_;
};

}  // namespace gusset::picture
