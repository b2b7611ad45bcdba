#pragma once
#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "gusset/core/task.hpp"

namespace gusset::cluster {

/// Counts this node's tasks that other nodes know nothing of: the tasks of task graphs, and the tasks
/// that messages submit. Thread-safe. Threads rarely share a counter, because such tasks can be many and
/// short.
class OwnTasks {
 public:
  explicit OwnTasks(unsigned workers) : counters_(workers + 1) {}

  /// `worker` is the calling thread's index as a worker; threads that are not workers share a counter.
  void add(unsigned worker, Task& task) {
    Counter& counter = counters_[std::min<std::size_t>(worker, counters_.size() - 1)];
    // Relaxed, here and below: the counters are read when no tasks are left.
    counter.tasks.fetch_add(1, std::memory_order_relaxed);
    const double work = task.has_extra() ? task.extra().work : 0.0;
    if (work != 0.0) counter.work.fetch_add(work, std::memory_order_relaxed);
  }

  std::uint64_t tasks() const {
    std::uint64_t sum = 0;
    for (const Counter& each : counters_) sum += each.tasks.load(std::memory_order_relaxed);
    return sum;
  }
  double work() const {
    double sum = 0.0;
    for (const Counter& each : counters_) sum += each.work.load(std::memory_order_relaxed);
    return sum;
  }

 private:
  static constexpr std::size_t cache_line = 64;
  struct alignas(cache_line) Counter {
    std::atomic<std::uint64_t> tasks{0};
    std::atomic<double> work{0.0};
  };
  std::vector<Counter> counters_;
};

}  // namespace gusset::cluster
