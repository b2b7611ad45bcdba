#include "caches/cache_model.hpp"

#include <algorithm>
#include <utility>

namespace gusset::simulator {
namespace {

unsigned count_of(const std::optional<Cache>& cache, unsigned cores) {
  return cache ? (cores + std::max(1u, cache->shared_by) - 1) / std::max(1u, cache->shared_by) : 0;
}

}  // namespace

std::uint32_t CacheModel::core_of(NodeId node, WorkerId worker) const {
  const std::uint32_t first = node.value() % levels_.nodes_per_host * levels_.threads;
  return (first + worker.value()) % levels_.cores;
}

std::uint32_t CacheModel::shared_cache_of(NodeId node, WorkerId worker) const {
  const std::optional<Cache>& shared = levels_.l3 ? levels_.l3 : levels_.l2;
  return core_of(node, worker) / std::max(1u, shared->shared_by);
}

/// Makes the host's caches when a task first runs there.
CacheModel::Place CacheModel::place_of(NodeId node, WorkerId worker) {
  const unsigned l2 = count_of(levels_.l2, levels_.cores);
  const unsigned l3 = count_of(levels_.l3, levels_.cores);
  const std::uint32_t first = host_of(node) * (l2 + l3);
  while (caches_.size() < std::size_t{first} + l2 + l3) {
    const bool is_l2 = caches_.size() % (l2 + l3) < l2;
    caches_.emplace_back(is_l2 ? levels_.l2->bytes : levels_.l3->bytes);
  }
  const std::uint32_t core = core_of(node, worker);
  Place place;
  if (l2 > 0) place.l2 = first + core / std::max(1u, levels_.l2->shared_by);
  if (l3 > 0) place.l3 = first + l2 + core / std::max(1u, levels_.l3->shared_by);
  return place;
}

std::uint32_t CacheModel::block_of(std::uint32_t handle, std::uint32_t copy) {
  const auto [found, is_new] =
      blocks_.try_emplace(std::uint64_t{copy} << 32 | handle, static_cast<std::uint32_t>(holders_.size()));
  if (is_new) holders_.emplace_back();
  return found->second;
}

/// Returns whether the cache had the block.
bool CacheModel::access(std::uint32_t cache, std::uint32_t block, std::uint64_t bytes) {
  const auto held = std::ranges::find(holders_[block], cache, &Holder::cache);
  if (held != holders_[block].end()) {
    caches_[cache].touch(held->slot);
    return true;
  }
  const std::uint32_t slot = caches_[cache].insert(block, bytes, [&](std::uint32_t leaving) {
    Holders& holders = holders_[leaving];
    holders.erase(std::ranges::find(holders, cache, &Holder::cache));
  });
  if (slot != LruCache::none) holders_[block].push_back({cache, slot});
  return false;
}

void CacheModel::invalidate(std::uint32_t block, Place except) {
  std::erase_if(holders_[block], [&](const Holder& holder) {
    if (holder.cache == except.l2 || holder.cache == except.l3) return false;
    caches_[holder.cache].erase(holder.slot);
    return true;
  });
}

CacheMisses CacheModel::start(std::span<const DataAccess> accesses, NodeId node, WorkerId worker) {
  CacheMisses misses;
  const Place place = place_of(node, worker);
  for (const DataAccess& each : accesses) {
    if (each.bytes == 0) continue;
    const std::uint32_t block = block_of(each.handle, each.copy);
    const bool in_l2 = place.l2 != LruCache::none && access(place.l2, block, each.bytes);
    const bool in_l3 = place.l3 != LruCache::none && access(place.l3, block, each.bytes);
    misses.accessed_bytes += each.bytes;
    if (place.l2 != LruCache::none && !in_l2) misses.l2_bytes += each.bytes;
    if (place.l3 != LruCache::none && !in_l2 && !in_l3) misses.l3_bytes += each.bytes;
    if (!modifies(each.mode)) continue;
    invalidate(block, place);
    // A task that has migrated returns its result to the owner's memory.
    if (each.owner != node) invalidate(block_of(each.handle, 0), {});
  }
  return misses;
}

}  // namespace gusset::simulator
