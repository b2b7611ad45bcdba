#include "gusset/core/tiled_matrix.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "fake_engine.hpp"
#include "gusset/core.hpp"
#include "refusal.hpp"
#include "shared_value.hpp"
#include "task_types.hpp"

namespace gusset {
namespace {

using ::testing::ElementsAre;
using testing::FakeEngine;
using testing::FakeLog;
using testing::refusal;
using testing::task;
using testing::with_threads;

std::unique_ptr<Runtime> runtime_without_data(ProcessGrid grid) {
  return std::make_unique<Runtime>(std::make_unique<FakeEngine>(grid, std::make_shared<FakeLog>()));
}

TEST(TiledMatrix, BlocksDifferByOneRowAndLargerComeFirst) {
  Runtime runtime(with_threads(1));
  const auto a = TiledMatrix<double>::full(runtime, "A", 10, 7, 4, 3);
  std::vector<std::size_t> rows, firsts, columns;
  for (std::size_t i = 0; i < a.row_blocks(); ++i) rows.push_back(a.tile_rows(i));
  for (std::size_t i = 0; i < a.row_blocks(); ++i) firsts.push_back(a.first_row(i));
  for (std::size_t j = 0; j < a.column_blocks(); ++j) columns.push_back(a.tile_columns(j));
  EXPECT_THAT(rows, ElementsAre(3, 3, 2, 2));
  EXPECT_THAT(firsts, ElementsAre(0, 3, 6, 8));
  EXPECT_THAT(columns, ElementsAre(3, 2, 2));
  EXPECT_EQ(a.first_column(2), 5u);
  EXPECT_EQ(a.rows(), 10u);
  EXPECT_EQ(a.columns(), 7u);
  EXPECT_EQ(a.name(), "A");
}

TEST(TiledMatrix, TilesHaveNamesSizesAndBlockCyclicOwners) {
  const auto runtime = runtime_without_data({2, 3, 1});
  const auto a = TiledMatrix<double>::lower(*runtime, "A", 10, 4);
  EXPECT_EQ(a(3, 1).name(), "A(3,1)");
  EXPECT_EQ(a(3, 1).size_bytes(), 2u * 3u * 8u);
  EXPECT_EQ(a(3, 1).owner(), NodeId(4));
  EXPECT_EQ(a(2, 2).owner(), NodeId(2));
}

TEST(TiledMatrix, OwnerFunctionPlacesTiles) {
  const auto runtime = runtime_without_data({2, 2, 1});
  const auto owner = [](std::size_t i, std::size_t) { return NodeId(i); };
  const auto a = TiledMatrix<float>::full(*runtime, "A", 8, 8, 4, 2, owner);
  EXPECT_EQ(a(3, 1).owner(), NodeId(3));
  EXPECT_EQ(refusal([&] { TiledMatrix<float>::full(*runtime, "B", 8, 8, 5, 2, owner); }),
            "B(4,0): expected an owner from node 0 to 3, found node 4");
}

TEST(TiledMatrix, TilesAreContiguousAlignedAndDisjoint) {
  Runtime runtime(with_threads(1));
  const auto a = TiledMatrix<double>::lower(runtime, "A", 11, 3);
  std::set<std::pair<std::uintptr_t, std::uintptr_t>> extents;
  for (std::size_t j = 0; j < 3; ++j) {
    for (std::size_t i = j; i < 3; ++i) {
      const Tile<double> tile = a.tile(i, j);
      const auto begin = reinterpret_cast<std::uintptr_t>(tile.data);
      EXPECT_EQ(begin % 64, 0u);
      EXPECT_EQ(tile.rows, a.tile_rows(i));
      EXPECT_EQ(tile.columns, a.tile_columns(j));
      EXPECT_EQ(tile.leading_dimension, tile.rows);
      extents.emplace(begin, begin + tile.rows * tile.columns * sizeof(double));
    }
  }
  ASSERT_EQ(extents.size(), 6u);
  std::uintptr_t last_end = 0;
  for (const auto& [begin, end] : extents) {
    EXPECT_GE(begin, last_end);
    last_end = end;
  }
}

TEST(TiledMatrix, InitFillsEveryStoredTileOnce) {
  Runtime runtime(with_threads(1));
  auto a = TiledMatrix<double>::lower(runtime, "A", 5, 2);
  int tiles = 0;
  a.init([&](std::size_t i, std::size_t j, Tile<double> tile, std::size_t row0, std::size_t column0) {
    ++tiles;
    EXPECT_EQ(row0, a.first_row(i));
    EXPECT_EQ(column0, a.first_column(j));
    for (std::size_t column = 0; column < tile.columns; ++column) {
      for (std::size_t row = 0; row < tile.rows; ++row) {
        tile(row, column) = static_cast<double>(10 * (row0 + row) + column0 + column);
      }
    }
  });
  EXPECT_EQ(tiles, 3);
  EXPECT_EQ(a.tile(1, 0)(1, 2), 42.0);
  EXPECT_EQ(a.tile(0, 0)(0, 2), 2.0);
  EXPECT_EQ(a.tile(1, 1).data[1], 43.0);
}

TEST(TiledMatrix, InitWaitsForTasksThatUseATile) {
  Runtime runtime(with_threads(2));
  auto a = TiledMatrix<int>::full(runtime, "A", 1, 1, 1, 1);
  for (int i = 0; i < 50; ++i)
    runtime.submit(
        task(), [](Tile<int> tile) { tile(0, 0) = 1; }, write(a(0, 0)));
  a.init([](std::size_t, std::size_t, Tile<int> tile, std::size_t, std::size_t) { tile(0, 0) = 2; });
  runtime.wait();
  EXPECT_EQ(a.tile(0, 0)(0, 0), 2);
}

TEST(TiledMatrix, KernelsSeeTiles) {
  Runtime runtime(with_threads(2));
  auto a = TiledMatrix<double>::full(runtime, "A", 4, 4, 2, 2);
  a.init([](std::size_t i, std::size_t j, Tile<double> tile, std::size_t, std::size_t) {
    for (std::size_t element = 0; element < 4; ++element) tile.data[element] = static_cast<double>(i + j);
  });
  const TaskType sum("sum");
  for (std::size_t i = 0; i < 2; ++i) {
    runtime.submit(
        sum(),
        [](Tile<const double> from, Tile<double> to) {
          EXPECT_EQ(from.rows, 2u);
          to(1, 1) += from(1, 1);
        },
        read(a(1, i)), add(a(0, 0)));
  }
  runtime.wait(a(0, 0));
  EXPECT_EQ(a.tile(0, 0)(1, 1), 3.0);
}

TEST(TiledMatrix, NeedsNoMemoryWithoutData) {
  const auto runtime = runtime_without_data({3, 3, 1});
  auto a = TiledMatrix<double>::lower(*runtime, "A", 99792, 36);  // 80 GB
  EXPECT_EQ(a(35, 0).size_bytes(), std::uint64_t{2772} * 2772 * 8);
  a.init([](std::size_t, std::size_t, Tile<double>, std::size_t, std::size_t) {
    FAIL() << "filled a matrix without data";
  });
  EXPECT_EQ(refusal([&] { a.tile(2, 1); }),
            "A(2,1): expected a runtime with data, found one without (check has_data() first)");
}

TEST(TiledMatrix, ImpossibleShapesAreRefused) {
  const auto runtime = runtime_without_data({});
  const auto lower = [&](std::size_t n, std::size_t blocks) {
    return refusal([&] { TiledMatrix<double>::lower(*runtime, "A", n, blocks); });
  };
  EXPECT_EQ(lower(8, 0), "A: expected 1 to 8 blocks of 8 rows, found 0");
  EXPECT_EQ(lower(8, 9), "A: expected 1 to 8 blocks of 8 rows, found 9");
  EXPECT_EQ(lower(0, 1), "A: expected at least one row, found none");
  EXPECT_EQ(lower(8, 8), "accepted");
  EXPECT_EQ(refusal([&] { TiledMatrix<double>::full(*runtime, "A", 8, 4, 2, 5); }),
            "A: expected 1 to 4 blocks of 4 columns, found 5");
  EXPECT_EQ(lower(std::size_t{1} << 62, 1),
            "A: expected a matrix of less than 2^63 bytes and 2^32 tiles, found 4611686018427387904 x "
            "4611686018427387904 in 1 x 1 "
            "tiles");
  EXPECT_NE(lower(std::size_t{1} << 17, std::size_t{1} << 17), "accepted");
}

TEST(TiledMatrix, NonexistentTilesAreRefused) {
  const auto runtime = runtime_without_data({});
  const auto lower = TiledMatrix<double>::lower(*runtime, "A", 8, 4);
  const auto full = TiledMatrix<double>::full(*runtime, "B", 8, 8, 4, 2);
  EXPECT_EQ(refusal([&] { lower(1, 2); }),
            "A(1,2): expected one of 4 x 4 tiles in the lower triangle, found none there");
  EXPECT_EQ(refusal([&] { lower(4, 0); }),
            "A(4,0): expected one of 4 x 4 tiles in the lower triangle, found none there");
  EXPECT_EQ(refusal([&] { full(0, 2); }), "B(0,2): expected one of 4 x 2 tiles, found none there");
  EXPECT_EQ(full(0, 1).name(), "B(0,1)");
}

TEST(TiledMatrix, ContentsAreInTheRuntimesPool) {
  Runtime runtime(with_threads(1));
  const std::size_t before = runtime.pool().statistics().used_bytes;
  {
    const auto a = TiledMatrix<double>::full(runtime, "A", 16, 8, 2, 1);
    EXPECT_EQ(runtime.pool().statistics().used_bytes, before + 16 * 8 * sizeof(double));
  }
  EXPECT_EQ(runtime.pool().statistics().used_bytes, before);
}

TEST(TiledMatrix, PoolCanBeSwitchedOffPerMatrix) {
  Runtime runtime(with_threads(1));
  const auto before = runtime.pool().statistics();
  const auto a = TiledMatrix<double>::lower(runtime, "A", 8, 2, {}, {.pooled = false});
  EXPECT_EQ(runtime.pool().statistics(), before);
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(a.tile(1, 0).data) % 64, 0u);
}

TEST(TiledMatrix, ContentsCanUseACustomMemoryResource) {
  Runtime runtime(with_threads(1));
  const auto before = runtime.pool().statistics();
  DataPool mine;
  {
    const auto a = TiledMatrix<double>::full(runtime, "A", 8, 8, 1, 1, {}, {.memory = &mine});
    EXPECT_EQ(mine.statistics().used_bytes, 8 * 8 * sizeof(double));
    a.tile(0, 0)(7, 7) = 1.0;
  }
  EXPECT_EQ(mine.statistics().used_bytes, 0u);
  EXPECT_EQ(runtime.pool().statistics(), before);
}

TEST(TiledMatrix, AllocatesNothingWithoutData) {
  const auto runtime = runtime_without_data({});
  DataPool mine;
  const auto a = TiledMatrix<double>::full(*runtime, "A", 8, 8, 1, 1, {}, {.memory = &mine});
  const auto b = TiledMatrix<double>::full(*runtime, "B", 8, 8, 1, 1);
  EXPECT_EQ(mine.statistics(), DataPool::Statistics());
  EXPECT_EQ(runtime->pool().statistics(), DataPool::Statistics());
}

TEST(TiledMatrix, MemoryIsReturnedIfAHandleIsRefused) {
  Runtime runtime(with_threads(1));
  DataPool mine;
  const auto owner = [](std::size_t i, std::size_t) { return NodeId(i); };
  EXPECT_EQ(refusal([&] { TiledMatrix<float>::full(runtime, "B", 8, 8, 2, 1, owner, {.memory = &mine}); }),
            "B(1,0): expected an owner from node 0 to 0, found node 1");
  EXPECT_EQ(mine.statistics().used_bytes, 0u);
  EXPECT_EQ(mine.statistics().regions, 1u);
}

TEST(TiledMatrix, ElementsAreFoundByRowAndColumn) {
  Runtime runtime(with_threads(1));
  auto a = TiledMatrix<int>::full(runtime, "A", 7, 5, 3, 2);
  a.init([](std::size_t, std::size_t, Tile<int> tile, std::size_t row0, std::size_t column0) {
    for (std::size_t column = 0; column < tile.columns; ++column) {
      for (std::size_t row = 0; row < tile.rows; ++row)
        tile(row, column) = static_cast<int>(10 * (row0 + row) + column0 + column);
    }
  });
  for (std::size_t row = 0; row < 7; ++row) {
    for (std::size_t column = 0; column < 5; ++column)
      EXPECT_EQ(a.element(row, column), static_cast<int>(10 * row + column));
  }
  EXPECT_EQ(refusal([&] { a.element(7, 0); }), "A: expected an element of a matrix of 7 x 5, found (7,0)");
}

TEST(TiledMatrix, MovesWithItsTiles) {
  Runtime runtime(with_threads(1));
  auto a = TiledMatrix<int>::full(runtime, "A", 2, 2, 1, 1);
  a.tile(0, 0)(1, 1) = 7;
  const auto b = std::move(a);
  EXPECT_EQ(b.tile(0, 0)(1, 1), 7);
}

TEST(TiledMatrix, DestructionWaitsForItsTasks) {
  Runtime runtime(with_threads(2));
  int count = 0;
  {
    auto a = TiledMatrix<int>::full(runtime, "A", 1, 1, 1, 1);
    for (int i = 0; i < 100; ++i)
      runtime.submit(
          task(), [&count](Tile<int> tile) { tile(0, 0) = ++count; }, write(a(0, 0)));
  }
  EXPECT_EQ(count, 100);
}

TEST(TileMemory, RoundsEachLeafUp) {
  HandleState tile;
  tile.size_bytes = 100;
  EXPECT_EQ(detail::part_count(tile), 0u);
  EXPECT_EQ(detail::padded_bytes(tile), 128u);
  HandleState parts[2];
  parts[0].size_bytes = 64;
  parts[1].size_bytes = 36;
  tile.parts = parts;
  tile.part_rows = 2;
  tile.part_columns = 1;
  EXPECT_EQ(detail::part_count(tile), 2u);
  EXPECT_EQ(detail::padded_bytes(tile), 128u);
  alignas(detail::tile_alignment) std::byte memory[128];
  EXPECT_EQ(detail::place_contents(tile, memory), memory + 128);
  EXPECT_EQ(tile.data, memory);
  EXPECT_EQ(parts[0].data, memory);
  EXPECT_EQ(parts[1].data, memory + 64);
}

}  // namespace
}  // namespace gusset
