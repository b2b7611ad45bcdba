#pragma once
#include <atomic>
#include <cstddef>
#include <memory>

#include "gusset/core/engine/spin_lock.hpp"
#include "gusset/core/task.hpp"

namespace gusset::detail {

/// Ready tasks that anybody puts in and takes out, the oldest first: what others send a worker, and what its
/// rings have no room for. Thread-safe by a lock of its own. A ring that grows.
class TaskQueue {
 public:
  void push_back(Task& task);

  /// Null where there is none.
  Task* pop_front();

  bool empty() const { return count_.load(std::memory_order_seq_cst) == 0; }  // pairs with Sleepers::enter

 private:
  std::size_t position(std::size_t index) const { return (first_ + index) & (capacity_ - 1); }
  void reserve_one();

  SpinLock lock_;
  std::atomic<std::size_t> count_{0};  // changed under the lock
  std::size_t first_ = 0;
  std::size_t capacity_ = 0;  // a power of two, or 0
  std::unique_ptr<Task*[]> ring_;
};

}  // namespace gusset::detail
