#include "block_pool.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <new>

#include "gusset/base/aligned_mapping.hpp"

namespace gusset::core_tracing {

BlockPool::BlockPool(std::size_t limit_bytes, std::size_t writers)
    : limit_(std::max(limit_bytes / Block::bytes, writers + 2)) {}

BlockPool::~BlockPool() {
  for (Block* const block : all_) munmap(block, Block::bytes);
}

Block& BlockPool::acquire(const std::function<void()>& request_block) {
  std::unique_lock guard(mutex_);
  if (free_.empty() && all_.size() >= limit_) {
    guard.unlock();
    request_block();
    guard.lock();
    released_.wait(guard, [this] { return !free_.empty(); });
  }
  if (free_.empty()) {
    void* const memory = map_aligned(Block::bytes, Block::bytes);
    if (memory == nullptr) throw std::bad_alloc();
    all_.push_back(new (memory) Block);
    return *all_.back();
  }
  Block* const block = free_.back();
  free_.pop_back();
  return *new (block) Block;
}

void BlockPool::release(Block& block) {
  {
    const std::lock_guard guard(mutex_);
    free_.push_back(&block);
  }
  released_.notify_one();
}

}  // namespace gusset::core_tracing
