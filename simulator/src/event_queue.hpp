#pragma once
#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "event_loop.hpp"

namespace gusset::simulator {

/// Callbacks by (time, order of arrival).
class EventQueue {
 public:
  bool empty() const { return heap_.empty(); }
  std::int64_t next_ns() const { return heap_.front().time_ns; }

  void push(std::int64_t time_ns, EventLoop::Callback callback) {
    heap_.push_back({time_ns, sequence_++, std::move(callback)});
    std::push_heap(heap_.begin(), heap_.end(), later);
  }
  EventLoop::Callback pop() {
    std::pop_heap(heap_.begin(), heap_.end(), later);
    EventLoop::Callback callback = std::move(heap_.back().callback);
    heap_.pop_back();
    return callback;
  }

 private:
  struct Event {
    std::int64_t time_ns = 0;
    std::uint64_t sequence = 0;
    EventLoop::Callback callback;
  };
  static bool later(const Event& a, const Event& b) {
    return a.time_ns != b.time_ns ? a.time_ns > b.time_ns : a.sequence > b.sequence;
  }

  std::vector<Event> heap_;
  std::uint64_t sequence_ = 0;
};

}  // namespace gusset::simulator
