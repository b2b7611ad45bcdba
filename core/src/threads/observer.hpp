#pragma once
#include <atomic>
#include <cstddef>

#include "gusset/core/engine/handle_state.hpp"
#include "gusset/core/task.hpp"

namespace gusset::detail {

/// A thread that waits for a version of a handle: a task without a type that never enters a queue.
struct Observer {
  enum State : int { waiting, reached, abandoned };
  std::atomic<int> state{waiting};

  /// Whether a task represents an observer.
  static bool is_behind(const Task& task) {
    return task.type_is_none() && task.task_class().weight == nullptr;
  }
  static void signal(Task& task, State state) {
    // Sequentially consistent: pairs with the load in ThreadedEngine::wait().
    (*reinterpret_cast<Observer**>(task.begin() + 1))->state.store(state, std::memory_order_seq_cst);
  }
  /// Builds the task in the given memory, which has Observer::bytes.
  Task& task_in(const TaskMemory& memory, HandleState& handle, std::uint32_t version) {
    Task& task = *new (memory.block) Task(kind, TaskTypeId(), 1, memory.log2_bytes, memory.has_extra);
    TaskAccess& access = *new (task.begin()) TaskAccess(handle, AccessMode::read, memory.log2_bytes);
    *reinterpret_cast<Observer**>(task.begin() + 1) = this;
    access.version = version;
    task.awaited.store(1, std::memory_order_relaxed);  // relaxed: published by the link
    return task;
  }

  static constexpr TaskClass kind{nullptr, nullptr};
  static constexpr std::size_t bytes = sizeof(Task) + sizeof(TaskAccess) + sizeof(Observer*);
  static_assert(bytes <= std::size_t{1} << Task::min_log2_block_bytes);
};

}  // namespace gusset::detail
