// How tasks and handles enter the engine: tasks of this node get replicas of what other nodes own, and tasks
// of other nodes become listeners.
#include <algorithm>
#include <mutex>
#include <new>
#include <string>

#include "engine/distributed_engine.hpp"
#include "gusset/core/engine/current_worker.hpp"
#include "gusset/core/engine/subtasks.hpp"
#include "gusset/core/errors.hpp"

namespace gusset::cluster {
namespace {

bool splits(Task& task) {
  return task.task_class().can_split && has_parts(task);
}

/// Whether the simulator counts a task's subtasks: it runs only kernels that split.
bool counts_subtasks(Task& task) {
  for (Task* each = &task; each != nullptr; each = each->parent()) {
    if (!splits(*each)) return false;
  }
  return true;
}

}  // namespace

void DistributedEngine::add_handle(HandleState& handle) {
  const bool is_shared = !is_in_kernel();
  if (!is_shared && handle.owner != every_node) handle.owner = here_;
  if (!begin_) begin_ = std::chrono::steady_clock::now();
  handles_.add(handle, is_shared);
  inner_->add_handle(handle);
  if (!is_shared || handle.size_bytes == 0 || handle.whole != nullptr || !is_local(handle)) return;
  ++counts_.blocks_owned;
  counts_.bytes_owned += handle.size_bytes;
}

void DistributedEngine::remove_handle(HandleState& handle) {
  if (handle.slot.is_none()) return inner_->remove_handle(handle);  // a plan's own handle
  HandleEntry& entry = handles_[handle];
  if (!is_alone() && is_in_program()) {
    const Rest at_end(*this);
    // Other nodes' programs may look at the handle's contents.
    const bool is_visible = entry.is_shared && (is_open_ || entry.filled_after == fences_);
    if (is_visible && trouble_ == Trouble::none) fence();
    exchange_.forget(handle);
    replicas_.forget(entry);
  }
  entry.shape.reset();
  listeners_.forget(entry);
  inner_->remove_handle(handle);
  handles_.remove(handle);
}

/// The fence before the first handle was removed is enough for all removed handles. Whatever the programs
/// look at from now on needs another fence.
void DistributedEngine::removed_data() noexcept {
  if (!is_alone() && is_in_program()) is_open_ = must_fence_ = true;
}

bool DistributedEngine::pass_by(const TaskCall& call, NodeId node, std::span<const Use> uses) {
  if (is_in_kernel()) return false;
  messenger_.wake();
  if (must_fence_) [[unlikely]]
    fence();
  note(call, node, uses);
  if (messages_.has_kinds()) messages_.step();
  if (listeners_.stale().handle != nullptr) [[unlikely]]
    report_write(*listeners_.stale().handle, stream_.tasks() - 1, listeners_.stale().node);
  if (node != here_ && node != every_node)
    return !(call.is_migratable && balancer_ && balancer_->keeps(stream_.first_instance()));
  ++counts_.tasks;
  work_ = call.work;
  return false;
}

/// Adds a task to the stream. If the task belongs to another node, counts its accesses.
void DistributedEngine::note(const TaskCall& call, NodeId node, std::span<const Use> uses) {
  const std::lock_guard guard(stream_lock_);
  stream_.begin_task(call.type, node);
  for (const Use& use : uses) stream_.access(use.handle->slot.value(), use.mode);
  stream_.end_task();
  if (node == here_ || node == every_node) return;
  for (const Use& use : uses) {
    HandleState& handle = *use.handle;
    if (handle.owner == here_) {
      listeners_.add(use, node, stream_);
    } else if (handle.owner != every_node) {
      HandleEntry& entry = handles_[handle];
      const std::uint32_t version = use.is_reserved ? use.reserved_version : handle.sequence.next(use.mode);
      if (modifies(use.mode)) {
        replicas_.passed(entry);
      } else if (settings_.broadcast.is_on && handle.owner != node) {
        forward(entry, version, node, use.is_reserved);
      }
    }
  }
}

/// Another node reads data that a third node owns: this node may have to forward the data.
void DistributedEngine::forward(HandleEntry& entry, std::uint32_t version, NodeId node, bool is_reserved) {
  const VersionReaders::Way way = way_of(entry, settings_.broadcast, version, node, is_reserved);
  if (way.is_new && way.from == here_) listeners_.forward(entry.replica->state(), node, stream_);
}

void DistributedEngine::submit(Task& task) {
  if (messages_.is_handling()) return submit_in_message(task);
  if (is_in_kernel()) return submit_in_kernel(task);
  if (task.is_migratable() && !(balancer_ && Balancer::may_move(task))) stays(task);
  if (is_alone()) {
    count_alone(task);
    return inner_->submit(task);
  }
  if (task.has_extra() && task.extra().node != here_ && !task.is_everywhere()) return keep(task);
  if (!splits(task)) counts_.work += work_;
  if (task.is_everywhere()) return everywhere_.add(task, stream_.first_instance() + here_.value());
  if (recorder_ != nullptr) recorder_->submits(stream_.first_instance());
  if (task.is_migratable()) task.extra().number = stream_.first_instance();
  redirect(task);
  inner_->submit(task);
  replicas_.submitted();
}

/// Keeps another node's task, which may move here.
void DistributedEngine::keep(Task& task) {
  struct Unused final : Replica::Owner {
    void ended(Replica&) override {}
  };
  static Unused unused;  // a shape has no accesses
  Shapes shapes;
  for (const TaskAccess& access : task) {
    if (access.is_covered()) continue;
    const HandleState& handle = access.handle();
    std::shared_ptr<const Replica>& shape = handles_[handle].shape;
    if (shape == nullptr) shape = std::make_shared<Replica>(handle, 0, here_, pool_, unused);
    shapes.push_back(shape);
  }
  balancer_->keep(task, stream_.first_instance(), std::move(shapes));
}

/// Several threads may submit tasks if there are no other nodes.
void DistributedEngine::count_alone(Task& task) {
  const std::lock_guard guard(stream_lock_);
  ++counts_.tasks;
  if (task.has_extra() && !splits(task)) counts_.work += task.extra().work;
}

/// Lets the task access replicas of what other nodes own.
void DistributedEngine::redirect(Task& task) {
  const bool has_covered =
      std::any_of(task.begin(), task.end(), [](const TaskAccess& access) { return access.is_covered(); });
  for (TaskAccess& access : task) {
    if (access.is_covered()) continue;
    HandleState& handle = access.handle();
    if (is_local(handle)) continue;
    const AccessMode mode = access.mode();
    const bool is_reserved = access.has_mark(TaskAccess::reserved);
    const std::uint32_t version = is_reserved ? access.version : handle.sequence.next(mode);
    if (settings_.broadcast.is_on) way_of(handles_[handle], settings_.broadcast, version, here_, is_reserved);
    HandleState& replica = replicas_.access(handle, version, task.type(), stream_.tasks() - 1);
    for (TaskAccess* later = &access + 1; has_covered && later != task.end(); ++later) {
      if (&later->handle() == &handle)
        new (later) TaskAccess(replica, later->mode(), task.log2_block_bytes());
    }
    new (&access) TaskAccess(replica, mode, task.log2_block_bytes());
  }
}

/// Submits a kernel's subtask or detached task, of which other nodes know nothing.
void DistributedEngine::submit_in_kernel(Task& task) {
  stays(task);
  for (const TaskAccess& access : task) {
    if (is_alone() || access.is_covered()) continue;
    const HandleState& handle = access.handle();
    const std::string what =
        "distribute: task " + quoted_name(task) + " on node " + std::to_string(here_.value()) + ": expected ";
    if (!is_local(handle)) {
      throw UsageError(what + "data of this node, or parts of its parent's data, found " + handle.label() +
                       " of node " + std::to_string(handle.owner.value()));
    }
    if (task.extra().is_detached && handle.owner != every_node && !handle.slot.is_none() &&
        handles_[handle].is_shared && !access.has_mark(TaskAccess::reserved)) {
      throw UsageError(what + "a subtask, because other nodes count the versions of " + handle.label() +
                       ", found a detached task");
    }
  }
  const detail::CurrentWorker* const worker = detail::CurrentWorker::of(*inner_);
  Task& parent = *inner_->running_task();
  if (parent.is_migratable() || Guests::is_guest(parent)) {
    throw UsageError("distribute: expected no tasks submitted by task " + quoted_name(parent) +
                     ", which may migrate, found " + quoted_name(task));
  }
  if (task.extra().is_detached && worker != nullptr && worker->is_in_then) {
    if (task.extra().node != here_ && !is_alone()) {
      throw UsageError("distribute: task " + quoted_name(task) + ": expected node " +
                       std::to_string(here_.value()) + ", whose function `then` submits it, found node " +
                       std::to_string(task.extra().node.value()));
    }
    own_tasks_.add(worker->index, task);
  } else if (counts_subtasks(parent)) {
    if (parent.parent() == nullptr) counts_.children.fetch_add(1, std::memory_order_relaxed);
    if (!splits(task)) counts_.children_work.fetch_add(task.extra().work, std::memory_order_relaxed);
  }
  inner_->submit(task);
}

std::uint32_t DistributedEngine::reserve(HandleState& handle, AccessMode mode) {
  if (is_local(handle) || is_in_kernel()) return inner_->reserve(handle, mode);
  return handle.sequence.next(mode);
}

std::uint32_t DistributedEngine::submitted_version(HandleState& handle) {
  return is_local(handle) ? inner_->submitted_version(handle) : handle.sequence.final_version();
}

void DistributedEngine::run(Plan& plan) {
  if (!is_alone()) throw UsageError("distribute: expected no plan on several nodes, found a run of a plan");
  inner_->run(plan);
}

}  // namespace gusset::cluster
