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
/// handles, whose contents are not what tasks that depend on them expect. Thread-safe.
class Failures {
 public:
  /// Whether there is any. Relaxed: tasks that depend on a failed one are ordered by the versions raised
  /// after the failure.
  bool any() const { return any_.load(std::memory_order_relaxed); }

  /// The failure of a task, in the handler of what its kernel threw.
  static std::exception_ptr of_kernel(const Task& task);
  /// Before the task's versions are raised: poisons what the task should have modified, for all but its own
  /// group of adds. A task fails with its subtask.
  void add(Task& task, const std::exception_ptr& failure);
  void cancel();
  void cancel(HandleState& handle);

  /// The failure that a task depends on, if any.
  std::exception_ptr stopping(Task& task);
  /// The failure that poisoned a handle, if any.
  std::exception_ptr of(const HandleState& handle);
  /// The first failure; nothing is poisoned any more.
  std::exception_ptr take();
  /// A handle goes.
  void forget(HandleState& handle);

 private:
  void keep_first(const std::exception_ptr& failure);
  void poison(HandleState& handle, const std::exception_ptr& failure, std::uint32_t group);

  std::atomic<bool> any_{false};
  std::mutex mutex_;  // guards the rest and the handles' `poison`; taken before handles' locks
  std::exception_ptr first_;
  std::exception_ptr cancelled_;
  std::unordered_set<HandleState*> poisoned_;
};

}  // namespace gusset::detail
