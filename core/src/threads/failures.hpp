#pragma once
#include <atomic>
#include <cstdint>
#include <exception>
#include <mutex>
#include <unordered_set>

#include "gusset/core/engine/handle_state.hpp"
#include "gusset/core/task.hpp"

namespace gusset::detail {

/// What failed tasks and cancellations leave behind: the failure that the next wait throws, and poisoned
/// handles. A poisoned handle's contents are not what dependent tasks expect. Thread-safe.
class Failures {
 public:
  /// Whether there is any failure. Relaxed: tasks that depend on a failed task are ordered by the versions
  /// that are raised after the failure.
  bool any() const { return any_.load(std::memory_order_relaxed); }

  /// Makes the failure of a task. Call it in the handler of the kernel's exception.
  static std::exception_ptr of_kernel(const Task& task);
  /// Poisons the handles that the task should have modified, for all tasks except the task's own group of
  /// adds. Call it before the task's versions are raised. A failed subtask also fails its ancestors.
  void add(Task& task, const std::exception_ptr& failure);
  /// Poisons a handle for all tasks that access it from now on.
  void add(HandleState& handle, const std::exception_ptr& failure);
  void cancel();
  void cancel(HandleState& handle);

  /// The failure that a task depends on, if any.
  std::exception_ptr stopping(Task& task);
  /// The failure that a reader of this version depends on, if any.
  std::exception_ptr stopping(const HandleState& handle, std::uint32_t version);
  /// The failure that poisoned a handle, if any.
  std::exception_ptr of(const HandleState& handle);
  /// The failure that the next wait throws, if any.
  std::exception_ptr first() const;
  /// Returns the first failure and clears all poison.
  std::exception_ptr take();
  /// Forgets a handle that is about to be destroyed.
  void forget(HandleState& handle);

 private:
  void keep_first(const std::exception_ptr& failure);
  std::exception_ptr poison_for(const HandleState& handle, std::uint32_t version) const;
  void poison(HandleState& handle, const std::exception_ptr& failure, std::uint32_t group);

  std::atomic<bool> any_{false};
  mutable std::mutex
      mutex_;  // guards the members below and the handles' `poison`; taken before the handles' locks
  std::exception_ptr first_;
  std::exception_ptr cancelled_;
  std::unordered_set<HandleState*> poisoned_;
};

}  // namespace gusset::detail
