#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

namespace gusset::schedules {

/// The tasks that run at a moment of simulated time, by their ends.
class RunningTasks {
 public:
  std::size_t size() const { return ends_.size(); }
  void add(std::int64_t end_ns, std::uint32_t task) {
    ends_.emplace_back(end_ns, task);
    std::ranges::push_heap(ends_, std::greater<>());
  }

  /// Begins at time 0 and goes on until nothing runs; returns that time. Calls begin_all(now_ns), which adds
  /// tasks, and end(task) for each that ends, those of one time in order of their numbers.
  template <class BeginAll, class End>
  std::int64_t run(BeginAll&& begin_all, End&& end) {
    std::int64_t now_ns = 0;
    begin_all(now_ns);
    while (!ends_.empty()) {
      now_ns = ends_.front().first;
      while (!ends_.empty() && ends_.front().first == now_ns) {
        const std::uint32_t task = ends_.front().second;
        std::ranges::pop_heap(ends_, std::greater<>());
        ends_.pop_back();
        end(task);
      }
      begin_all(now_ns);
    }
    return now_ns;
  }

 private:
  std::vector<std::pair<std::int64_t, std::uint32_t>> ends_;  // a heap
};

}  // namespace gusset::schedules
