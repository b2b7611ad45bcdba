// How a submitted task is checked, placed, and handed over to the engine.
#include <algorithm>
#include <cstdlib>
#include <string>
#include <vector>

#include "data/retired.hpp"
#include "gusset/core/engine/subtasks.hpp"
#include "gusset/core/reserved.hpp"
#include "gusset/core/runtime.hpp"
#include "plans/graph_log.hpp"
#include "plans/plan_graph.hpp"
#include "runtime/guarded.hpp"
#include "runtime/merge_accesses.hpp"
#include "runtime/schedule_guide.hpp"

namespace gusset {

namespace {

std::string number(NodeId node) {
  return std::to_string(node.value());
}

bool needs_locks_now(Task& task) {
  return std::any_of(task.begin(), task.end(), [](const TaskAccess& access) {
    return !access.is_covered() && needs_lock(access.mode());
  });
}

/// The node of a task that is not placed: the owner of the first handle that it modifies, otherwise of its
/// first input.
class NaturalNode {
 public:
  void add(NodeId owner, bool is_modified) {
    NodeId& first = is_modified ? first_modified_ : first_input_;
    if (owner != every_node && first.is_none()) first = owner;
  }
  /// None if the task accesses no data of a single node.
  NodeId node() const {
    if (!first_modified_.is_none()) return first_modified_;
    return first_input_;
  }

 private:
  NodeId first_modified_;
  NodeId first_input_;
};

void note_preferences(TaskExtra& extra, const TaskCall& call) {
  extra.work = call.work;
  extra.priority = call.priority;
  extra.affinity = call.affinity;
  extra.is_migratable = call.is_migratable;
  extra.is_inter_socket = call.is_inter_socket;
  extra.is_empty = call.is_empty;
}

NodeId natural_node(Task& task) {
  NaturalNode natural;
  for (const TaskAccess& access : task)
    natural.add(access.handle().owner, modifies(access.mode()) && !access.is_covered());
  return natural.node();
}

}  // namespace

inline NodeId Runtime::admit(const TaskCall& call, Task& task) const {
  if (!call.is_sound()) [[unlikely]]
    refuse_call(call);
  const Engine* const engine = engine_.get();
  bool needs_locks = false;
  for (TaskAccess& access : task) {
    const HandleState& handle = access.handle();
    if (handle.engine != engine) [[unlikely]]
      refuse_handle(call, handle);
    needs_locks |= needs_lock(access.mode());
  }
  if (task.access_count() > 1)
    needs_locks &= !guarded([&] { return detail::merge_accesses(task); }) || needs_locks_now(task);
  if (needs_locks) task.set_needs_locks();
  NodeId node = call.node;
  if (!has_one_node_ || !node.is_none()) [[unlikely]]
    node = place(call, task);
  if (task.has_extra()) {
    TaskExtra& extra = task.extra();
    note_preferences(extra, call);
    require_worker(call);
    const Task* const submitter = engine_->running_task();
    extra.is_detached = call.is_detached || (submitter != nullptr && submitter->is_everywhere());
    extra.node = node.is_none() ? NodeId(0) : node;
  }
  return node;
}

/// If the task is bound, its worker must exist.
void Runtime::require_worker(const TaskCall& call) const {
  if (call.affinity.kind != Affinity::Kind::bound || call.affinity.index < workers()) return;
  refuse(UsageError(TaskType::name_of(call.type) + ": expected a worker from 0 to " +
                    std::to_string(workers() - 1) + ", found worker " + std::to_string(call.affinity.index)));
}

/// If a loop names its workers (TaskCall::among), they must exist.
void Runtime::require_workers(const LoopCall& call) const {
  if (!call.iteration.is_sound()) refuse_call(call.iteration);
  if (call.first.is_none()) return;
  const std::uint64_t end = std::uint64_t{call.first.value()} + call.count;
  if (call.count > 0 && end <= workers()) return;
  const std::string found =
      call.count == 0 ? "no worker"
                      : "workers " + std::to_string(call.first.value()) + " to " + std::to_string(end - 1);
  refuse(UsageError(TaskType::name_of(call.iteration.type) + ": expected workers from 0 to " +
                    std::to_string(workers() - 1) + ", found " + found));
}

void Runtime::require_own(const HandleState& state) const {
  if (state.engine != engine_.get())
    refuse(UsageError(state.label() + ": expected a handle of this runtime, found another's"));
}

[[gnu::noinline]] void Runtime::refuse_call(const TaskCall& call) const {
  if (call.type.is_none()) refuse(UsageError("a task needs a type: make its call with a TaskType"));
  refuse(UsageError(TaskType::name_of(call.type) + ": expected work that is finite and not negative, found " +
                    std::to_string(call.work)));
}

[[gnu::noinline]] void Runtime::refuse_handle(const TaskCall& call, const HandleState& handle) const {
  refuse(UsageError(TaskType::name_of(call.type) + ": expected handles of this runtime, found " +
                    handle.label() +
                    (handle.engine == nullptr && detail::is_retired(handle) ? ", which has been destroyed"
                                                                            : " of another")));
}

/// Returns a task's node. Throws UsageError.
[[gnu::noinline]] NodeId Runtime::place(const TaskCall& call, Task& task) const {
  NodeId node = call.node.is_none() ? natural_node(task) : call.node;
  if (node.is_none()) node = engine_->place();  // of the submitting task or message
  if (node.is_none()) node = NodeId(0);
  if (node == every_node) {
    require_everywhere(call, task);
    return node;
  }
  const unsigned nodes = grid().nodes();
  if (node.value() >= nodes) {
    refuse(UsageError(TaskType::name_of(call.type) + ": expected a node from 0 to " +
                      std::to_string(nodes - 1) + ", found node " + number(node)));
  }
  for (const TaskAccess& access : task) {
    const NodeId owner = access.handle().owner;
    if (!access.is_covered() && modifies(access.mode()) && owner != node && owner != every_node) {
      refuse(UsageError(TaskType::name_of(call.type) + " on node " + number(node) +
                        ": expected to modify only what that node owns, found " + access.handle().label() +
                        ", which node " + number(owner) + " owns"));
    }
  }
  return node;
}

void Runtime::require_everywhere(const TaskCall& call, Task& task) const {
  const std::string where = TaskType::name_of(call.type) + " everywhere: ";
  for (const TaskAccess& access : task) {
    const HandleState& handle = access.handle();
    if (handle.owner != every_node) {
      refuse(UsageError(where + "expected handles that every node owns, found " + handle.label() +
                        " of node " + number(handle.owner)));
    }
  }
  if (const Task* const submitter = engine_->running_task(); submitter && !submitter->is_everywhere()) {
    refuse(UsageError(where + "expected the program or a task everywhere to submit it, found task " +
                      quoted_name(*submitter)));
  }
  if (is_capturing()) refuse(UsageError(where + "expected only tasks of one node in a plan, found this one"));
}

Runtime::Offer Runtime::offer_uses(const TaskCall& call, std::span<const Use> uses) {
  // Relaxed: see log_graph. Logged tasks are built on every node.
  if (watchers_.load(std::memory_order_relaxed) != 0 || !call.is_sound()) return Offer::none;
  NaturalNode natural;
  for (const Use& use : uses) {
    if (use.handle->engine != engine_.get()) return Offer::none;
    for (const Use& earlier : uses) {
      if (&earlier == &use) break;
      if (earlier.handle == use.handle) return Offer::none;
    }
    const NodeId owner = use.handle->owner;
    const bool is_modified = modifies(use.mode);
    natural.add(owner, is_modified);
    if (is_modified && owner != every_node && owner != (call.node.is_none() ? natural.node() : call.node))
      return Offer::none;
  }
  NodeId node = call.node.is_none() ? natural.node() : call.node;
  if (node.is_none()) node = NodeId(0);  // kernels' tasks stay here anyway
  if (node == every_node || node.value() >= grid().nodes()) return Offer::none;
  return guarded([&] { return engine_->pass_by(call, node, uses); }) ? Offer::passed : Offer::kept;
}

/// Offers an admitted task to the engine. If it belongs to another node, destroys it and returns true.
bool Runtime::passes_by(const TaskCall& call, NodeId node, Task& task) {
  if (engine_->here().is_none()) return false;
  std::vector<Use> uses;
  uses.reserve(task.access_count());
  for (const TaskAccess& access : task) {
    if (access.is_covered()) continue;
    const bool is_reserved = access.has_mark(TaskAccess::reserved);
    uses.push_back({&access.handle(), access.mode(), is_reserved, is_reserved ? access.version : 0});
  }
  if (!guarded([&] { return engine_->pass_by(call, node, uses); })) return false;
  task.destroy();
  engine_->give_back(task);
  return true;
}

/// Gives the task its place in the schedule file.
void Runtime::guide(Task& task) {
  guarded([&] { guide_->guide(task, task.extra().is_detached ? nullptr : engine_->running_task()); });
}

void Runtime::hand_over_own(const TaskCall& call, Task& task) {
  try {
    if (!call.is_sound()) refuse_call(call);
    if (call.node.value() >= grid().nodes()) place(call, task);
    require_worker(call);
    TaskExtra& extra = task.extra();
    note_preferences(extra, call);
    extra.is_detached = true;
    extra.node = call.node;
    if (guide_ != nullptr) guide(task);
    engine_->submit_own(task);
  } catch (...) {
    task.destroy();
    engine_->give_back(task);
    throw;
  }
}

void Runtime::hand_over(const TaskCall& call, Task& task, bool is_kept) {
  detail::GraphLog* log = nullptr;
  std::uint32_t logged = detail::GraphLog::none;
  try {
    const NodeId node = admit(call, task);
    if (is_capturing() && call.type != detail::released_type().id()) [[unlikely]] {
      for (const TaskAccess& access : task) {
        if (access.has_mark(TaskAccess::reserved))
          refuse(UsageError(TaskType::name_of(call.type) +
                            ": expected no reserved accesses in a plan, found one of " +
                            access.handle().label()));
      }
      captured_->append(task);
      return;
    }
    log = graph_log_.load(std::memory_order_acquire);  // pairs with log_graph
    if (log != nullptr) [[unlikely]]
      logged =
          log->add(task, task.has_extra() && task.extra().is_detached ? nullptr : engine_->running_task());
    if (guide_ != nullptr) [[unlikely]]
      guide(task);
    if (!has_one_node_ && !is_kept && passes_by(call, node, task)) return;
    guarded([&] { engine_->submit(task); });
  } catch (...) {
    if (log != nullptr) log->retract(logged, 1);
    task.destroy();
    engine_->give_back(task);
    throw;
  }
}

/// Call this in the handler of an exception that the engine threw for a task.
void Runtime::refused(Task& task) const {
  task.destroy();
  engine_->give_back(task);
  guarded([] { throw; });
  std::abort();  // never reached: guarded rethrows
}

}  // namespace gusset
