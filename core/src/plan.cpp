#include "gusset/core/plan.hpp"

#include <algorithm>
#include <ostream>
#include <string>
#include <utility>

#include "gusset/core/detail/current_worker.hpp"
#include "gusset/core/detail/plan_graph.hpp"

namespace gusset {

namespace detail {

namespace {

/// How much a search for an edge that others imply may look at. Beyond, an edge may stay that could go: that
/// costs a count, not correctness.
constexpr std::size_t search_budget = 4096;

std::uint32_t weight_of(Task& root, std::size_t access) {
  return access == 0 ? 1 : plan_of(root).uses[access - 1].accesses;
}
void start(Task& root) {
  const_cast<Engine*>(CurrentWorker::innermost->engine)->start_planned(root);
}

constexpr TaskClass root_class{&start, nullptr, &weight_of};

}  // namespace

PlanGraph::PlanGraph(Engine& owner) : engine(owner) {
  order.engine = &owner;
  order.extension = this;
  order.name = "the order of a plan's runs";
}

PlanGraph::~PlanGraph() {
  // Engines without data run copies of the tasks, and don't know `order`.
  if (engine.has_data()) {
    try {
      engine.wait(order, engine.submitted_version(order));
    } catch (...) {
      // A failed task's exception stays with the engine, for a wait that can report it.
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
  predecessors_.emplace_back();
  seen_.push_back(0);
  std::vector<std::uint32_t> before;
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
    before.insert(before.end(), group.previous.begin(), group.previous.end());
    accesses.push_back({use, version});
  }
  add_edges(number, std::move(before));
}

/// Edges from those before, but for those that others imply.
void PlanGraph::add_edges(std::uint32_t task, std::vector<std::uint32_t> before) {
  std::sort(before.begin(), before.end(), std::greater<>());
  before.erase(std::unique(before.begin(), before.end()), before.end());
  std::vector<std::uint32_t>& kept = predecessors_[task];
  std::size_t budget = search_budget;
  for (const std::uint32_t candidate : before) {
    // Later tasks come first: only they can follow an earlier one.
    const bool is_implied = std::any_of(kept.begin(), kept.end(), [&](std::uint32_t other) {
      return reaches(candidate, other, budget);
    });
    if (!is_implied) kept.push_back(candidate);
  }
  for (const std::uint32_t predecessor : kept) nodes[predecessor].successors.push_back(task);
  nodes[task].awaited = static_cast<std::int32_t>(kept.size());
  nodes[task].task->awaited.store(nodes[task].awaited, std::memory_order_relaxed);  // relaxed: not shared yet
}

/// Whether `to` comes after `from`, as far as the budget lets one see.
bool PlanGraph::reaches(std::uint32_t from, std::uint32_t to, std::size_t& budget) {
  std::vector<std::uint32_t> open{to};
  ++search_;
  while (!open.empty()) {
    const std::uint32_t node = open.back();
    open.pop_back();
    for (const std::uint32_t predecessor : predecessors_[node]) {
      if (predecessor == from) return true;
      if (predecessor < from || seen_[predecessor] == search_ || budget == 0) continue;
      --budget;
      seen_[predecessor] = search_;
      open.push_back(predecessor);
    }
  }
  return false;
}

void PlanGraph::close() {
  for (std::uint32_t number = 0; number < nodes.size(); ++number) {
    if (nodes[number].awaited == 0) sources.push_back(number);
    if (nodes[number].successors.empty()) ++sinks;
  }
  predecessors_ = {};
  groups_ = {};
  index_ = {};
  seen_ = {};
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
    new (next++) TaskAccess(*use.handle, use.modifies ? AccessMode::write : AccessMode::read, memory.log2_bytes);
  }
  return root;
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

}  // namespace gusset
