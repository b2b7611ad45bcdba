// Task graphs and active messages: what one node does without the others' programs.
#include <mutex>

#include "engine/distributed_engine.hpp"
#include "gusset/core/engine/current_worker.hpp"
#include "gusset/core/engine/subtasks.hpp"
#include "gusset/core/errors.hpp"

namespace gusset::cluster {

NodeId DistributedEngine::place() const {
  if (is_in_kernel()) return here_;
  // Relaxed: only the program's thread, or a task everywhere while it waits, uses this.
  is_fulfilling_.store(true, std::memory_order_relaxed);
  return {};
}

void DistributedEngine::submit_own(Task& task) {
  stays(task);
  own_tasks_.add(detail::current_worker_index(*inner_), task);
  if (messages_.is_handling()) return inner_->submit_in_poll(task);
  messenger_.wake();
  inner_->submit(task);
}

/// A message's function submits a task.
void DistributedEngine::submit_in_message(Task& task) {
  stays(task);
  for (const TaskAccess& access : task) {
    const HandleState& handle = access.handle();
    if (handle.owner == every_node || (is_local(handle) && !handles_[handle].is_shared)) continue;
    throw UsageError("distribute: task " + quoted_name(task) + " of a message on node " +
                     std::to_string(here_.value()) +
                     ": expected data that a task of this node has made, because other nodes count the "
                     "versions of the program's data, found " +
                     handle.label());
  }
  own_tasks_.add(detail::current_worker_index(*inner_), task);
  inner_->submit_in_poll(task);
}

void DistributedEngine::add_messages(MessageKind& kind) {
  if (!is_alone() && is_in_kernel()) {
    throw UsageError(kind.name() +
                     ": expected the program to make this message or task graph, because all nodes make it, "
                     "found a task of node " +
                     std::to_string(here_.value()));
  }
  if (!begin_) begin_ = std::chrono::steady_clock::now();
  {
    const std::lock_guard guard(stream_lock_);
    stream_.add_messages(TaskType(kind.name()).id());
  }
  messages_.add(kind);
}

std::uint64_t DistributedEngine::sum_over_nodes(std::uint64_t value) {
  if (is_alone()) return value;
  const Rest at_end(*this);
  sum({&value, 1});
  return value;
}

}  // namespace gusset::cluster
