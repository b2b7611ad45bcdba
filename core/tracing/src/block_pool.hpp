#pragma once
#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <functional>
#include <mutex>
#include <vector>

namespace gusset::core_tracing {

/// Memory that holds records on their way to the file.
struct Block {
  static constexpr std::size_t bytes = std::size_t{1} << 21;
  static constexpr std::size_t data_bytes = bytes - 64;

  std::atomic<std::size_t> used{0};  ///< bytes of records; 0 while the block is being written
  alignas(64) std::byte data[data_bytes];
};
static_assert(sizeof(Block) == Block::bytes);

/// A limited number of reusable blocks, each in one huge page if the system has them: first touches then cost
/// a tenth. Thread-safe.
class BlockPool {
 public:
  /// Allows `limit_bytes`, but at least two blocks plus one for each of the `writers`.
  BlockPool(std::size_t limit_bytes, std::size_t writers);
  ~BlockPool();
  BlockPool(const BlockPool&) = delete;
  BlockPool& operator=(const BlockPool&) = delete;

  /// Returns a free block. If all are in use, calls `request_block` first, so that another thread releases
  /// one, and then waits.
  Block& acquire(const std::function<void()>& request_block);
  void release(Block& block);

  std::size_t limit() const { return limit_; }

 private:
  std::size_t limit_;  // in blocks
  std::mutex mutex_;   // guards the members below
  std::condition_variable released_;
  std::vector<Block*> free_;
  std::vector<Block*> all_;
};

}  // namespace gusset::core_tracing
