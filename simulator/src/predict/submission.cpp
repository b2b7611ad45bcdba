// How a program's tasks enter the stream: one by one, as children of tasks that split, or once per node.
#include <algorithm>
#include <bit>
#include <cstddef>
#include <exception>
#include <mutex>
#include <new>
#include <string>
#include <utility>
#include <vector>

#include "gusset/core/annotation.hpp"
#include "gusset/core/engine/subtasks.hpp"
#include "gusset/core/errors.hpp"
#include "gusset/traces/model/trace.hpp"
#include "simulation_engine.hpp"
#include "submitting.hpp"
#include "user_functions.hpp"

namespace gusset::simulator {
namespace {

TaskStream::StreamTask stream_task(Task& task, std::uint32_t cost) {
  const TaskExtra& extra = task.extra();
  TaskStream::StreamTask what;
  what.type = task.type();
  what.node = extra.node;
  what.work = extra.work;
  what.affinity = extra.affinity;
  what.priority = extra.priority;
  what.is_inter_socket = extra.is_inter_socket;
  what.cost = cost;
  return what;
}

/// Whether another node may run a task of the program (TaskCall::migratable).
bool may_migrate(Task& task) {
  const TaskClass& kind = task.task_class();
  if (!task.is_migratable() || task.is_bound() || kind.then != nullptr) return false;
  if (task.access_count() == 0 || (kind.can_split && has_parts(task))) return false;
  return std::none_of(task.begin(), task.end(), [](const TaskAccess& access) {
    return access.handle().owner == every_node || access.handle().renaming != nullptr;
  });
}

// Collects what a splitting kernel submits until it returns, so that a task's children are contiguous.
void collect(Task& task, Task& parent) {
  if (task.extra().is_detached) {
    throw UsageError("simulate: task " + quoted_name(task) +
                     ": expected a subtask of the splitting task, found a detached task");
  }
  make_subtask(task, parent);
  if constexpr (checks_parts) check_parts(task);
  submitting.tasks->push_back(&task);
}

}  // namespace

Task* SimulationEngine::running_task() const {
  if (following != nullptr && following->engine == this) return following->task;
  return submitting.engine == this ? submitting.task : nullptr;
}

TaskMemory SimulationEngine::allocate(std::size_t bytes, bool) {
  TaskMemory memory;
  memory.has_extra = true;  // the extra holds at least the node
  memory.log2_bytes = std::max(Task::min_log2_block_bytes,
                               static_cast<unsigned>(std::bit_width(bytes + sizeof(TaskExtra) - 1)));
  memory.block = blocks_.take(memory.log2_bytes);
  new (static_cast<std::byte*>(memory.block) + (std::size_t{1} << memory.log2_bytes) - sizeof(TaskExtra))
      TaskExtra();
  return memory;
}

void SimulationEngine::give_back(Task& task) {
  blocks_.give_back(&task, task.log2_block_bytes());
}

void SimulationEngine::release(Task& task) {
  task.destroy();
  blocks_.give_back(&task, task.log2_block_bytes());
}

void SimulationEngine::submit(Task& task) {
  if (following != nullptr && following->engine == this && !following->node.is_none()) {
    const std::lock_guard guard(mutex_);
    return submit_after(task);
  }
  Task* const parent = running_task();
  if (parent != nullptr && !parent->is_everywhere()) return collect(task, *parent);
  {
    const std::lock_guard guard(mutex_);
    if (task.is_everywhere()) return add_everywhere_task(task);
    Following now{this, &task, task.extra().node, TaskStream::none, {}, {}};
    follow_or_fail(task, now);
    add_task(task, now, false);
  }
  release(task);  // outside the lock, because destructors of a kernel's captures can run any code
}

bool SimulationEngine::splits(Task& task) const {
  return inputs_.splits && task.task_class().can_split && has_parts(task);
}

/// Tasks that are only counted need not stay in the stream, except with a list of moves: the accesses of the
/// tasks that it names are counted at the end.
void SimulationEngine::count() {
  if (schedule_ || inputs_.balance.is_on()) {
    counter_.count(stream_);
  } else {
    counter_.count_and_forget(stream_);
  }
}

void SimulationEngine::add_task(Task& task, Following& now, bool is_own) {
  const bool is_split = splits(task);
  const std::uint32_t cost = schedule_ && !is_split ? costs_of_tasks_->number_of(task) : TaskStream::none;
  const NodeId node = task.extra().node;
  TaskStream::StreamTask what = stream_task(task, cost);
  what.is_own = is_own;
  what.is_migratable = !is_own && may_migrate(task);
  const std::uint32_t number = append(task, what, node, &now);
  if (is_split) {
    split(task, number, node, 1);
  } else {
    counter_.count_work(node, task.extra().work);
  }
}

std::uint32_t SimulationEngine::append(Task& task, const TaskStream::StreamTask& what, NodeId node,
                                       Following* now) {
  accesses_.clear();
  if (now != nullptr) add_events(*now);
  for (TaskAccess& access : task) {
    if (access.is_covered()) continue;
    HandleState& handle = access.handle();
    if (!access.has_mark(TaskAccess::reserved)) access.version = sequence(handle, node).next(access.mode());
    accesses_.push_back({.handle = index_of(handle, node),
                         .version = access.version,
                         .mode = access.mode(),
                         .is_reserved = access.has_mark(TaskAccess::reserved)});
    if (!schedule_) handle.set_version(handle.sequence.final_version());
  }
  const std::uint32_t number = stream_.append(what, accesses_);
  annotate_priority(number);
  if (schedule_ && !what.is_own) annotate(number);
  count();
  return number;
}

/// Predicted traces have the attribute that recordings have.
void SimulationEngine::annotate_priority(std::uint32_t number) {
  const std::int32_t priority = stream_.tasks()[number].priority;
  if (schedule_ && priority != 0)
    stream_.annotate(number, traces::priority_attribute, std::int64_t{priority});
}

void SimulationEngine::annotate(std::uint32_t number) {
  Annotation::for_each(
      [this, number](const Annotation& each) { stream_.annotate(number, each.name(), each.value()); });
}

/// Collects in `tasks` what the kernel submits if it splits.
void SimulationEngine::run_kernel(Task& task, NodeId node, std::vector<Task*>* tasks) {
  const Submitting outer = std::exchange(submitting, {this, &task, node, tasks});
  try {
    task.run();
  } catch (...) {
    submitting = outer;
    throw;
  }
  submitting = outer;
}

/// Runs a task's split. Its children go into the stream, unless the simulation only counts.
void SimulationEngine::split(Task& task, std::uint32_t number, NodeId node, unsigned level) {
  std::vector<Task*> children;
  const auto release_from = [&](std::size_t first) {
    for (std::size_t i = first; i < children.size(); ++i) release(*children[i]);
  };
  try {
    run_kernel(task, node, &children);
  } catch (...) {
    release_from(0);
    throw;
  }
  std::vector<std::uint32_t> numbers(children.size(), TaskStream::none);
  for (std::size_t i = 0; i < children.size(); ++i) {
    Following now{this, children[i], node, TaskStream::none, {}, {}};
    follow_or_fail(*children[i], now);
    if (schedule_) numbers[i] = append_child(*children[i], number, now);
  }
  for (std::size_t i = 0; i < children.size(); ++i) {
    Task& child = *children[i];
    counter_.count_child(node, level + 1);
    try {
      if (splits(child)) {
        split(child, numbers[i], node, level + 1);
      } else {
        counter_.count_work(node, child.extra().work);
      }
    } catch (...) {
      release_from(i);
      throw;
    }
    release(child);
  }
}

std::uint32_t SimulationEngine::append_child(Task& child, std::uint32_t parent, Following& now) {
  const NodeId node = now.node;
  const std::uint32_t cost = splits(child) ? TaskStream::none : costs_of_tasks_->number_of(child);
  accesses_.clear();
  add_events(now);
  for (TaskAccess& access : child) {
    if (access.is_covered()) continue;
    const HandleState& handle = access.handle();
    if (handle.owner != node && handle.owner != every_node &&
        (handle.whole == nullptr || modifies(access.mode()))) {
      throw UsageError("simulate: task " + quoted_name(child) + " on node " + std::to_string(node.value()) +
                       ": expected data of this node, or reads of parts of its parent's data, found " +
                       handle.label() + " of another node");
    }
    accesses_.push_back({index_of(handle, node), 0, TaskStream::none, access.mode()});
  }
  const std::uint32_t number = stream_.append_child(parent, stream_task(child, cost), accesses_);
  annotate_priority(number);
  return number;
}

// ---- tasks everywhere

/// The task's time is the time of its submissions plus the work that it declares. The kernel runs when the
/// program waits, because the program may change the kernel's inputs until then.
void SimulationEngine::add_everywhere_task(Task& task) {
  TaskStream::StreamTask what = stream_task(task, TaskStream::none);
  what.is_everywhere = true;
  const auto first = static_cast<std::uint32_t>(stream_.tasks().size());
  for (unsigned n = 0; n < machine_.grid.nodes(); ++n) {
    what.node = NodeId(n);
    if (schedule_ && what.work > 0.0) what.cost = costs_of_tasks_->number_of(task);
    append(task, what, what.node);
    counter_.count_work(what.node, what.work);
  }
  everywhere_.push_back({&task, first});
}

/// Runs the kernels of all submitted tasks everywhere, and of the tasks everywhere that they submit.
void SimulationEngine::run_everywhere() {
  if (failure_) return;
  while (!everywhere_.empty()) {
    const Everywhere each = everywhere_.front();
    everywhere_.pop_front();
    try {
      run_everywhere(each);
    } catch (...) {
      failure_ = std::current_exception();
    }
    release(*each.task);
    if (failure_) std::rethrow_exception(failure_);
  }
}

void SimulationEngine::run_everywhere(const Everywhere& each) {
  stream_.begin_batch(each.first_instance);
  call_of_task([&] { return TaskType::name_of(each.task->type()); },
               [&] { run_kernel(*each.task, NodeId(), nullptr); });
  Following now{this, each.task, NodeId(), TaskStream::none, {}, {}};
  follow(*each.task, now);
  stream_.end_batch();
}

}  // namespace gusset::simulator
