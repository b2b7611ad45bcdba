#pragma once
#include <cstddef>
#include <memory>
#include <mutex>
#include <vector>

#include "gusset/core/detail/spin_lock.hpp"
#include "gusset/core/task.hpp"

namespace gusset::detail {

/// The ready tasks of one worker, which takes from the front; thieves take from the back. Thread-safe by a
/// lock of its own. A ring that grows.
class TaskQueue {
 public:
  /// Both return how many tasks were there before.
  std::size_t push_front(Task& task);
  std::size_t push_back(Task& task);

  /// Null where there is none.
  Task* pop_front();

  /// Moves tasks from the back to the end of `stolen`, the rearmost first; how many, `count(available)` says
  /// where there is any.
  template <class Count>
  void steal_back(std::vector<Task*>& stolen, Count&& count) {
    const std::lock_guard guard(lock_);
    if (size_ == 0) return;
    for (std::size_t left = count(size_); left > 0; --left) stolen.push_back(ring_[position(--size_)]);
  }

  bool empty() const;

 private:
  std::size_t position(std::size_t index) const { return (first_ + index) & (capacity_ - 1); }
  void reserve_one();

  mutable SpinLock lock_;
  std::size_t first_ = 0;
  std::size_t size_ = 0;
  std::size_t capacity_ = 0;  // a power of two, or 0
  std::unique_ptr<Task*[]> ring_;
};

}  // namespace gusset::detail
