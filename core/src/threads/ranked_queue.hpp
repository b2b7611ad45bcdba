#pragma once
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <vector>

#include "gusset/core/engine/spin_lock.hpp"
#include "gusset/core/task.hpp"

namespace gusset::detail {

/// Ready tasks in order: the highest rank first, the oldest among equals. Thread-safe.
class RankedQueue {
 public:
  void push(Task& task, std::int64_t rank);
  /// Returns null if the queue is empty.
  Task* pop();
  std::size_t size() const { return size_.load(std::memory_order_relaxed); }  // relaxed: a hint
  // seq_cst: pairs with push, after Sleepers::enter
  bool empty() const { return size_.load(std::memory_order_seq_cst) == 0; }
  /// Approximately the highest rank; the lowest possible one if the queue is empty.
  std::int64_t first_rank() const { return first_rank_.load(std::memory_order_relaxed); }  // relaxed: a hint

 private:
  /// The tasks of one rank, which is often only one.
  struct Equals {
    Task* first = nullptr;
    std::unique_ptr<std::deque<Task*>> others;

    void push(Task& task);
    Task* pop();
  };
  using Ranks = std::map<std::int64_t, Equals, std::greater<>>;

  Equals& tasks_of(std::int64_t rank);

  static constexpr std::int64_t lowest_rank = std::numeric_limits<std::int64_t>::min();

  SpinLock lock_;
  Ranks ranks_;
  std::vector<Ranks::node_type> spare_;  // memory of ranks without tasks, for reuse
  std::atomic<std::size_t> size_{0};     // this and the next are changed under the lock
  std::atomic<std::int64_t> first_rank_{lowest_rank};
};

}  // namespace gusset::detail
