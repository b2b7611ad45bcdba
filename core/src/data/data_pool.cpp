#include "gusset/core/data_pool.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <iterator>
#include <new>

#include "gusset/base/aligned_mapping.hpp"

namespace gusset {

namespace {

constexpr std::size_t huge_page_bytes = std::size_t{2} << 20;
constexpr std::size_t max_pool_bytes = PTRDIFF_MAX - 2 * huge_page_bytes;  // leaves room for rounding up

std::size_t round_up(std::size_t bytes, std::size_t unit) {
  return (bytes + unit - 1) / unit * unit;
}

std::size_t region_unit(std::size_t bytes) {
  static const auto page_bytes = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  return bytes >= huge_page_bytes ? huge_page_bytes : page_bytes;
}

/// Returns null if the system has no more memory. A region for huge pages is aligned to a huge page.
std::byte* map_region(std::size_t bytes) {
  if (bytes >= huge_page_bytes) return static_cast<std::byte*>(map_aligned(bytes, huge_page_bytes));
  void* const memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return memory == MAP_FAILED ? nullptr : static_cast<std::byte*>(memory);
}

std::size_t padding(const std::byte* address, std::size_t alignment) {
  return -reinterpret_cast<std::uintptr_t>(address) % alignment;
}

}  // namespace

DataPool::DataPool(std::size_t first_region_bytes) : first_region_bytes_(first_region_bytes) {}

DataPool::~DataPool() {
  for (auto block = blocks_.begin(); block != blocks_.end();) {
    std::byte* const region = block->first;
    std::size_t bytes = 0;
    do {
      bytes += block->second.bytes;
      ++block;
    } while (block != blocks_.end() && !block->second.begins_region);
    munmap(region, bytes);
  }
}

DataPool::Statistics DataPool::statistics() const {
  const std::lock_guard guard(mutex_);
  return statistics_;
}

void* DataPool::do_allocate(std::size_t bytes, std::size_t requested_alignment) {
  const std::size_t aligned = std::max(requested_alignment, alignment);
  if (bytes > max_pool_bytes || aligned > max_pool_bytes - bytes) throw std::bad_alloc();
  const std::size_t rounded = round_up(std::max<std::size_t>(bytes, 1), alignment);

  const std::lock_guard guard(mutex_);
  auto block = find_free(rounded, aligned);
  // Regions are aligned to pages; a stricter alignment needs extra room.
  if (block == blocks_.end()) block = grow(aligned <= region_unit(0) ? rounded : rounded + aligned);
  if (const std::size_t gap = padding(block->first, aligned); gap > 0) block = split(block, gap);
  if (block->second.bytes > rounded) split(block, rounded);
  mark_used(block);
  return block->first;
}

void DataPool::do_deallocate(void* memory, std::size_t, std::size_t) {
  const std::lock_guard guard(mutex_);
  const auto block = blocks_.find(static_cast<std::byte*>(memory));
  assert(block != blocks_.end() && !block->second.is_free && "freed what this pool did not give");
  statistics_.used_bytes -= block->second.bytes;
  mark_free(block);
}

/// Returns the end if no block fits.
DataPool::Blocks::iterator DataPool::find_free(std::size_t bytes, std::size_t requested_alignment) {
  for (auto entry = free_.lower_bound({bytes, nullptr}); entry != free_.end(); ++entry) {
    const auto [size, address] = *entry;
    const std::size_t gap = padding(address, requested_alignment);
    if (gap <= size && size - gap >= bytes) return blocks_.find(address);
  }
  return blocks_.end();
}

/// Returns a free block that fills a new region.
DataPool::Blocks::iterator DataPool::grow(std::size_t bytes) {
  const std::size_t reserved = statistics_.reserved_bytes;
  std::size_t region_bytes = std::max(bytes, reserved == 0 ? first_region_bytes_ : reserved / 2);
  region_bytes = round_up(region_bytes, region_unit(region_bytes));
  std::byte* region = map_region(region_bytes);
  if (region == nullptr) {  // less than half of the pool's size may still be available
    region_bytes = round_up(bytes, region_unit(bytes));
    region = map_region(region_bytes);
  }
  if (region == nullptr) throw std::bad_alloc();
  try {
    const auto entry = free_.emplace(region_bytes, region).first;
    try {
      const auto block = blocks_.try_emplace(region, Block{region_bytes, true, true, {}}).first;
      try {
        fresh_.emplace(region, region);
      } catch (...) {
        blocks_.erase(block);
        throw;
      }
      statistics_.reserved_bytes += region_bytes;
      ++statistics_.regions;
      return block;
    } catch (...) {
      free_.erase(entry);
      throw;
    }
  } catch (...) {
    munmap(region, region_bytes);
    throw;
  }
}

/// Cuts a free block into two free blocks; returns the second.
DataPool::Blocks::iterator DataPool::split(Blocks::iterator block, std::size_t first_bytes) {
  const std::size_t rest_bytes = block->second.bytes - first_bytes;
  std::byte* const rest_begin = block->first + first_bytes;
  const auto rest = blocks_.try_emplace(rest_begin, Block{rest_bytes, false, true, {}}).first;
  try {
    free_.emplace(rest_bytes, rest_begin);
  } catch (...) {
    blocks_.erase(rest);
    throw;
  }
  auto entry = free_.extract({block->second.bytes, block->first});
  entry.value().first = first_bytes;
  free_.insert(std::move(entry));
  block->second.bytes = first_bytes;
  return rest;
}

void DataPool::mark_used(Blocks::iterator block) {
  block->second.is_free = false;
  block->second.entry = free_.extract({block->second.bytes, block->first});
  statistics_.used_bytes += block->second.bytes;
  statistics_.peak_bytes = std::max(statistics_.peak_bytes, statistics_.used_bytes);
  count(block->first, block->second.bytes);
}

/// Counts a block that is given out, and how much of it is reused. Blocks are cut from the beginnings of free
/// ones, so a region's fresh memory is its end.
void DataPool::count(std::byte* begin, std::size_t bytes) {
  std::byte*& fresh = std::prev(fresh_.upper_bound(begin))->second;
  std::byte* const end = begin + bytes;
  statistics_.asked_bytes += bytes;
  statistics_.reused_bytes += static_cast<std::uint64_t>(std::clamp(fresh, begin, end) - begin);
  fresh = std::max(fresh, end);
}

void DataPool::mark_free(Blocks::iterator block) {
  block->second.is_free = true;
  absorb_next(block);
  if (block != blocks_.begin()) {
    const auto before = std::prev(block);
    if (before->second.is_free && !block->second.begins_region) {
      before->second.entry = free_.extract({before->second.bytes, before->first});
      absorb_next(before);
      block = before;
    }
  }
  auto entry = std::move(block->second.entry);
  entry.value() = {block->second.bytes, block->first};
  free_.insert(std::move(entry));
}

/// Merges a block, which must not be in the free list, with a free block directly behind it in the same
/// region.
void DataPool::absorb_next(Blocks::iterator block) {
  const auto next = std::next(block);
  if (next == blocks_.end() || next->second.begins_region || !next->second.is_free) return;
  free_.erase({next->second.bytes, next->first});  // erases nothing if the next block is itself being freed
  block->second.bytes += next->second.bytes;
  blocks_.erase(next);
}

}  // namespace gusset
