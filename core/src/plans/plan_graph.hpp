#pragma once
#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "gusset/base/transitive_reduction.hpp"
#include "gusset/core/engine.hpp"
#include "gusset/core/engine/handle_state.hpp"
#include "gusset/core/task.hpp"
#include "gusset/core/version_sequence.hpp"

namespace gusset::detail {

struct PlanGraph;

/// A handle that each run of a plan writes: so runs of one plan come one after the other.
struct PlanOrder : HandleState {
  explicit PlanOrder(PlanGraph& its_plan) : plan(its_plan) {}
  PlanGraph& plan;
};

/// What a Plan is made of. Tasks are appended in order of submission, then `close` finds the edges.
struct PlanGraph {
  explicit PlanGraph(Engine& owner);
  ~PlanGraph();
  PlanGraph(const PlanGraph&) = delete;
  PlanGraph& operator=(const PlanGraph&) = delete;

  struct Node {
    Task* task = nullptr;
    std::int32_t awaited = 0;  ///< predecessors
    std::vector<std::uint32_t> successors;
  };
  /// How the plan as a whole accesses a handle.
  struct Use {
    HandleState* handle = nullptr;
    std::uint32_t accesses = 0;
    bool modifies = false;
  };
  /// An access of a task among all: which handle's, and the version it waits for counted from the run's
  /// first.
  struct PlannedAccess {
    std::uint32_t use = 0;
    std::uint32_t version = 0;
  };

  /// Takes over a task whose accesses are set.
  void append(Task& task);
  /// After the last task: the edges, but for those that others imply.
  void close();

  std::size_t edges() const;

  Engine& engine;
  std::vector<Node> nodes;
  std::vector<Use> uses;
  std::vector<PlannedAccess> accesses;  ///< of all tasks, in their order; covered ones left out
  std::vector<std::uint32_t> sources;
  std::uint32_t sinks = 0;
  PlanOrder order;

 private:
  /// Tasks that access a handle under one version, and those before them.
  struct Group {
    VersionSequence sequence;
    std::vector<std::uint32_t> current;
    std::vector<std::uint32_t> previous;
    std::uint32_t version = 0;
  };
  std::uint32_t use_of(HandleState& handle);

  std::unordered_map<HandleState*, std::uint32_t> index_;
  std::vector<Group> groups_;     // per use
  std::vector<GraphEdge> edges_;  // with repetitions and implied ones
};

/// The plan that a task which stands for a run of it belongs to.
inline PlanGraph& plan_of(Task& root) {
  return static_cast<PlanOrder&>(root.begin()->handle()).plan;
}

/// Registers the accesses of a plan as a whole.
inline std::uint32_t next_of_plan(VersionSequence& sequence, AccessMode mode, std::uint32_t accesses) {
  if (modifies(mode)) return sequence.next_block(accesses);
  const std::uint32_t version = sequence.next(mode);
  for (; accesses > 1; --accesses) sequence.next(mode);
  return version;
}

/// Builds the task that stands for one run: its first access is to `order`, then come the uses.
Task& make_plan_root(PlanGraph& graph);

}  // namespace gusset::detail
