#pragma once
#include <atomic>
#include <cstddef>
#include <deque>
#include <mutex>

#include "gusset/core/engine/spin_lock.hpp"
#include "gusset/core/task.hpp"

namespace gusset::detail {

/// Ready tasks, the oldest first, which any thread may add and take: tasks that other threads send, and tasks
/// that do not fit into the workers' rings. Thread-safe; has its own lock.
class TaskQueue {
 public:
  void push_back(Task& task) {
    const std::lock_guard guard(lock_);
    tasks_.push_back(&task);
    count_.fetch_add(1, std::memory_order_seq_cst);  // pairs with Sleepers::enter
  }

  /// Take the oldest or the newest task; null if the queue is empty.
  Task* pop_front() {
    return pop([this] {
      Task* const task = tasks_.front();
      tasks_.pop_front();
      return task;
    });
  }
  Task* pop_back() {
    return pop([this] {
      Task* const task = tasks_.back();
      tasks_.pop_back();
      return task;
    });
  }

  std::size_t size() const { return count_.load(std::memory_order_relaxed); }  // relaxed: a hint
  // seq_cst: pairs with push_back, after Sleepers::enter
  bool empty() const { return count_.load(std::memory_order_seq_cst) == 0; }

 private:
  Task* pop(auto&& take) {
    if (empty()) return nullptr;
    const std::lock_guard guard(lock_);
    if (tasks_.empty()) return nullptr;
    Task* const task = take();
    count_.fetch_sub(1, std::memory_order_relaxed);  // relaxed: nothing relies on the count going down
    return task;
  }

  SpinLock lock_;
  std::atomic<std::size_t> count_{0};  // changed under the lock
  std::deque<Task*> tasks_;
};

}  // namespace gusset::detail
