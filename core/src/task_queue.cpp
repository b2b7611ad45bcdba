#include "gusset/core/detail/task_queue.hpp"

#include <utility>

namespace gusset::detail {

namespace {
constexpr std::size_t first_capacity = 256;
}

void TaskQueue::reserve_one() {
  if (size_ < capacity_) return;
  const std::size_t larger = capacity_ == 0 ? first_capacity : 2 * capacity_;
  auto ring = std::make_unique<Task*[]>(larger);
  for (std::size_t i = 0; i < size_; ++i) ring[i] = ring_[position(i)];
  ring_ = std::move(ring);
  first_ = 0;
  capacity_ = larger;
}

std::size_t TaskQueue::push_front(Task& task) {
  const std::lock_guard guard(lock_);
  reserve_one();
  first_ = (first_ - 1) & (capacity_ - 1);
  ring_[first_] = &task;
  return size_++;
}

std::size_t TaskQueue::push_back(Task& task) {
  const std::lock_guard guard(lock_);
  reserve_one();
  ring_[position(size_)] = &task;
  return size_++;
}

Task* TaskQueue::pop_front() {
  const std::lock_guard guard(lock_);
  if (size_ == 0) return nullptr;
  Task* const task = ring_[first_];
  first_ = position(1);
  --size_;
  return task;
}

bool TaskQueue::empty() const {
  const std::lock_guard guard(lock_);
  return size_ == 0;
}

}  // namespace gusset::detail
