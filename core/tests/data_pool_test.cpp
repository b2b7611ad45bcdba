#include "gusset/core/data_pool.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <map>
#include <memory_resource>
#include <new>
#include <random>
#include <thread>
#include <utility>
#include <vector>

namespace gusset {
namespace {

constexpr std::size_t mebibyte = std::size_t{1} << 20;

std::size_t remainder(const void* memory, std::size_t alignment) {
  return reinterpret_cast<std::uintptr_t>(memory) % alignment;
}

TEST(DataPool, ReservesNothingUntilFirstUse) {
  const DataPool pool;
  EXPECT_EQ(pool.statistics(), DataPool::Statistics());
}

TEST(DataPool, FirstRegionIsOneMebibyte) {
  DataPool pool;
  void* const block = pool.allocate(100);
  EXPECT_EQ(pool.statistics(), (DataPool::Statistics{128, 128, mebibyte, 1, 128, 0}));
  pool.deallocate(block, 100);
  EXPECT_EQ(pool.statistics(), (DataPool::Statistics{0, 128, mebibyte, 1, 128, 0}));
}

TEST(DataPool, FirstRegionFitsTheFirstBlock) {
  DataPool pool;
  void* const block = pool.allocate(6 * mebibyte);
  EXPECT_EQ(pool.statistics().reserved_bytes, 6 * mebibyte);
  EXPECT_EQ(pool.statistics().regions, 1u);
  pool.deallocate(block, 6 * mebibyte);
}

TEST(DataPool, GrowsByHalfItsSize) {
  DataPool pool(16 * mebibyte);
  std::vector<void*> blocks;
  std::vector<std::size_t> reserved;
  for (int i = 0; i < 54; ++i) {
    blocks.push_back(pool.allocate(mebibyte));
    const std::size_t now = pool.statistics().reserved_bytes / mebibyte;
    if (reserved.empty() || reserved.back() != now) reserved.push_back(now);
  }
  EXPECT_EQ(reserved, (std::vector<std::size_t>{16, 24, 36, 54}));
  EXPECT_EQ(pool.statistics().regions, 4u);
  EXPECT_EQ(pool.statistics().used_bytes, 54 * mebibyte);
  for (void* const block : blocks) pool.deallocate(block, mebibyte);
}

TEST(DataPool, GrowsMoreForALargeBlock) {
  DataPool pool(2 * mebibyte);
  void* const small = pool.allocate(64);
  void* const large = pool.allocate(10 * mebibyte);
  EXPECT_EQ(pool.statistics().reserved_bytes, 12 * mebibyte);
  pool.deallocate(small, 64);
  pool.deallocate(large, 10 * mebibyte);
}

TEST(DataPool, LargeRegionsAreHugePageAligned) {
  DataPool pool;
  void* const block = pool.allocate(3 * mebibyte);
  EXPECT_EQ(remainder(block, 2 * mebibyte), 0u);
  EXPECT_EQ(pool.statistics().reserved_bytes, 4 * mebibyte);
  pool.deallocate(block, 3 * mebibyte);
}

TEST(DataPool, BlocksAreAlignedAsRequestedAndToACacheLine) {
  DataPool pool;
  std::map<void*, std::pair<std::size_t, std::size_t>> blocks;
  for (const std::size_t alignment : {1u, 8u, 64u, 256u, 4096u, 65536u, 4194304u}) {
    for (const std::size_t bytes : {1u, 65u, 5000u}) {
      void* const block = pool.allocate(bytes, alignment);
      EXPECT_EQ(remainder(block, std::max<std::size_t>(alignment, 64)), 0u) << alignment;
      std::memset(block, 1, bytes);
      EXPECT_TRUE(blocks.try_emplace(block, bytes, alignment).second);
    }
  }
  for (const auto& [block, size] : blocks) pool.deallocate(block, size.first, size.second);
  EXPECT_EQ(pool.statistics().used_bytes, 0u);
}

TEST(DataPool, EmptyBlocksAreDistinct) {
  DataPool pool;
  void* const one = pool.allocate(0);
  void* const other = pool.allocate(0);
  EXPECT_NE(one, other);
  pool.deallocate(one, 0);
  pool.deallocate(other, 0);
  EXPECT_EQ(pool.statistics().used_bytes, 0u);
}

/// A pool of 1 MiB, cut into four blocks.
class QuarteredPool : public ::testing::Test {
 protected:
  static constexpr std::size_t quarter = mebibyte / 4;

  QuarteredPool() {
    for (auto*& block : blocks_) block = static_cast<std::byte*>(pool_.allocate(quarter));
  }
  ~QuarteredPool() override {
    for (std::byte* const block : blocks_) {
      if (block != nullptr) pool_.deallocate(block, quarter);
    }
  }
  void free(std::size_t which) {
    pool_.deallocate(blocks_[which], quarter);
    blocks_[which] = nullptr;
  }

  DataPool pool_;
  std::byte* blocks_[4];
};

TEST_F(QuarteredPool, BlocksAreAdjacent) {
  for (std::size_t i = 1; i < 4; ++i) EXPECT_EQ(blocks_[i], blocks_[0] + i * quarter);
  EXPECT_EQ(pool_.statistics().regions, 1u);
}

TEST_F(QuarteredPool, AdjacentFreeBlocksMergeInAnyOrder) {
  const std::vector<std::vector<std::size_t>> orders = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2},
                                                        {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
  for (const auto& order : orders) {
    std::byte* const begin = blocks_[0];
    for (const std::size_t which : order) free(which);
    void* const large = pool_.allocate(3 * quarter);
    EXPECT_EQ(large, begin);
    pool_.deallocate(large, 3 * quarter);
    for (const std::size_t which : {0u, 1u, 2u})
      blocks_[which] = static_cast<std::byte*>(pool_.allocate(quarter));
  }
  EXPECT_EQ(pool_.statistics().regions, 1u);
}

TEST_F(QuarteredPool, TakesTheSmallestThenLowestFittingBlock) {
  std::byte* const first = blocks_[0];
  std::byte* const third = blocks_[2];
  pool_.deallocate(pool_.allocate(2 * quarter), 2 * quarter);  // a second region, entirely free
  free(2);
  free(0);
  void* const one = pool_.allocate(quarter);
  void* const other = pool_.allocate(quarter / 2);
  EXPECT_EQ(one, first);
  EXPECT_EQ(other, third);
  pool_.deallocate(one, quarter);
  pool_.deallocate(other, quarter / 2);
}

TEST_F(QuarteredPool, GrowsIfNoFreeBlockFits) {
  free(0);
  free(2);
  void* const half = pool_.allocate(2 * quarter);
  EXPECT_EQ(pool_.statistics().regions, 2u);
  EXPECT_EQ(pool_.statistics().used_bytes, mebibyte);
  pool_.deallocate(half, 2 * quarter);
}

TEST(DataPool, CountsWhatIsReused) {
  DataPool pool;
  const auto reused = [&] { return pool.statistics().reused_bytes; };
  void* const first = pool.allocate(1024);
  void* const second = pool.allocate(512);
  EXPECT_EQ(reused(), 0u);
  pool.deallocate(second, 512);
  void* const larger = pool.allocate(2048);  // the second block's memory, and 1536 bytes after it
  EXPECT_EQ(larger, second);
  EXPECT_EQ(reused(), 512u);
  pool.deallocate(first, 1024);
  void* const smaller = pool.allocate(64);
  EXPECT_EQ(reused(), 576u);
  void* const region = pool.allocate(2 * mebibyte);  // a second region
  EXPECT_EQ(reused(), 576u);
  EXPECT_EQ(pool.statistics().asked_bytes, 1024 + 512 + 2048 + 64 + 2 * mebibyte);
  pool.deallocate(larger, 2048);
  pool.deallocate(smaller, 64);
  pool.deallocate(region, 2 * mebibyte);
}

TEST(DataPool, RegionsAreNeverMerged) {
  DataPool pool(4096);
  std::vector<void*> blocks;
  for (int i = 0; i < 8; ++i) blocks.push_back(pool.allocate(4096));
  const auto full = pool.statistics();
  EXPECT_GT(full.regions, 2u);
  for (void* const block : blocks) pool.deallocate(block, 4096);
  void* const larger = pool.allocate(full.reserved_bytes);  // as large as all regions together
  EXPECT_EQ(pool.statistics().regions, full.regions + 1);
  pool.deallocate(larger, full.reserved_bytes);
}

TEST(DataPool, TooLargeBlocksThrowBadAlloc) {
  DataPool pool;
  void* const block = pool.allocate(64);
  const auto before = pool.statistics();
  for (const std::size_t bytes : {std::size_t{1} << 56, SIZE_MAX / 2, SIZE_MAX - 63, SIZE_MAX})
    EXPECT_THROW(static_cast<void>(pool.allocate(bytes)), std::bad_alloc) << bytes;
  for (const std::size_t alignment : {std::size_t{1} << 63})
    EXPECT_THROW(static_cast<void>(pool.allocate(64, alignment)), std::bad_alloc);
  EXPECT_EQ(pool.statistics(), before);
  pool.deallocate(block, 64);
}

TEST(DataPool, WorksWithContainers) {
  DataPool pool;
  {
    std::pmr::vector<double> numbers(1000, 1.5, &pool);
    EXPECT_EQ(remainder(numbers.data(), 64), 0u);
    EXPECT_EQ(pool.statistics().used_bytes, 8000u);
    EXPECT_EQ(numbers.back(), 1.5);
  }
  EXPECT_EQ(pool.statistics().used_bytes, 0u);
}

TEST(DataPool, EqualsOnlyItself) {
  DataPool pool, other;
  EXPECT_EQ(pool, pool);
  EXPECT_NE(static_cast<std::pmr::memory_resource&>(pool), other);
}

/// Checks a pool against a map of which block has which bytes.
class Model {
 public:
  Model(DataPool& pool, std::uint64_t seed) : pool_(pool), random_(seed) {}
  ~Model() {
    while (!blocks_.empty()) free_one();
  }

  void step() {
    if (blocks_.empty() || random_() % 5 < (is_growing_ ? 3 : 2)) {
      allocate_one();
    } else {
      free_one();
    }
    if (random_() % 500 == 0) is_growing_ = !is_growing_;
  }
  std::size_t used_bytes() const { return used_; }
  std::size_t blocks() const { return blocks_.size(); }

 private:
  struct Block {
    std::size_t bytes;
    std::size_t alignment;
    unsigned char mark;
  };

  static std::size_t rounded(std::size_t bytes) { return (std::max<std::size_t>(bytes, 1) + 63) / 64 * 64; }

  void allocate_one() {
    const Block block{random_() % (random_() % 8 == 0 ? 100'000 : 3000), std::size_t{1} << (random_() % 10),
                      static_cast<unsigned char>(random_())};
    auto* const memory = static_cast<unsigned char*>(pool_.allocate(block.bytes, block.alignment));
    ASSERT_EQ(remainder(memory, std::max<std::size_t>(block.alignment, 64)), 0u);
    const auto [position, is_new] = blocks_.try_emplace(memory, block);
    ASSERT_TRUE(is_new);
    if (position != blocks_.begin()) {
      const auto before = std::prev(position);
      ASSERT_LE(before->first + before->second.bytes, memory);
    }
    if (const auto next = std::next(position); next != blocks_.end()) {
      ASSERT_LE(memory + block.bytes, next->first);
    }
    std::memset(memory, block.mark, block.bytes);
    used_ += rounded(block.bytes);
  }

  void free_one() {
    auto position = blocks_.begin();
    std::advance(position, random_() % blocks_.size());
    const auto [memory, block] = *position;
    for (std::size_t i = 0; i < block.bytes; ++i) ASSERT_EQ(memory[i], block.mark);
    pool_.deallocate(memory, block.bytes, block.alignment);
    used_ -= rounded(block.bytes);
    blocks_.erase(position);
  }

  DataPool& pool_;
  std::mt19937_64 random_;
  std::map<unsigned char*, Block> blocks_;
  std::size_t used_ = 0;
  bool is_growing_ = true;
};

TEST(DataPool, RandomBlocksNeverOverlapAndAllAreFreed) {
  DataPool pool(std::size_t{1} << 16);
  {
    Model model(pool, 20);
    std::size_t most = 0;
    for (int i = 0; i < 20'000 && !HasFatalFailure(); ++i) {
      model.step();
      most = std::max(most, model.used_bytes());
      ASSERT_EQ(pool.statistics().used_bytes, model.used_bytes());
    }
    EXPECT_EQ(pool.statistics().peak_bytes, most);
    EXPECT_GT(most, std::size_t{1} << 18);
  }
  const auto after = pool.statistics();
  EXPECT_EQ(after.used_bytes, 0u);
  EXPECT_GT(after.regions, 3u);
  // Free blocks have merged: the whole of the last region, at least a third of the total except for rounding,
  // can be allocated.
  const std::size_t large = after.reserved_bytes / 3 / 4096 * 4096 - 4096;
  pool.deallocate(pool.allocate(large), large);
  EXPECT_EQ(pool.statistics().regions, after.regions);
}

TEST(DataPool, IsThreadSafe) {
  DataPool pool;
  std::vector<std::thread> threads;
  for (std::uint64_t seed = 1; seed <= 4; ++seed) {
    threads.emplace_back([&pool, seed] {
      Model model(pool, seed);
      for (int i = 0; i < 2000 && !HasFatalFailure(); ++i) model.step();
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(pool.statistics().used_bytes, 0u);
  EXPECT_GT(pool.statistics().peak_bytes, 0u);
}

}  // namespace
}  // namespace gusset
