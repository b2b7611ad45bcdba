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
  /// When an event counts as asked for, where that is not when it is pushed.
  enum class Asked : std::uint8_t {
    before,   ///< its time has come
    then,     ///< its time comes, though it is known already: after all of the above
    at_once,  ///< in its time, which has come: after all of the above
  };

  bool empty() const { return heap_.empty(); }
  std::int64_t next_ns() const { return heap_.front().time_ns; }

  void push(std::int64_t time_ns, EventLoop::Callback callback, Asked asked = Asked::before) {
    std::uint32_t slot = 0;
    if (free_.empty()) {
      slot = static_cast<std::uint32_t>(callbacks_.size());
      callbacks_.push_back(std::move(callback));
    } else {
      slot = free_.back();
      free_.pop_back();
      callbacks_[slot] = std::move(callback);
    }
    heap_.push_back({time_ns, static_cast<std::uint64_t>(asked) << asked_shift | sequence_++, slot});
    std::push_heap(heap_.begin(), heap_.end(), later);
  }
  EventLoop::Callback pop() {
    std::pop_heap(heap_.begin(), heap_.end(), later);
    const std::uint32_t slot = heap_.back().slot;
    heap_.pop_back();
    free_.push_back(slot);
    return std::exchange(callbacks_[slot], nullptr);
  }

 private:
  static constexpr unsigned asked_shift = 62;

  struct Event {
    std::int64_t time_ns = 0;
    std::uint64_t sequence = 0;
    std::uint32_t slot = 0;
  };
  static bool later(const Event& a, const Event& b) {
    return a.time_ns != b.time_ns ? a.time_ns > b.time_ns : a.sequence > b.sequence;
  }

  std::vector<Event> heap_;
  std::vector<EventLoop::Callback> callbacks_;  // which stay where they are while the heap moves
  std::vector<std::uint32_t> free_;
  std::uint64_t sequence_ = 0;
};

}  // namespace gusset::simulator
