#pragma once
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "caches/cache_levels.hpp"
#include "caches/lru_cache.hpp"
#include "gusset/core/ids.hpp"
#include "gusset/simulator/costs/cost_model.hpp"

namespace gusset::simulator {

/// Follows which data the L2 and L3 caches hold while tasks start one after the other. Caches keep whole
/// blocks of data (a handle, or a copy of one version) and evict the least recently used. What a task
/// accesses enters its worker's caches; what it modifies leaves all others. Worker w of a node is on core w;
/// on a shared host, each node's cores follow those of the previous node. Described in docs/caches.md.
class CacheModel {
 public:
  explicit CacheModel(CacheLevels levels) : levels_(std::move(levels)) {}

  /// Returns the bytes that the worker's caches lack when the task starts, and lets the task access its data.
  /// A block larger than a cache is always missing in full and leaves that cache empty.
  CacheMisses start(std::span<const DataAccess> accesses, NodeId node, WorkerId worker);

  /// Returns the index of the worker's L3 on its host, or of its L2 if there is no L3.
  std::uint32_t shared_cache_of(NodeId node, WorkerId worker) const;

  const CacheLevels& levels() const { return levels_; }

 private:
  /// A cache that holds a block, and the block's slot there.
  struct Holder {
    std::uint32_t cache = 0;
    std::uint32_t slot = 0;
  };
  using Holders = std::vector<Holder>;
  struct Place {
    std::uint32_t l2 = LruCache::none;
    std::uint32_t l3 = LruCache::none;
  };

  std::uint32_t host_of(NodeId node) const { return node.value() / levels_.nodes_per_host; }
  std::uint32_t core_of(NodeId node, WorkerId worker) const;
  Place place_of(NodeId node, WorkerId worker);
  std::uint32_t block_of(std::uint32_t handle, std::uint32_t copy);
  bool access(std::uint32_t cache, std::uint32_t block, std::uint64_t bytes);
  void invalidate(std::uint32_t block, Place except);

  CacheLevels levels_;
  std::vector<LruCache> caches_;  // per host: its L2 caches, then its L3 caches
  std::unordered_map<std::uint64_t, std::uint32_t> blocks_;
  std::vector<Holders> holders_;  // indexed by block
};

}  // namespace gusset::simulator
