#include "gusset/core/engine/task_arena.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <mutex>
#include <new>
#include <utility>

#if defined(__SANITIZE_ADDRESS__)
#include <sanitizer/lsan_interface.h>
#endif

namespace gusset::detail {

namespace {

constexpr std::size_t mebibyte = std::size_t{1} << 20;
constexpr std::size_t chunk_bytes = 2 * mebibyte;  // a huge page
constexpr std::size_t run_bytes = 64 * 1024;       // bytes of small blocks that a worker gets at once

std::size_t round_up(std::size_t value, std::size_t unit) {
  return (value + unit - 1) / unit * unit;
}

}  // namespace

TaskArena& TaskArena::instance() {
  static TaskArena& arena = *new TaskArena;  // never destroyed: tasks may outlive static objects
  return arena;
}

// A 32-bit link reaches 64 GiB. Reserves only addresses, and fewer if the system refuses.
TaskArena::TaskArena() {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  std::size_t bytes = 4096 * mebibyte;
#else
  std::size_t bytes = 65536 * mebibyte;
#endif
  void* range = MAP_FAILED;
  for (; range == MAP_FAILED && bytes >= 64 * mebibyte; bytes /= 2)
    range = mmap(nullptr, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (range == MAP_FAILED) throw std::bad_alloc();
  bytes *= 2;  // undoes the loop's last step
  base_ = reinterpret_cast<std::uintptr_t>(range);
  end_ = base_ + bytes;
  next_ = usable_ = round_up(base_ + link_unit, chunk_bytes);  // link 0 means null
#if defined(__SANITIZE_ADDRESS__)
  __lsan_register_root_region(range, bytes);
#endif
}

void TaskArena::grow(std::size_t bytes) {
  bytes = round_up(bytes, chunk_bytes);
  if (end_ - usable_ < bytes) throw std::bad_alloc();
  void* const from = reinterpret_cast<void*>(usable_);
  if (mprotect(from, bytes, PROT_READ | PROT_WRITE) != 0) throw std::bad_alloc();
  madvise(from, bytes, MADV_HUGEPAGE);  // a hint: everything works without it
  usable_ += bytes;
}

TaskArena::Run TaskArena::fresh(unsigned log2_bytes) {
  const std::size_t block = std::size_t{1} << log2_bytes;
  const std::size_t bytes = std::max(block, run_bytes);
  const std::lock_guard guard(lock_);
  const std::uintptr_t first = round_up(next_, block);
  if (first + bytes > usable_) grow(first + bytes - usable_);
  next_ = first + bytes;
  return {reinterpret_cast<std::byte*>(first), bytes / block};
}

void TaskArena::put_chain(unsigned log2_bytes, FreeBlock* chain) {
  Chains& free = free_[log2_bytes];
  const std::lock_guard guard(free.lock);
  free.chains.push_back(chain);
}

TaskArena::FreeBlock* TaskArena::take_chain(unsigned log2_bytes) {
  Chains& free = free_[log2_bytes];
  const std::lock_guard guard(free.lock);
  if (free.chains.empty()) return nullptr;
  FreeBlock* const chain = free.chains.back();
  free.chains.pop_back();
  return chain;
}

void* TaskAllocator::refill(Stock& stock, unsigned log2_bytes) {
  TaskArena::FreeBlock* chain = std::exchange(stock.spare, nullptr);
  if (chain == nullptr && stock.fresh_blocks == 0) chain = TaskArena::instance().take_chain(log2_bytes);
  if (chain != nullptr) {
    stock.free = chain->next;
    stock.room = 1;  // assumes a full chain; a shorter one only runs out earlier
    return chain;
  }
  if (stock.fresh_blocks == 0) {
    const TaskArena::Run run = TaskArena::instance().fresh(log2_bytes);
    stock.fresh = run.first;
    stock.fresh_blocks = run.blocks;
  }
  --stock.fresh_blocks;
  ++stock.room;
  return std::exchange(stock.fresh, stock.fresh + (std::size_t{1} << log2_bytes));
}

void TaskAllocator::hand_over(Stock& stock, unsigned log2_bytes) {
  if (stock.spare != nullptr) TaskArena::instance().put_chain(log2_bytes, stock.spare);
  stock.spare = std::exchange(stock.free, nullptr);
  stock.room = chain_length(log2_bytes);
}

TaskAllocator::TaskAllocator() {
  for (unsigned log2_bytes = 0; log2_bytes < TaskArena::classes; ++log2_bytes)
    stocks_[log2_bytes].room = chain_length(log2_bytes);
}

TaskAllocator::~TaskAllocator() {
  for (unsigned log2_bytes = 0; log2_bytes < TaskArena::classes; ++log2_bytes) {
    Stock& stock = stocks_[log2_bytes];
    for (; stock.fresh_blocks > 0; --stock.fresh_blocks, stock.fresh += std::size_t{1} << log2_bytes) {
      auto* const block = reinterpret_cast<TaskArena::FreeBlock*>(stock.fresh);
      block->next = stock.free;
      stock.free = block;
    }
    if (stock.spare != nullptr) TaskArena::instance().put_chain(log2_bytes, stock.spare);
    if (stock.free != nullptr) TaskArena::instance().put_chain(log2_bytes, stock.free);
  }
}

}  // namespace gusset::detail
