#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

#include "event_loop.hpp"

namespace gusset::simulator {

/// A queue of events by (time, order of request): a heap with four children per parent that compares without
/// branches. Event times are practically random, so half of all branches would be mispredicted.
class EventQueue {
 public:
  /// When an event counts as requested, which orders simultaneous events.
  enum class Requested : std::uint8_t {
    before,   ///< before its time
    on_time,  ///< when its time comes, although it is known earlier; ordered after the kind above
    during,   ///< during its time; ordered after the kinds above
  };

  bool empty() const { return heap_.empty(); }
  std::int64_t next_ns() const { return static_cast<std::int64_t>(heap_.front().key >> time_shift); }
  void clear() {
    heap_.clear();
    sequence_ = 0;
  }

  /// `time_ns` ≥ 0.
  void push(std::int64_t time_ns, Event event, Requested requested = Requested::before) {
    const Key time = static_cast<Key>(time_ns) << time_shift;
    const std::uint64_t order = static_cast<std::uint64_t>(requested) << requested_shift | sequence_++;
    heap_.emplace_back();
    rise(heap_.size() - 1, {time | order, event});
  }
  Event pop() {
    const Event event = heap_.front().event;
    const Entry last = heap_.back();
    heap_.pop_back();
    if (!heap_.empty()) rise(sink_hole(), last);
    return event;
  }

 private:
  /// Time, then order, in one number: comparing one number needs no branch.
  __extension__ using Key = unsigned __int128;
  static constexpr unsigned time_shift = 64;
  static constexpr unsigned requested_shift = 62;
  static constexpr std::size_t children = 4;

  struct Entry {
    Key key = 0;
    Event event = 0;
  };
  static bool is_before(const Entry& a, const Entry& b) { return a.key < b.key; }

  /// Fills the hole at the top from below. Returns the index of the leaf where the hole ends up.
  std::size_t sink_hole() {
    const std::size_t size = heap_.size();
    std::size_t hole = 0;
    for (;;) {
      const std::size_t first = children * hole + 1;
      if (first + children > size) return sink_hole_to_last(hole, first);
      const std::size_t left = first + is_before(heap_[first + 1], heap_[first]);
      const std::size_t right = first + 2 + is_before(heap_[first + 3], heap_[first + 2]);
      const std::size_t least = left + (right - left) * is_before(heap_[right], heap_[left]);
      heap_[hole] = heap_[least];
      hole = least;
    }
  }
  /// Continues from a parent that has fewer than four children.
  std::size_t sink_hole_to_last(std::size_t hole, std::size_t first) {
    if (first >= heap_.size()) return hole;
    std::size_t least = first;
    for (std::size_t child = first + 1; child < heap_.size(); ++child)
      if (is_before(heap_[child], heap_[least])) least = child;
    heap_[hole] = heap_[least];
    return least;
  }
  void rise(std::size_t place, const Entry& entry) {
    while (place > 0) {
      const std::size_t parent = (place - 1) / children;
      if (!is_before(entry, heap_[parent])) break;
      heap_[place] = heap_[parent];
      place = parent;
    }
    heap_[place] = entry;
  }

  std::vector<Entry> heap_;
  std::uint64_t sequence_ = 0;
};

}  // namespace gusset::simulator
