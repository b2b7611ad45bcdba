#include "gusset/core/plan.hpp"

#include <algorithm>
#include <exception>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "engine/report.hpp"
#include "gusset/core/engine/current_worker.hpp"
#include "gusset/core/errors.hpp"
#include "gusset/core/options.hpp"
#include "plans/plan_graph.hpp"

namespace gusset {

namespace detail {

namespace {

std::uint32_t weight_of(Task& root, std::size_t access) {
  return access == 0 ? 1 : plan_of(root).uses[access - 1].accesses;
}
void start(Task& root) {
  const_cast<Engine*>(CurrentWorker::innermost->engine)->start_planned(root);
}

constexpr TaskClass root_class{&start, nullptr, &weight_of};
constexpr TaskClass lane_class{&start, nullptr};

void nothing(Task&) {}
constexpr TaskClass without_kernel{&nothing, nullptr};

}  // namespace

PlanGraph::PlanGraph(Engine& owner) : engine(owner), order(*this) {
  order.engine = &owner;
  order.name = "the order of a plan's runs";
}

PlanGraph::~PlanGraph() {
  // Engines without data run copies of the tasks and ignore `order`.
  if (engine.has_data()) {
    try {
      wait();
    } catch (const UsageError& error) {
      // The plan's tasks would continue to run.
      print_error(std::string("a plan is destroyed inside a task while it runs: ") + error.what());
      std::terminate();
    } catch (const Deadlock& deadlock) {
      print_error(deadlock.what());
    } catch (...) {
      // A failed task's exception stays in the engine, for a wait that can report it.
    }
    engine.remove_handle(order);
  }
  for (Node& node : nodes) {
    node.task->destroy();
    engine.give_back(*node.task);
  }
}

std::uint32_t PlanGraph::use_of(HandleState& handle) {
  const auto [entry, is_new] = index_.try_emplace(&handle, static_cast<std::uint32_t>(uses.size()));
  if (is_new) {
    uses.push_back({&handle, 0, false});
    groups_.emplace_back();
  }
  return entry->second;
}

void PlanGraph::append(Task& task) {
  const auto number = static_cast<std::uint32_t>(nodes.size());
  task.set_planned();
  task.extra().plan_index = number;
  nodes.push_back({&task, 0, {}});
  for (TaskAccess& access : task) {
    if (access.is_covered()) continue;
    const std::uint32_t use = use_of(access.handle());
    ++uses[use].accesses;
    uses[use].modifies |= modifies(access.mode());
    Group& group = groups_[use];
    const bool is_first = group.current.empty();
    const std::uint32_t version = group.sequence.next(access.mode());
    if (!is_first && version != group.version) group.previous = std::exchange(group.current, {});
    group.version = version;
    group.current.push_back(number);
    for (const std::uint32_t before : group.previous) edges_.push_back({before, number});
    accesses.push_back({use, version});
  }
}

void PlanGraph::close() {
  for (const GraphEdge& edge : without_implied(nodes.size(), std::exchange(edges_, {}))) {
    nodes[edge.from].successors.push_back(edge.to);
    ++nodes[edge.to].awaited;
  }
  for (std::uint32_t number = 0; number < nodes.size(); ++number) {
    Node& node = nodes[number];
    node.task->awaited.store(node.awaited, std::memory_order_relaxed);  // relaxed: not shared yet
    if (node.awaited == 0) sources.push_back(number);
  }
  for (const Node& node : nodes) {
    if (node.successors.empty()) ++sinks;
  }
  groups_ = {};
  index_ = {};
}

void PlanGraph::rank_by_work() {
  bool has_work = false;
  for (const Node& node : nodes) {
    if (node.task->extra().priority != 0) return;
    has_work |= node.task->extra().work > 0.0;
  }
  std::vector<double> ranks(nodes.size());
  for (std::size_t i = nodes.size(); i-- > 0;) {  // successors first
    for (const std::uint32_t next : nodes[i].successors) ranks[i] = std::max(ranks[i], ranks[next]);
    ranks[i] += has_work ? nodes[i].task->extra().work : 1.0;
  }
  const double longest = ranks.empty() ? 0.0 : *std::max_element(ranks.begin(), ranks.end());
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    nodes[i].task->extra().priority =
        static_cast<std::int32_t>(ranks[i] / longest * std::numeric_limits<std::int32_t>::max());
  }
}

void PlanGraph::set_lanes(const StaticSchedule& schedule, StaticForm form) {
  lanes = std::make_unique<PlanLanes>(*this, schedule, form);
  if (engine.has_data()) return;
  for (std::uint32_t lane = 0; lane < lanes->size(); ++lane) {
    const std::vector<PlanLanes::Step>& steps = (*lanes)[lane].steps;
    auto priority = static_cast<std::int32_t>(steps.size());
    for (const PlanLanes::Step& step : steps) {
      step.task->extra().affinity = {Affinity::Kind::bound, lane};
      step.task->extra().priority = priority--;
    }
  }
}

std::size_t PlanGraph::edges() const {
  std::size_t count = 0;
  for (const Node& node : nodes) count += node.successors.size();
  return count;
}

Task& make_plan_root(PlanGraph& graph) {
  const std::size_t count = 1 + graph.uses.size();
  const TaskMemory memory = graph.engine.allocate(sizeof(Task) + count * sizeof(TaskAccess), true);
  Task& root = *new (memory.block) Task(root_class, TaskTypeId(), count, memory.log2_bytes, memory.has_extra);
  root.extra().access_count = static_cast<std::uint32_t>(count);
  TaskAccess* next = root.begin();
  new (next++) TaskAccess(graph.order, AccessMode::write, memory.log2_bytes);
  for (const PlanGraph::Use& use : graph.uses) {
    new (next++)
        TaskAccess(*use.handle, use.modifies ? AccessMode::write : AccessMode::read, memory.log2_bytes);
  }
  return root;
}

Task& make_plan_lane(TaskMemory memory, Task& root, std::uint32_t lane) {
  Task& task = *new (memory.block) Task(lane_class, TaskTypeId(), 0, memory.log2_bytes, memory.has_extra);
  task.extra().parent = &root;
  task.extra().affinity = {Affinity::Kind::bound, lane};
  task.extra().priority = std::numeric_limits<std::int32_t>::max();
  return task;
}

}  // namespace detail

Plan::Plan(std::unique_ptr<detail::PlanGraph> graph) : graph_(std::move(graph)) {}
Plan::Plan(Plan&&) noexcept = default;
Plan& Plan::operator=(Plan&&) noexcept = default;
Plan::~Plan() = default;

std::size_t Plan::tasks() const {
  return graph_->nodes.size();
}

std::size_t Plan::edges() const {
  return graph_->edges();
}

void Plan::set_schedule(const StaticSchedule& schedule, StaticForm form) {
  if (schedule.size() > graph_->engine.workers()) {
    throw UsageError("a plan's schedule: expected at most " + std::to_string(graph_->engine.workers()) +
                     " lists, one for each worker, found " + std::to_string(schedule.size()));
  }
  if (graph_->engine.has_data()) graph_->wait();
  graph_->set_lanes(schedule, form);
  if (!graph_->engine.has_data()) return;
  const auto busy = static_cast<unsigned>(
      std::count_if(schedule.begin(), schedule.end(), [](const auto& list) { return !list.empty(); }));
  if (busy > available_cores()) {
    detail::print_error("a plan's schedule: expected " + std::to_string(busy) + " processors, found " +
                        std::to_string(available_cores()) + "; the plan runs without its schedule");
    graph_->lanes = nullptr;
  }
}

std::size_t Plan::waits() const {
  return graph_->lanes == nullptr ? 0 : graph_->lanes->waits();
}

// Engines without data do not call kernels, so copies of the tasks suffice.
void Engine::run(Plan& plan) {
  if (has_data()) throw UsageError("this engine can't run plans");
  for (const detail::PlanGraph::Node& node : plan.graph().nodes) {
    Task& planned = *node.task;
    const TaskMemory memory = allocate(sizeof(Task) + planned.access_count() * sizeof(TaskAccess), true);
    Task& task = *new (memory.block) Task(detail::without_kernel, planned.type(), planned.access_count(),
                                          memory.log2_bytes, memory.has_extra);
    task.extra() = planned.extra();
    task.extra().parent = nullptr;
    if (planned.needs_locks()) task.set_needs_locks();
    TaskAccess* next = task.begin();
    for (const TaskAccess& access : planned)
      new (next++) TaskAccess(access.handle(), access.mode(), memory.log2_bytes);
    submit(task);
  }
}

}  // namespace gusset
