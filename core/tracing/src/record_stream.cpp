#include "record_stream.hpp"

namespace gusset::core_tracing {

RecordStream::~RecordStream() {
  if (first_ != nullptr) pool_.release(*first_);
  for (Block* const block : blocks_) pool_.release(*block);
}

void RecordStream::prepare() {
  constexpr std::size_t page_bytes = 4096;
  grow();
  for (std::size_t at = 0; at < Block::data_bytes; at += page_bytes) last_->data[at] = std::byte{0};
}

[[gnu::noinline]] void RecordStream::grow() {
  // Closes and publishes the block before waiting for another, so that the reader can release this one.
  if (last_ != nullptr)
    last_->used.store(Block::data_bytes - left_, std::memory_order_release);  // pairs with reclaim()
  publish();
  last_ = &pool_.acquire(request_block_);
  next_ = last_->data;
  left_ = Block::data_bytes;
  const std::lock_guard guard(mutex_);
  blocks_.push_back(last_);
}

const std::byte* RecordStream::front() {
  reclaim();
  if (first_ == nullptr) {
    const std::lock_guard guard(mutex_);
    first_ = blocks_.front();
    blocks_.pop_front();
    read_ = 0;
  }
  return first_->data + read_;
}

void RecordStream::reclaim() {
  // Acquire: pairs with grow(), after which the writer no longer touches the block.
  if (first_ == nullptr || first_->used.load(std::memory_order_acquire) != read_ || read_ == 0) return;
  pool_.release(*std::exchange(first_, nullptr));
}

}  // namespace gusset::core_tracing
