#include "record_stream.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <cstring>
#include <thread>

namespace gusset::core_tracing {
namespace {

constexpr std::size_t plenty = std::size_t{64} << 20;

void append(RecordStream& stream, std::uint64_t number, std::size_t bytes) {
  std::byte* const place = stream.append(bytes);
  std::memcpy(place, &number, sizeof number);
  stream.publish();
}

std::uint64_t take(RecordStream& stream, std::size_t bytes) {
  std::uint64_t number = 0;
  std::memcpy(&number, stream.front(), sizeof number);
  stream.pop(bytes);
  return number;
}

TEST(RecordStream, KeepsTheOrderAcrossBlocks) {
  BlockPool pool(plenty, 1);
  RecordStream stream(pool, [] {});
  constexpr std::size_t bytes = 1000;  // does not divide a block
  for (std::uint64_t i = 0; i < 10'000; ++i) append(stream, i, bytes);
  EXPECT_EQ(stream.available(), 10'000 * bytes);
  for (std::uint64_t i = 0; i < 10'000; ++i) ASSERT_EQ(take(stream, bytes), i);
  EXPECT_EQ(stream.available(), 0u);
}

TEST(RecordStream, UnpublishedRecordsAreNotAvailable) {
  BlockPool pool(plenty, 1);
  RecordStream stream(pool, [] {});
  stream.append(16);
  EXPECT_EQ(stream.available(), 0u);
  stream.publish();
  EXPECT_EQ(stream.available(), 16u);
}

TEST(RecordStream, RecordCanFillABlock) {
  BlockPool pool(plenty, 1);
  RecordStream stream(pool, [] {});
  for (std::uint64_t i = 0; i < 3; ++i) append(stream, i, Block::data_bytes);
  for (std::uint64_t i = 0; i < 3; ++i) ASSERT_EQ(take(stream, Block::data_bytes), i);
}

TEST(RecordStream, WriterWaitsForTheReaderWhenThePoolIsExhausted) {
  BlockPool pool(0, 1);
  ASSERT_EQ(pool.limit(), 3u);
  std::atomic<int> requests{0};
  RecordStream stream(pool, [&requests] { ++requests; });
  constexpr std::uint64_t count = 200;
  constexpr std::size_t bytes = Block::data_bytes / 4;
  std::thread writer([&] {
    for (std::uint64_t i = 0; i < count; ++i) append(stream, i, bytes);
  });
  while (requests.load() == 0) std::this_thread::yield();  // the writer has filled the whole pool
  for (std::uint64_t i = 0; i < count;) {
    if (stream.available() > 0) {
      ASSERT_EQ(take(stream, bytes), i);
      ++i;
    } else {
      stream.reclaim();
    }
  }
  writer.join();
  EXPECT_GT(requests.load(), 0);
}

TEST(BlockPool, ReusesBlocks) {
  BlockPool pool(plenty, 1);
  Block& block = pool.acquire([] {});
  pool.release(block);
  EXPECT_EQ(&pool.acquire([] {}), &block);
}

TEST(BlockPool, BlocksAreAlignedToTheirSize) {
  BlockPool pool(plenty, 1);
  for (int i = 0; i < 3; ++i)
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(&pool.acquire([] {})) % Block::bytes, 0u);
}

}  // namespace
}  // namespace gusset::core_tracing
