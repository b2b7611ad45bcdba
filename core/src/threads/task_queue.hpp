#pragma once
#include <atomic>
#include <cstddef>
#include <deque>
#include <mutex>

#include "gusset/core/engine/spin_lock.hpp"
#include "gusset/core/task.hpp"

namespace gusset::detail {

/// Ready tasks that anybody puts in and takes out, the oldest first: what others send a worker, and what its
/// rings have no room for. Thread-safe by a lock of its own.
class TaskQueue {
 public:
  void push_back(Task& task) {
    const std::lock_guard guard(lock_);
    tasks_.push_back(&task);
    count_.fetch_add(1, std::memory_order_seq_cst);  // pairs with Sleepers::enter
  }

  /// Null where there is none.
  Task* pop_front() {
    if (empty()) return nullptr;
    const std::lock_guard guard(lock_);
    if (tasks_.empty()) return nullptr;
    Task* const task = tasks_.front();
    tasks_.pop_front();
    count_.fetch_sub(1, std::memory_order_relaxed);  // relaxed: fewer tasks, which nobody relies on
    return task;
  }

  bool empty() const { return count_.load(std::memory_order_seq_cst) == 0; }  // pairs with Sleepers::enter

 private:
  SpinLock lock_;
  std::atomic<std::size_t> count_{0};  // changed under the lock
  std::deque<Task*> tasks_;
};

}  // namespace gusset::detail
