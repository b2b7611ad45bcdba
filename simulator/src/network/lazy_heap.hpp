#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

namespace gusset::simulator {

/// A heap of small numbers, ordered by the time at which to look at them, earliest first. A number occurs at
/// most once. A number whose time becomes later can stay: the caller that finds it too early postpones it.
class LazyHeap {
 public:
  bool empty() const { return entries_.empty(); }
  double first_time() const { return entries_.front().time; }
  std::uint32_t first() const { return entries_.front().number; }

  /// Adds the number at that time, or moves it there if the heap has it at a later time.
  void insert_or_advance(std::uint32_t number, double time) {
    if (number >= positions_.size()) positions_.resize(std::size_t{number} + 1, nowhere);
    if (positions_[number] == nowhere) {
      entries_.push_back({time, number});
      rise(entries_.size() - 1, {time, number});
    } else if (time < entries_[positions_[number]].time) {
      rise(positions_[number], {time, number});
    }
  }
  /// Moves the first number to a later time.
  void postpone_first(double time) { sink({time, first()}); }
  void remove_first() {
    positions_[first()] = nowhere;
    const Entry last = entries_.back();
    entries_.pop_back();
    if (!entries_.empty()) sink(last);
  }

 private:
  static constexpr std::size_t nowhere = static_cast<std::size_t>(-1);
  struct Entry {
    double time = 0.0;
    std::uint32_t number = 0;
    bool is_before(const Entry& other) const {
      return time != other.time ? time < other.time : number < other.number;
    }
  };

  void set(std::size_t position, const Entry& entry) {
    entries_[position] = entry;
    positions_[entry.number] = position;
  }
  void rise(std::size_t position, const Entry& entry) {
    while (position > 0) {
      const std::size_t parent = (position - 1) / 2;
      if (!entry.is_before(entries_[parent])) break;
      set(position, entries_[parent]);
      position = parent;
    }
    set(position, entry);
  }
  void sink(const Entry& entry) {  // from the top, replacing the top entry
    std::size_t position = 0;
    for (;;) {
      std::size_t child = 2 * position + 1;
      if (child >= entries_.size()) break;
      if (child + 1 < entries_.size() && entries_[child + 1].is_before(entries_[child])) ++child;
      if (!entries_[child].is_before(entry)) break;
      set(position, entries_[child]);
      position = child;
    }
    set(position, entry);
  }

  std::vector<Entry> entries_;
  std::vector<std::size_t> positions_;  // indexed by number
};

}  // namespace gusset::simulator
