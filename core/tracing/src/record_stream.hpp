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

/// Records on their way from the one thread that writes them to the one that reads them, in blocks of a pool.
/// Neither waits for the other, but where the pool is exhausted.
class RecordStream {
 public:
  /// `ask` is called when a block is needed and the pool has none left.
  RecordStream(BlockPool& pool, std::function<void()> ask) : pool_(pool), ask_(std::move(ask)) {}
  ~RecordStream();
  RecordStream(const RecordStream&) = delete;
  RecordStream& operator=(const RecordStream&) = delete;

  // The writer's.

  /// Gets a first block and touches its memory, so that the writer does not have to wait for the system.
  void prepare();

  /// Room for a record of that many bytes, at most Block::data_bytes.
  std::byte* append(std::size_t bytes) {
    if (bytes > left_) [[unlikely]]
      grow();
    std::byte* const place = next_;
    next_ += bytes;
    left_ -= bytes;
    appended_ += bytes;
    return place;
  }
  /// Whether that many bytes need another block, for which append may wait.
  bool needs_block(std::size_t bytes) const { return bytes > left_; }
  /// What has been appended may be read.
  void publish() {
    published_.store(appended_, std::memory_order_release);  // pairs with the load in available()
  }

  // The reader's.

  /// Bytes that may be read.
  std::uint64_t available() const {
    return published_.load(std::memory_order_acquire) - consumed_;  // pairs with publish()
  }
  /// The next record; available() > 0.
  const std::byte* front();
  /// Passes by that many bytes of the block that front() is in.
  void pop(std::size_t bytes) {
    read_ += bytes;
    consumed_ += bytes;
  }
  /// Gives back the block that has been read last, if it was read whole and nothing comes behind.
  void reclaim();

 private:
  void grow();

  BlockPool& pool_;
  std::function<void()> ask_;
  // The writer's.
  Block* last_ = nullptr;
  std::byte* next_ = nullptr;
  std::size_t left_ = 0;
  std::uint64_t appended_ = 0;
  // The reader's.
  alignas(64) Block* first_ = nullptr;
  std::size_t read_ = 0;
  std::uint64_t consumed_ = 0;

  alignas(64) std::atomic<std::uint64_t> published_{0};
  std::mutex mutex_;           // guards the next one
  std::deque<Block*> blocks_;  // behind first_
};

}  // namespace gusset::core_tracing
