#pragma once
#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <mutex>
#include <vector>

#include "gusset/core/engine/spin_lock.hpp"
#include "gusset/core/task.hpp"

namespace gusset::detail {

/// Ready tasks in the order of a schedule file: the highest rank first, the oldest among equals. Faster than
/// a RankedQueue while nearly all ranks differ, slower if many are equal. Thread-safe.
class GuidedQueue {
 public:
  void push(Task& task, std::int64_t rank) {
    const std::lock_guard guard(lock_);
    heap_.push_back({rank, pushed_++, &task});
    std::push_heap(heap_.begin(), heap_.end(), is_behind);
    publish(std::memory_order_seq_cst);  // pairs with empty(), called after Sleepers::enter
  }
  /// Returns null if the queue is empty.
  Task* pop() {
    if (empty()) return nullptr;
    const std::lock_guard guard(lock_);
    if (heap_.empty()) return nullptr;
    std::pop_heap(heap_.begin(), heap_.end(), is_behind);
    Task* const task = heap_.back().task;
    heap_.pop_back();
    publish(std::memory_order_relaxed);  // relaxed: nothing relies on the count going down
    return task;
  }
  std::size_t size() const { return size_.load(std::memory_order_relaxed); }  // relaxed: a hint
  // seq_cst: pairs with push(), if called after Sleepers::enter
  bool empty() const { return size_.load(std::memory_order_seq_cst) == 0; }
  /// Approximately the highest rank; the lowest possible one if the queue is empty.
  std::int64_t first_rank() const { return first_rank_.load(std::memory_order_relaxed); }  // relaxed: a hint

 private:
  struct Ready {
    std::int64_t rank = 0;
    std::uint64_t number = 0;  // in order of push
    Task* task = nullptr;
  };
  static bool is_behind(const Ready& a, const Ready& b) {
    return a.rank < b.rank || (a.rank == b.rank && a.number > b.number);
  }
  void publish(std::memory_order order) {
    first_rank_.store(heap_.empty() ? std::numeric_limits<std::int64_t>::min() : heap_.front().rank,
                      std::memory_order_relaxed);  // relaxed: a hint
    size_.store(heap_.size(), order);
  }

  SpinLock lock_;
  std::uint64_t pushed_ = 0;
  std::vector<Ready> heap_;
  std::atomic<std::size_t> size_{0};  // this and the next are changed under the lock
  std::atomic<std::int64_t> first_rank_{std::numeric_limits<std::int64_t>::min()};
};

}  // namespace gusset::detail
