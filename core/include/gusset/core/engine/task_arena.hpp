#pragma once
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "gusset/core/engine/spin_lock.hpp"
#include "gusset/core/task.hpp"

namespace gusset::detail {

/// Task memory for the whole process. Blocks have a power-of-two size and are aligned to it. All come from
/// one reserved address range, so a link between tasks fits in 32 bits. Returned blocks are reused and never
/// go back to the system.
class TaskArena {
 public:
  static constexpr unsigned classes = 32;  ///< block sizes of 2^class bytes

  static TaskArena& instance();

  /// Consecutive blocks of one size.
  struct Run {
    std::byte* first = nullptr;
    std::size_t blocks = 0;
  };
  /// Allocates a block of 2^log2_bytes bytes, or several if they are small. Thread-safe. Throws
  /// std::bad_alloc.
  Run fresh(unsigned log2_bytes);

  /// A block in a chain of a worker's surplus blocks.
  struct FreeBlock {
    FreeBlock* next = nullptr;
  };
  void put_chain(unsigned log2_bytes, FreeBlock* chain);
  FreeBlock* take_chain(unsigned log2_bytes);

  /// 0 for null, otherwise a link that access_at converts back.
  static std::uint32_t link_of(const TaskAccess* access) {
    return access == nullptr
               ? 0
               : static_cast<std::uint32_t>((reinterpret_cast<std::uintptr_t>(access) - base_) / link_unit);
  }
  static TaskAccess* access_at(std::uint32_t link) {
    return link == 0 ? nullptr : reinterpret_cast<TaskAccess*>(base_ + std::uintptr_t{link} * link_unit);
  }

 private:
  TaskArena();
  void grow(std::size_t bytes);

  static constexpr std::size_t link_unit = 16;
  static inline std::uintptr_t base_ = 0;

  SpinLock lock_;
  std::uintptr_t next_ = 0;    // start of the unused part of the range
  std::uintptr_t usable_ = 0;  // end of the readable and writable part
  std::uintptr_t end_ = 0;

  struct alignas(64) Chains {
    SpinLock lock;
    std::vector<FreeBlock*> chains;
  };
  std::array<Chains, classes> free_;
};

/// One worker's stock of blocks; not thread-safe.
class TaskAllocator {
 public:
  static unsigned log2_of(std::size_t bytes) {
    return bytes <= 64 ? Task::min_log2_block_bytes : static_cast<unsigned>(std::bit_width(bytes - 1));
  }

  void* allocate(unsigned log2_bytes) {
    Stock& stock = stocks_[log2_bytes];
    TaskArena::FreeBlock* const block = stock.free;
    if (block == nullptr) [[unlikely]]
      return refill(stock, log2_bytes);
    stock.free = block->next;
    ++stock.room;
    return block;
  }

  void give_back(void* block, unsigned log2_bytes) {
    Stock& stock = stocks_[log2_bytes];
    auto* const free = static_cast<TaskArena::FreeBlock*>(block);
    free->next = stock.free;
    stock.free = free;
    if (--stock.room <= 0) [[unlikely]]
      hand_over(stock, log2_bytes);
  }

  /// Returns memory for a task of `bytes` and, if `has_extra`, for its TaskExtra, which it constructs.
  TaskMemory allocate_task(std::size_t bytes, bool has_extra) {
    const unsigned log2_bytes = log2_of(bytes + (has_extra ? sizeof(TaskExtra) : 0));
    void* const block = allocate(log2_bytes);
    if (has_extra)
      new (static_cast<std::byte*>(block) + (std::size_t{1} << log2_bytes) - sizeof(TaskExtra)) TaskExtra();
    return {block, log2_bytes, has_extra};
  }

  TaskAllocator();
  TaskAllocator(const TaskAllocator&) = delete;
  TaskAllocator& operator=(const TaskAllocator&) = delete;
  /// Returns all blocks to the arena.
  ~TaskAllocator();

 private:
  struct Stock {
    TaskArena::FreeBlock* free = nullptr;
    std::int64_t room = 0;                  // how many more blocks fit before a chain goes to the arena
    TaskArena::FreeBlock* spare = nullptr;  // a full chain, so that a steady flow rarely uses the arena
    std::byte* fresh = nullptr;             // never used
    std::size_t fresh_blocks = 0;
  };

  static constexpr std::int32_t chain_length(unsigned log2_bytes) {
    return log2_bytes <= 8 ? 256 : log2_bytes >= 14 ? 4 : 65536 >> log2_bytes;
  }
  void* refill(Stock& stock, unsigned log2_bytes);
  static void hand_over(Stock& stock, unsigned log2_bytes);

  std::array<Stock, TaskArena::classes> stocks_;
};

}  // namespace gusset::detail
