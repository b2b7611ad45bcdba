#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

namespace gusset::simulator {

/// Queues of tasks and transfers that wait for a version of a handle, for a lock or for a message. They share
/// one pool of blocks, each one cache line long. An empty queue takes three words, and reading a queue's
/// front also loads the next few entries.
class WaitingPool {
 public:
  enum class Kind : std::uint8_t {
    task,
    task_with_lock,  ///< takes the lock of the handle that it waits for
    transfer
  };
  struct Entry {
    std::uint32_t version = 0;
    std::uint32_t number : 30 = 0;  ///< task or transfer number
    std::uint32_t kind_bits : 2 = 0;

    Entry() = default;
    Entry(std::uint32_t awaited, std::uint32_t which, Kind kind = Kind::task)
        : version(awaited), number(which & max_number), kind_bits(static_cast<std::uint32_t>(kind) & 3) {}
    Kind kind() const { return static_cast<Kind>(kind_bits); }
  };
  /// Numbers stay below this limit: a billion tasks would exceed memory.
  static constexpr std::uint32_t max_number = (std::uint32_t{1} << 30) - 1;

  struct Queue {
    std::uint32_t first = none;  ///< block number
    std::uint32_t last = none;   ///< block number
    std::uint16_t begin = 0;     ///< index in the first block
    std::uint16_t end = 0;       ///< index past the end in the last block
    bool empty() const { return first == none; }
  };

  const Entry& front(const Queue& queue) const { return blocks_[queue.first].entries[queue.begin]; }

  void push(Queue& queue, const Entry& what) {
    if (queue.empty()) {
      queue.first = queue.last = take();
      queue.begin = queue.end = 0;
    } else if (queue.end == entries_per_block) {
      const std::uint32_t block = take();
      blocks_[queue.last].next = block;
      queue.last = block;
      queue.end = 0;
    }
    blocks_[queue.last].entries[queue.end++] = what;
  }
  /// Inserts before the entries for which is_later(entry) holds. These must be at the queue's end.
  template <class IsLater>
  void insert_before(Queue& queue, IsLater&& is_later, Entry what) {
    if (queue.empty() || !is_later(blocks_[queue.last].entries[queue.end - 1])) return push(queue, what);
    // Shifts all later entries back by one.
    for (std::uint32_t block = queue.first; block != none; block = blocks_[block].next) {
      const std::size_t end = block == queue.last ? queue.end : entries_per_block;
      for (std::size_t i = block == queue.first ? queue.begin : 0; i < end; ++i) {
        Entry& entry = blocks_[block].entries[i];
        if (is_later(entry)) std::swap(entry, what);
      }
    }
    push(queue, what);
  }
  Entry pop(Queue& queue) {
    const std::uint32_t block = queue.first;
    const Entry entry = blocks_[block].entries[queue.begin++];
    if (block == queue.last && queue.begin == queue.end) {
      queue.first = queue.last = none;
      give_back(block);
    } else if (queue.begin == entries_per_block) {
      queue.first = blocks_[block].next;
      queue.begin = 0;
      give_back(block);
    }
    return entry;
  }

 private:
  static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();
  static constexpr std::uint16_t entries_per_block = 7;

  struct alignas(64) Block {
    std::array<Entry, entries_per_block> entries;
    std::uint32_t next = none;
  };

  std::uint32_t take() {
    if (free_ == none) {
      blocks_.emplace_back();
      return static_cast<std::uint32_t>(blocks_.size() - 1);
    }
    const std::uint32_t block = free_;
    free_ = std::exchange(blocks_[block].next, none);
    return block;
  }
  void give_back(std::uint32_t block) { blocks_[block].next = std::exchange(free_, block); }

  std::vector<Block> blocks_;
  std::uint32_t free_ = none;
};

}  // namespace gusset::simulator
