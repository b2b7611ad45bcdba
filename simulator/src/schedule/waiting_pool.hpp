#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

namespace gusset::simulator {

/// Queues of tasks and transfers that wait for a version of a handle, for a lock or for a message. They share
/// one pool of blocks, each one cache line long. A queue takes 12 bytes, which also hold its entry if it has
/// only one. Reading the front of a longer queue also loads the next few entries.
class WaitingPool {
 public:
  enum class Kind : std::uint8_t {
    task,
    task_with_lock,  ///< takes the lock of the handle that it waits for
    transfer,
    unsubmitted_task  ///< a task that is submitted once its events have happened
  };
  struct Queue;
  struct Entry {
    std::uint32_t version = 0;
    std::uint32_t number : 30 = 0;  ///< task or transfer number
    std::uint32_t kind_bits : 2 = 0;

    Entry() = default;
    Entry(std::uint32_t awaited, std::uint32_t which, Kind kind = Kind::task)
        : version(awaited), number(which & max_number), kind_bits(static_cast<std::uint32_t>(kind) & 3) {}
    /// The only entry of a queue that has no blocks.
    explicit Entry(const Queue& queue);
    Kind kind() const { return static_cast<Kind>(kind_bits); }
    std::uint32_t packed() const { return std::uint32_t{number} << 2 | kind_bits; }
  };
  /// Numbers stay below this limit: a billion tasks would exceed memory.
  static constexpr std::uint32_t max_number = (std::uint32_t{1} << 30) - 1;

  /// Empty, one entry in place of the block numbers, or a chain of blocks.
  struct Queue {
    std::uint32_t first = 0;  ///< block number, or the only entry's version
    std::uint32_t last = 0;   ///< block number, or the only entry's number and kind
    std::uint16_t begin = 0;  ///< index in the first block
    std::uint16_t end = 0;    ///< index past the end in the last block; 0 or only_one without blocks
    bool empty() const { return end == 0; }
  };

  Entry front(const Queue& queue) const {
    return queue.end == only_one ? Entry(queue) : blocks_[queue.first].entries[queue.begin];
  }

  void push(Queue& queue, const Entry& what) {
    if (queue.empty()) {
      queue = {what.version, what.packed(), 0, only_one};
      return;
    }
    if (queue.end == only_one) {
      const Entry only(queue);
      const std::uint32_t block = take();
      blocks_[block].entries[0] = only;
      queue = {block, block, 0, 1};
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
    if (queue.empty() || !is_later(back(queue))) return push(queue, what);
    if (queue.end == only_one) {
      const Entry later(queue);
      queue.end = 0;
      push(queue, what);
      return push(queue, later);
    }
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
    if (queue.end == only_one) {
      const Entry entry(queue);
      queue.end = 0;
      return entry;
    }
    const std::uint32_t block = queue.first;
    const Entry entry = blocks_[block].entries[queue.begin++];
    if (block == queue.last && queue.begin == queue.end) {
      queue.end = 0;
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
  static constexpr std::uint16_t only_one = std::numeric_limits<std::uint16_t>::max();

  struct alignas(64) Block {
    std::array<Entry, entries_per_block> entries;
    std::uint32_t next = none;
  };

  Entry back(const Queue& queue) const {
    return queue.end == only_one ? Entry(queue) : blocks_[queue.last].entries[queue.end - 1];
  }

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

inline WaitingPool::Entry::Entry(const Queue& queue)
    : Entry(queue.first, queue.last >> 2, static_cast<Kind>(queue.last & 3)) {}

}  // namespace gusset::simulator
