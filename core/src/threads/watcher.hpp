#pragma once
#include <atomic>
#include <cstddef>
#include <new>

#include "gusset/core/engine/handle_state.hpp"
#include "gusset/core/engine/node_engine.hpp"
#include "gusset/core/task.hpp"

namespace gusset::detail {

/// A VersionWatcher that waits for a version of a handle: a task without a type that never enters a queue.
struct Watcher {
  VersionWatcher* who = nullptr;
  Task* next = nullptr;  // the next reached watcher of the same raise

  /// Whether a task represents a watcher.
  static bool is_behind(const Task& task) { return &task.task_class() == &kind; }
  static Watcher& of(Task& task) { return *reinterpret_cast<Watcher*>(task.begin() + 1); }

  /// Builds the task in the given memory, which has `bytes`.
  static Task& task_in(const TaskMemory& memory, HandleState& handle, std::uint32_t version,
                       VersionWatcher& who) {
    Task& task = *new (memory.block) Task(kind, TaskTypeId(), 1, memory.log2_bytes, memory.has_extra);
    TaskAccess& access = *new (task.begin()) TaskAccess(handle, AccessMode::read, memory.log2_bytes);
    new (task.begin() + 1) Watcher{&who};
    access.version = version;
    task.awaited.store(1, std::memory_order_relaxed);  // relaxed: published by the link
    return task;
  }

  static constexpr TaskClass kind{nullptr, nullptr};
  static constexpr std::size_t bytes = sizeof(Task) + sizeof(TaskAccess) + 2 * sizeof(void*);
};
static_assert(Watcher::bytes == sizeof(Task) + sizeof(TaskAccess) + sizeof(Watcher));

/// The watchers that one raise has reached. They are called once nothing is locked any more.
class ReachedWatchers {
 public:
  /// Keeps the task if it represents a watcher.
  bool take(Task& task) {
    if (!Watcher::is_behind(task)) return false;
    Watcher::of(task).next = first_;
    first_ = &task;
    return true;
  }
  /// Calls each watcher, after `free` has got its task.
  template <class Free>
  void call(Free&& free) {
    while (first_ != nullptr) {
      Task& task = *first_;
      first_ = Watcher::of(task).next;
      VersionWatcher& who = *Watcher::of(task).who;
      free(task);
      who.reached();
    }
  }

 private:
  Task* first_ = nullptr;
};

}  // namespace gusset::detail
