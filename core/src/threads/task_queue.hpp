#pragma once
#include <atomic>
#include <cstddef>
#include <deque>
#include <mutex>

#include "gusset/core/engine/spin_lock.hpp"
#include "gusset/core/task.hpp"

namespace gusset::detail {

/// Ready tasks that any thread adds and takes, the oldest first: tasks that other workers send, and tasks
/// that do not fit the rings. Thread-safe; has its own lock.
class TaskQueue {
 public:
  void push_back(Task& task) {
    const std::lock_guard guard(lock_);
    tasks_.push_back(&task);
    count_.fetch_add(1, std::memory_order_seq_cst);  // pairs with Sleepers::enter
  }

  /// Returns null if the queue is empty.
  Task* pop_front() {
    if (empty()) return nullptr;
    const std::lock_guard guard(lock_);
    if (tasks_.empty()) return nullptr;
    Task* const task = tasks_.front();
    tasks_.pop_front();
    count_.fetch_sub(1, std::memory_order_relaxed);  // relaxed: nothing relies on the count going down
    return task;
  }

  bool empty() const { return count_.load(std::memory_order_seq_cst) == 0; }  // pairs with Sleepers::enter

 private:
  SpinLock lock_;
  std::atomic<std::size_t> count_{0};  // changed under the lock
  std::deque<Task*> tasks_;
};

}  // namespace gusset::detail
