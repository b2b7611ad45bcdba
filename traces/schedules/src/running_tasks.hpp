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

  /// Simulates from time 0 until no task runs, and returns that time. At each time calls end(task) for each
  /// task that ends then, in order of their numbers, and then begin_all(now_ns), which adds tasks.
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
