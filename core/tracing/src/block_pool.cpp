#include "block_pool.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <cstdint>
#include <new>

namespace gusset::core_tracing {

namespace {

/// Maps a block that is aligned to its size.
void* map_block() {
  // Maps twice as much, so that an aligned block fits, and returns the rest.
  constexpr std::size_t bytes = Block::bytes;
  void* const mapped = mmap(nullptr, 2 * bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (mapped == MAP_FAILED) throw std::bad_alloc();
  const auto first = reinterpret_cast<std::uintptr_t>(mapped);
  const std::uintptr_t aligned = (first + bytes - 1) / bytes * bytes;
  if (aligned > first) munmap(mapped, aligned - first);
  if (aligned < first + bytes) munmap(reinterpret_cast<void*>(aligned + bytes), first + bytes - aligned);
  madvise(reinterpret_cast<void*>(aligned), bytes, MADV_HUGEPAGE);  // a hint
  return reinterpret_cast<void*>(aligned);
}

}  // namespace

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
    all_.push_back(new (map_block()) Block);
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
