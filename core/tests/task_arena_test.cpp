#include "gusset/core/engine/task_arena.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <set>
#include <thread>
#include <utility>
#include <vector>

#include "gusset/core/engine/handle_state.hpp"

namespace gusset::detail {
namespace {

TEST(TaskArena, LinksConvertBackToTheirAccesses) {
  TaskArena::instance();
  TaskAllocator memory;
  HandleState handle;
  std::vector<void*> blocks;
  std::set<std::uint32_t> links;
  for (int i = 0; i < 1000; ++i) {
    void* const block = memory.allocate(7);
    blocks.push_back(block);
    auto* const first = reinterpret_cast<TaskAccess*>(static_cast<std::byte*>(block) + sizeof(Task));
    for (int access = 0; access < 3; ++access) {
      TaskAccess* const at = new (first + access) TaskAccess(handle, AccessMode::add, 7);
      const std::uint32_t link = TaskArena::link_of(at);
      EXPECT_GT(link, TaskAccess::reserved_lacking);  // not a mark
      EXPECT_EQ(TaskArena::access_at(link), at);
      EXPECT_EQ(static_cast<void*>(&at->task()), block);
      links.insert(link);
    }
  }
  EXPECT_EQ(links.size(), 3000u);
  EXPECT_EQ(TaskArena::link_of(nullptr), 0u);
  EXPECT_EQ(TaskArena::access_at(0), nullptr);
  for (void* block : blocks) memory.give_back(block, 7);
}

TEST(TaskAllocator, RoundsUpToAPowerOfTwo) {
  EXPECT_EQ(TaskAllocator::log2_of(1), 6u);
  EXPECT_EQ(TaskAllocator::log2_of(64), 6u);
  EXPECT_EQ(TaskAllocator::log2_of(65), 7u);
  EXPECT_EQ(TaskAllocator::log2_of(128), 7u);
  EXPECT_EQ(TaskAllocator::log2_of(129), 8u);
  EXPECT_EQ(TaskAllocator::log2_of(1 << 20), 20u);
}

TEST(TaskAllocator, BlocksAreAlignedToTheirSizeAndDisjoint) {
  TaskAllocator memory;
  std::vector<std::pair<std::uintptr_t, unsigned>> blocks;
  for (unsigned log2_bytes = 6; log2_bytes <= 18; ++log2_bytes) {
    for (int i = 0; i < 40; ++i) {
      void* const block = memory.allocate(log2_bytes);
      std::memset(block, i, std::size_t{1} << log2_bytes);  // checks that the whole block is usable
      blocks.emplace_back(reinterpret_cast<std::uintptr_t>(block), log2_bytes);
    }
  }
  std::uintptr_t end = 0;
  std::vector<std::pair<std::uintptr_t, unsigned>> sorted = blocks;
  std::sort(sorted.begin(), sorted.end());
  for (const auto& [address, log2_bytes] : sorted) {
    EXPECT_EQ(address % (std::uintptr_t{1} << log2_bytes), 0u);
    EXPECT_GE(address, end);
    end = address + (std::uintptr_t{1} << log2_bytes);
  }
  for (const auto& [address, log2_bytes] : blocks)
    memory.give_back(reinterpret_cast<void*>(address), log2_bytes);
}

TEST(TaskAllocator, ReusesReturnedBlocks) {
  TaskAllocator memory;
  std::set<void*> first;
  std::vector<void*> blocks;
  for (int i = 0; i < 5000; ++i) blocks.push_back(memory.allocate(6));
  first.insert(blocks.begin(), blocks.end());
  EXPECT_EQ(first.size(), 5000u);
  for (int round = 0; round < 20; ++round) {
    for (void* block : blocks) memory.give_back(block, 6);
    blocks.clear();
    for (int i = 0; i < 5000; ++i) blocks.push_back(memory.allocate(6));
  }
  std::size_t old = 0;
  for (void* block : blocks) old += first.count(block);
  EXPECT_GE(old, 4000u);  // some blocks may come from an earlier test
  EXPECT_EQ(std::set<void*>(blocks.begin(), blocks.end()).size(), 5000u);
  for (void* block : blocks) memory.give_back(block, 6);
}

TEST(TaskAllocator, ReusesBlocksThatAnotherThreadReturned) {
  // One thread allocates and another frees, as a submitting thread and a worker do. Memory must not grow.
  constexpr int rounds = 200;
  constexpr std::size_t batch = 1000;
  TaskAllocator producer;
  TaskAllocator consumer;
  std::set<void*> seen;
  for (int round = 0; round < rounds; ++round) {
    std::vector<void*> blocks;
    for (std::size_t i = 0; i < batch; ++i) blocks.push_back(producer.allocate(9));
    ASSERT_EQ(std::set<void*>(blocks.begin(), blocks.end()).size(), batch);
    seen.insert(blocks.begin(), blocks.end());
    std::thread([&] {
      for (void* block : blocks) consumer.give_back(block, 9);
    }).join();
  }
  EXPECT_LE(seen.size(), 4 * batch);  // out of 200 batches
}

TEST(TaskAllocator, ReusesTheBlocksOfADestroyedAllocator) {
  std::set<void*> seen;
  for (int round = 0; round < 50; ++round) {
    TaskAllocator memory;
    std::vector<void*> blocks;
    for (int i = 0; i < 300; ++i) blocks.push_back(memory.allocate(11));
    seen.insert(blocks.begin(), blocks.end());
    for (void* block : blocks) memory.give_back(block, 11);
  }
  EXPECT_LE(seen.size(), 1500u);  // out of 15 000
}

}  // namespace
}  // namespace gusset::detail
