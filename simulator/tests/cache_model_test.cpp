#include "caches/cache_model.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <tuple>
#include <vector>

#include "caches/lru_cache.hpp"

namespace gusset::simulator {
namespace {

CacheLevels levels(std::uint64_t l2_bytes, std::uint64_t l3_bytes) {
  Platform platform;
  platform.cores = 4;
  platform.caches = {{2, l2_bytes, 1}, {3, l3_bytes, 2}};
  return *cache_levels(platform, "platform", 4);
}

DataAccess reading(std::uint32_t handle, std::uint64_t bytes, std::uint32_t copy = 0) {
  return {handle, copy, NodeId(0), bytes, AccessMode::read};
}

DataAccess writing(std::uint32_t handle, std::uint64_t bytes) {
  return {handle, 0, NodeId(0), bytes, AccessMode::write};
}

CacheMisses start(CacheModel& model, unsigned worker, std::vector<DataAccess> accesses) {
  return model.start(accesses, NodeId(0), WorkerId(worker));
}

/// A cache as a list of blocks, the last used first.
struct NaiveCache {
  std::uint64_t capacity = 0;
  std::vector<std::pair<std::uint32_t, std::uint64_t>> blocks{};

  bool access(std::uint32_t block, std::uint64_t bytes) {
    const auto found = std::ranges::find(blocks, block, [](const auto& each) { return each.first; });
    const bool was_there = found != blocks.end();
    if (was_there) blocks.erase(found);
    blocks.insert(blocks.begin(), {block, bytes});
    const auto used = [this] {
      std::uint64_t sum = 0;
      for (const auto& [other, size] : blocks) sum += size;
      return sum;
    };
    if (bytes > capacity) blocks.clear();
    while (used() > capacity) blocks.pop_back();
    return was_there;
  }
  void erase(std::uint32_t block) {
    std::erase_if(blocks, [block](const auto& each) { return each.first == block; });
  }
};

// Four cores, two sockets, blocks of different sizes, some larger than L2 or L3.
TEST(CacheModel, AgreesWithListsOnRandomAccesses) {
  for (unsigned seed = 1; seed <= 20; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937 random(seed);
    CacheModel model(levels(1000, 4000));
    std::vector<NaiveCache> l2(4, NaiveCache{1000});
    std::vector<NaiveCache> l3(2, NaiveCache{4000});
    std::vector<std::uint64_t> sizes;
    for (unsigned i = 0; i < 40; ++i) sizes.push_back(1 + random() % (i % 10 == 0 ? 5000 : 500));
    for (int step = 0; step < 3000; ++step) {
      const unsigned core = random() % 4;
      const auto block = static_cast<std::uint32_t>(random() % sizes.size());
      const bool writes = random() % 4 == 0;
      const bool in_l2 = l2[core].access(block, sizes[block]);
      const bool in_l3 = l3[core / 2].access(block, sizes[block]);
      for (unsigned other = 0; writes && other < 4; ++other) {
        if (other != core) l2[other].erase(block);
      }
      if (writes) l3[1 - core / 2].erase(block);
      const CacheMisses expected{sizes[block], in_l2 ? 0 : sizes[block], in_l2 || in_l3 ? 0 : sizes[block]};
      ASSERT_EQ(start(model, core, {writes ? writing(block, sizes[block]) : reading(block, sizes[block])}),
                expected)
          << "step " << step;
    }
  }
}

TEST(CacheModel, FindsWhatTheSocketHasRead) {
  CacheModel model(levels(1000, 4000));
  EXPECT_EQ(start(model, 0, {reading(7, 600)}), (CacheMisses{600, 600, 600}));
  EXPECT_EQ(start(model, 0, {reading(7, 600)}), (CacheMisses{600, 0, 0}));
  EXPECT_EQ(start(model, 1, {reading(7, 600)}), (CacheMisses{600, 600, 0}));
  EXPECT_EQ(start(model, 2, {reading(7, 600)}), (CacheMisses{600, 600, 600}));
}

TEST(CacheModel, WritesInvalidateOtherCaches) {
  CacheModel model(levels(1000, 4000));
  for (const unsigned worker : {0u, 1u, 2u}) start(model, worker, {reading(7, 600)});
  start(model, 0, {writing(7, 600)});
  EXPECT_EQ(start(model, 0, {reading(7, 600)}), (CacheMisses{600, 0, 0}));
  EXPECT_EQ(start(model, 1, {reading(7, 600)}), (CacheMisses{600, 600, 0}));
  EXPECT_EQ(start(model, 2, {reading(7, 600)}), (CacheMisses{600, 600, 600}));
}

TEST(CacheModel, DataLargerThanACacheStreamsThroughIt) {
  CacheModel model(levels(1000, 4000));
  start(model, 0, {reading(1, 300)});
  for (int time = 0; time < 3; ++time)
    EXPECT_EQ(start(model, 0, {reading(2, 2000)}).l2_bytes, 2000u);  // fits into L3
  EXPECT_EQ(start(model, 0, {reading(1, 300)}), (CacheMisses{300, 300, 0}));
  for (int time = 0; time < 3; ++time)
    EXPECT_EQ(start(model, 0, {reading(3, 9000)}), (CacheMisses{9000, 9000, 9000}));
  EXPECT_EQ(start(model, 0, {reading(1, 300)}), (CacheMisses{300, 300, 300}));
}

// The blocks of a task that together exceed a cache evict each other.
TEST(CacheModel, TaskLargerThanACacheMissesAtMostWhatItAccesses) {
  CacheModel model(levels(1000, 4000));
  std::vector<DataAccess> blocks;
  for (std::uint32_t i = 0; i < 50; ++i) blocks.push_back(reading(i, 100));
  for (int time = 0; time < 3; ++time)
    EXPECT_EQ(model.start(blocks, NodeId(0), WorkerId(0)), (CacheMisses{5000, 5000, 5000}));
}

TEST(CacheModel, EachCopyHasItsOwnMemory) {
  CacheModel model(levels(1000, 4000));
  start(model, 0, {reading(7, 100, 1)});
  EXPECT_EQ(start(model, 0, {reading(7, 100, 1)}).l2_bytes, 0u);
  EXPECT_EQ(start(model, 0, {reading(7, 100, 2)}).l2_bytes, 100u);
}

TEST(CacheModel, NodesShareTheCachesOfTheirHost) {
  CacheLevels shared = levels(1000, 4000);
  shared.threads = 2;
  shared.nodes_per_host = 2;
  CacheModel model(shared);
  EXPECT_EQ(model.shared_cache_of(NodeId(0), WorkerId(1)), 0u);
  EXPECT_EQ(model.shared_cache_of(NodeId(1), WorkerId(0)), 1u);
  const std::vector<DataAccess> data{reading(7, 100)};
  model.start(data, NodeId(0), WorkerId(0));
  EXPECT_EQ(model.start(data, NodeId(2), WorkerId(0)).l3_bytes, 100u);  // on the next host
  EXPECT_EQ(model.start(data, NodeId(0), WorkerId(1)).l3_bytes, 0u);
}

TEST(CacheModel, PlatformsMayHaveOnlyOneOfTheTwoCaches) {
  Platform platform;
  platform.caches = {{2, 1000, 1}};
  CacheModel only_l2(*cache_levels(platform, "platform", 1));
  EXPECT_EQ(start(only_l2, 0, {reading(7, 600)}), (CacheMisses{600, 600, 0}));
  EXPECT_EQ(start(only_l2, 0, {reading(7, 600)}), (CacheMisses{600, 0, 0}));
  platform.caches = {{3, 1000, 1}};
  CacheModel only_l3(*cache_levels(platform, "platform", 1));
  EXPECT_EQ(start(only_l3, 0, {reading(7, 600)}), (CacheMisses{600, 0, 600}));
  EXPECT_EQ(start(only_l3, 0, {reading(7, 600)}), (CacheMisses{600, 0, 0}));
}

TEST(CacheLevels, PricesComeFromTheMemoryBandwidth) {
  Platform platform;
  platform.cores = 4;
  platform.caches = {{1, 100, 1}, {2, 1000, 1}, {3, 4000, 4}};
  platform.memory_bandwidth_bytes_per_s = 8e9;
  const CacheLevels known = *cache_levels(platform, "platform", 4);
  EXPECT_DOUBLE_EQ(known.l2_s_per_byte + known.l3_s_per_byte, 0.5e-9);
  EXPECT_DOUBLE_EQ(known.l2_s_per_byte, 0.2e-9);
  EXPECT_EQ(known.assumption,
            "a byte from memory takes 0.500 ns (the platform's memory bandwidth divided among its cores), a "
            "byte from L3 0.200 ns (L3 is 2.5 times as fast), on top of the task's cost");
  platform.memory_bandwidth_bytes_per_s.reset();
  const CacheLevels assumed = *cache_levels(platform, "platform", 4);
  EXPECT_DOUBLE_EQ(assumed.l2_s_per_byte + assumed.l3_s_per_byte, 0.25e-9);
  platform.caches = {{1, 100, 1}};
  EXPECT_EQ(cache_levels(platform, "p.json", 4).error().message(),
            "p.json: expected a platform that states caches of level 2 or 3, found only other levels");
  platform.caches.clear();
  EXPECT_EQ(cache_levels(platform, "p.json", 4).error().message(),
            "p.json: expected a platform that states caches of level 2 or 3, found no caches");
}

}  // namespace
}  // namespace gusset::simulator
