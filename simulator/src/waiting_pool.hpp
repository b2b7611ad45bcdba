#pragma once
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

namespace gusset::simulator {

/// What waits in line: for a version of a handle, for a turn, for a message. Lists share one pool, so that a
/// line costs two words where nothing waits in it.
class WaitingPool {
 public:
  static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

  struct Entry {
    std::uint32_t version = 0;
    std::uint32_t task = none;      ///< or else
    std::uint32_t transfer = none;  ///< what waits
    bool takes_turn = false;
    std::uint32_t next = none;
  };
  struct Line {
    std::uint32_t first = none;
    std::uint32_t last = none;
    bool empty() const { return first == none; }
  };

  const Entry& front(const Line& line) const { return entries_[line.first]; }

  void push(Line& line, const Entry& what) {
    const std::uint32_t entry = take(what);
    if (line.empty()) {
      line.first = entry;
    } else {
      entries_[line.last].next = entry;
    }
    line.last = entry;
  }
  /// Ahead of the entries at the end for which is_later(entry) holds; entries for which it holds stand at the
  /// end.
  template <class IsLater>
  void push_ahead_of(Line& line, IsLater&& is_later, const Entry& what) {
    if (line.empty() || !is_later(entries_[line.last])) return push(line, what);
    const std::uint32_t entry = take(what);
    std::uint32_t* place = &line.first;
    while (!is_later(entries_[*place])) place = &entries_[*place].next;
    entries_[entry].next = *place;
    *place = entry;
  }
  Entry pop(Line& line) {
    const std::uint32_t first = line.first;
    const Entry entry = entries_[first];
    line.first = entry.next;
    entries_[first].next = std::exchange(free_, first);
    return entry;
  }

 private:
  std::uint32_t take(Entry what) {
    what.next = none;
    if (free_ == none) {
      entries_.push_back(what);
      return static_cast<std::uint32_t>(entries_.size() - 1);
    }
    const std::uint32_t entry = free_;
    free_ = entries_[entry].next;
    entries_[entry] = what;
    return entry;
  }

  std::vector<Entry> entries_;
  std::uint32_t free_ = none;
};

}  // namespace gusset::simulator
