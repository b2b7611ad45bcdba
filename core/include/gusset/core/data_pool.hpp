#pragma once
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory_resource>
#include <mutex>
#include <set>
#include <utility>

namespace gusset {

/// Memory for the data of one node: data that it owns and data that it receives. Gets a few large contiguous
/// regions from the system and cuts blocks out of them, so short-lived data causes no page faults. A full
/// pool grows by half its size (Zafari, Larsson and Tillenius, "DuctTeip", 2019). Asks for huge pages in
/// regions of 2 MiB and more. Takes the smallest free block that fits, and the lowest address among equals;
/// merges adjacent free blocks. Blocks are aligned to at least 64 bytes. Memory returns to the system when
/// the pool is destroyed, and blocks must not outlive the pool. Throws std::bad_alloc if the system has no
/// more memory. Thread-safe.
class DataPool final : public std::pmr::memory_resource {
 public:
  static constexpr std::size_t alignment = 64;  ///< a cache line, and the widest vector

  struct Statistics {
    std::size_t used_bytes = 0;      ///< in blocks in use, each rounded up to the alignment
    std::size_t peak_bytes = 0;      ///< the highest `used_bytes` so far
    std::size_t reserved_bytes = 0;  ///< taken from the system
    std::size_t regions = 0;
    std::uint64_t asked_bytes = 0;   ///< in all blocks so far, including freed ones, each rounded up
    std::uint64_t reused_bytes = 0;  ///< the part of these in memory that the pool had given out before
    friend bool operator==(const Statistics&, const Statistics&) = default;
  };

  /// Takes no memory yet. The first region has `first_region_bytes`, or the size of the first block if that
  /// is larger.
  explicit DataPool(std::size_t first_region_bytes = std::size_t{1} << 20);
  ~DataPool() override;

  Statistics statistics() const;

 private:
  using FreeBlocks = std::set<std::pair<std::size_t, std::byte*>>;  // by size, then by address
  struct Block {
    std::size_t bytes = 0;
    bool begins_region = false;
    bool is_free = false;
    FreeBlocks::node_type entry{};  // kept while the block is in use, so that freeing allocates nothing
  };
  using Blocks = std::map<std::byte*, Block>;  // by address; they cover all regions without gaps

  void* do_allocate(std::size_t bytes, std::size_t alignment) override;
  void do_deallocate(void* memory, std::size_t bytes, std::size_t alignment) override;
  bool do_is_equal(const std::pmr::memory_resource& other) const noexcept override { return this == &other; }

  Blocks::iterator find_free(std::size_t bytes, std::size_t alignment);
  Blocks::iterator grow(std::size_t bytes);
  Blocks::iterator split(Blocks::iterator block, std::size_t first_bytes);
  void mark_used(Blocks::iterator block);
  void count(std::byte* begin, std::size_t bytes);
  void mark_free(Blocks::iterator block);
  void absorb_next(Blocks::iterator block);

  const std::size_t first_region_bytes_;
  mutable std::mutex mutex_;
  Blocks blocks_;
  FreeBlocks free_;
  std::map<std::byte*, std::byte*> fresh_;  // by region: from here on, no block has been given out yet
  Statistics statistics_;
};

}  // namespace gusset
