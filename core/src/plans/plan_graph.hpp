#pragma once
#include <cstddef>
#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

#include "gusset/base/transitive_reduction.hpp"
#include "gusset/core/engine.hpp"
#include "gusset/core/engine/handle_state.hpp"
#include "gusset/core/task.hpp"
#include "gusset/core/version_sequence.hpp"
#include "plans/plan_lanes.hpp"

namespace gusset::detail {

struct PlanGraph;

/// A handle that each run of a plan writes, so that runs of one plan are sequential.
struct PlanOrder : HandleState {
  explicit PlanOrder(PlanGraph& its_plan) : plan(its_plan) {}
  PlanGraph& plan;
};

/// The contents of a Plan. Tasks are appended in order of submission; then `close` computes the edges.
struct PlanGraph {
  explicit PlanGraph(Engine& owner);
  ~PlanGraph();
  PlanGraph(const PlanGraph&) = delete;
  PlanGraph& operator=(const PlanGraph&) = delete;

  struct Node {
    Task* task = nullptr;
    std::int32_t awaited = 0;  ///< the number of predecessors
    std::vector<std::uint32_t> successors;
  };
  /// How the plan as a whole accesses a handle.
  struct Use {
    HandleState* handle = nullptr;
    std::uint32_t accesses = 0;
    bool modifies = false;
  };
  /// One access of a task: an index into `uses`, and the version that it waits for, counted from the start of
  /// the run.
  struct PlannedAccess {
    std::uint32_t use = 0;
    std::uint32_t version = 0;
  };

  /// Takes ownership of a task whose accesses are set.
  void append(Task& task);
  /// Computes the edges, without implied ones. Call it after the last task.
  void close();
  /// Returns when no run is in progress. Throws what Engine::wait throws.
  void wait() { engine.wait(order, engine.submitted_version(order)); }

  /// Gives each task its upward rank as its priority: the declared work on the longest path from the task to
  /// the end, scaled to the priorities. Without declared work all tasks count alike. Does nothing if a task
  /// has a priority. Call it after close().
  void rank_by_work();

  /// Sets a static schedule while no run is in progress. In engines without data the tasks are bound to the
  /// workers of their lanes, in this order. Throws UsageError: see Plan::set_schedule.
  void set_lanes(const StaticSchedule& schedule, StaticForm form = StaticForm::counters);

  std::size_t edges() const;

  Engine& engine;
  std::vector<Node> nodes;
  std::vector<Use> uses;
  std::vector<PlannedAccess> accesses;  ///< all tasks' accesses, in order of tasks, without covered ones
  std::vector<std::uint32_t> sources;
  std::uint32_t sinks = 0;
  PlanOrder order;
  std::unique_ptr<PlanLanes> lanes;  ///< null: no static schedule
  bool has_met_guide = false;        ///< whether ScheduleGuide has looked the plan up in a file

 private:
  /// The tasks that access a handle at one version, and the tasks of the version before.
  struct Group {
    VersionSequence sequence;
    std::vector<std::uint32_t> current;
    std::vector<std::uint32_t> previous;
    std::uint32_t version = 0;
  };
  std::uint32_t use_of(HandleState& handle);

  std::unordered_map<HandleState*, std::uint32_t> index_;
  std::vector<Group> groups_;     // per use
  std::vector<GraphEdge> edges_;  // may contain duplicates and implied edges
};

/// The plan whose run `root` represents.
inline PlanGraph& plan_of(Task& root) {
  return static_cast<PlanOrder&>(root.begin()->handle()).plan;
}

/// Registers all accesses of a plan at once.
inline std::uint32_t next_of_plan(VersionSequence& sequence, AccessMode mode, std::uint32_t accesses) {
  if (modifies(mode)) return sequence.next_block(accesses);
  const std::uint32_t version = sequence.next(mode);
  for (; accesses > 1; --accesses) sequence.next(mode);
  return version;
}

/// Builds the task that represents one run: its first access is to `order`, followed by the uses.
Task& make_plan_root(PlanGraph& graph);

}  // namespace gusset::detail
