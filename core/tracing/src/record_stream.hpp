#pragma once
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <mutex>
#include <utility>

#include "block_pool.hpp"

namespace gusset::core_tracing {

/// Passes records from one writing thread to one reading thread, in blocks of a pool. Neither waits for the
/// other unless the pool is exhausted.
class RecordStream {
 public:
  /// Calls `request_block` when it needs a block and the pool has none left.
  RecordStream(BlockPool& pool, std::function<void()> request_block)
      : pool_(pool), request_block_(std::move(request_block)) {}
  ~RecordStream();
  RecordStream(const RecordStream&) = delete;
  RecordStream& operator=(const RecordStream&) = delete;

  // For the writer.

  /// Gets a first block and touches its memory, so that the writer does not wait for the system later.
  void prepare();

  /// Returns room for a record of `bytes` bytes, at most Block::data_bytes.
  std::byte* append(std::size_t bytes) {
    if (bytes > left_) [[unlikely]]
      grow();
    std::byte* const place = next_;
    next_ += bytes;
    left_ -= bytes;
    appended_ += bytes;
    return place;
  }
  /// Whether a record of `bytes` bytes needs another block, for which append may wait.
  bool needs_block(std::size_t bytes) const { return bytes > left_; }
  /// Makes the appended records visible to the reader.
  void publish() {
    published_.store(appended_, std::memory_order_release);  // pairs with the load in available()
  }

  // For the reader.

  /// The number of bytes that may be read.
  std::uint64_t available() const {
    return published_.load(std::memory_order_acquire) - consumed_;  // pairs with publish()
  }
  /// The next record. Requires available() > 0.
  const std::byte* front();
  /// Advances by `bytes` bytes within the block that front() is in.
  void pop(std::size_t bytes) {
    read_ += bytes;
    consumed_ += bytes;
  }
  /// Releases the last block if it has been read completely and the writer no longer uses it.
  void reclaim();

 private:
  void grow();

  BlockPool& pool_;
  std::function<void()> request_block_;
  // The writer's state.
  Block* last_ = nullptr;
  std::byte* next_ = nullptr;
  std::size_t left_ = 0;
  std::uint64_t appended_ = 0;
  // The reader's state.
  alignas(64) Block* first_ = nullptr;
  std::size_t read_ = 0;
  std::uint64_t consumed_ = 0;

  alignas(64) std::atomic<std::uint64_t> published_{0};
  std::mutex mutex_;           // guards blocks_
  std::deque<Block*> blocks_;  // the blocks after first_
};

}  // namespace gusset::core_tracing
