#pragma once
#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <functional>
#include <mutex>
#include <vector>

namespace gusset::core_tracing {

/// Memory that a recording passes through on its way to the file.
struct Block {
  static constexpr std::size_t bytes = std::size_t{1} << 21;
  static constexpr std::size_t data_bytes = bytes - 64;

  std::atomic<std::size_t> used{0};  ///< bytes of records; 0 while it is written
  alignas(64) std::byte data[data_bytes];
};
static_assert(sizeof(Block) == Block::bytes);

/// A limited number of blocks, used again and again, each in one huge page where the system has them:
/// touching it first costs a tenth then. Thread-safe.
class BlockPool {
 public:
  /// At most `limit_bytes`, but for two blocks and one for each of `writers`.
  BlockPool(std::size_t limit_bytes, std::size_t writers);
  ~BlockPool();
  BlockPool(const BlockPool&) = delete;
  BlockPool& operator=(const BlockPool&) = delete;

  /// Waits where all are in use. `ask` is called first then, so that somebody gives some back.
  Block& acquire(const std::function<void()>& ask);
  void release(Block& block);

  std::size_t limit() const { return limit_; }

 private:
  std::size_t limit_;  // blocks
  std::mutex mutex_;   // guards the rest
  std::condition_variable released_;
  std::vector<Block*> free_;
  std::vector<Block*> all_;
};

}  // namespace gusset::core_tracing
