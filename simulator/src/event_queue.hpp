#pragma once
#include <algorithm>
#include <cstdint>
#include <vector>

#include "event_loop.hpp"

namespace gusset::simulator {

/// Events by (time, order of arrival).
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
  void clear() {
    heap_.clear();
    sequence_ = 0;
  }

  void push(std::int64_t time_ns, Event event, Asked asked = Asked::before) {
    heap_.push_back({time_ns, static_cast<std::uint64_t>(asked) << asked_shift | sequence_++, event});
    std::push_heap(heap_.begin(), heap_.end(), later);
  }
  Event pop() {
    std::pop_heap(heap_.begin(), heap_.end(), later);
    const Event event = heap_.back().event;
    heap_.pop_back();
    return event;
  }

 private:
  static constexpr unsigned asked_shift = 62;

  struct Entry {
    std::int64_t time_ns = 0;
    std::uint64_t sequence = 0;
    Event event = 0;
  };
  static bool later(const Entry& a, const Entry& b) {
    return a.time_ns != b.time_ns ? a.time_ns > b.time_ns : a.sequence > b.sequence;
  }

  std::vector<Entry> heap_;
  std::uint64_t sequence_ = 0;
};

}  // namespace gusset::simulator
