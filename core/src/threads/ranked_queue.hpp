#pragma once
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>

#include "gusset/core/engine/spin_lock.hpp"
#include "gusset/core/task.hpp"

namespace gusset::detail {

/// Ready tasks that all workers share: the highest rank first, the oldest among equals. Thread-safe.
class RankedQueue {
 public:
  void push(Task& task, std::int64_t rank);
  /// Returns null if the queue is empty.
  Task* pop();
  std::size_t size() const { return size_.load(std::memory_order_relaxed); }  // relaxed: a hint
  // seq_cst: pairs with push, after Sleepers::enter
  bool empty() const { return size_.load(std::memory_order_seq_cst) == 0; }

 private:
  SpinLock lock_;
  std::map<std::int64_t, std::deque<Task*>, std::greater<>> ranks_;
  std::atomic<std::size_t> size_{0};  // changed under the lock
};

}  // namespace gusset::detail
