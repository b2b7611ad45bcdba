#include "threads/task_queue.hpp"

#include <mutex>
#include <utility>

namespace gusset::detail {

namespace {
constexpr std::size_t first_capacity = 256;
}

// Under the lock, the count is read without an order.

void TaskQueue::reserve_one() {
  const std::size_t size = count_.load(std::memory_order_relaxed);
  if (size < capacity_) return;
  const std::size_t larger = capacity_ == 0 ? first_capacity : 2 * capacity_;
  auto ring = std::make_unique<Task*[]>(larger);
  for (std::size_t i = 0; i < size; ++i) ring[i] = ring_[position(i)];
  ring_ = std::move(ring);
  first_ = 0;
  capacity_ = larger;
}

void TaskQueue::push_back(Task& task) {
  const std::lock_guard guard(lock_);
  reserve_one();
  ring_[position(count_.load(std::memory_order_relaxed))] = &task;
  count_.fetch_add(1, std::memory_order_seq_cst);  // pairs with Sleepers::enter
}

Task* TaskQueue::pop_front() {
  if (empty()) return nullptr;
  const std::lock_guard guard(lock_);
  if (count_.load(std::memory_order_relaxed) == 0) return nullptr;
  Task* const task = ring_[first_];
  first_ = position(1);
  count_.fetch_sub(1, std::memory_order_relaxed);  // relaxed: fewer tasks, which nobody relies on
  return task;
}

}  // namespace gusset::detail
