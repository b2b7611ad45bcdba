#include "gusset/core/tile_parts.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <tuple>
#include <type_traits>
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

void number_elements(TiledMatrix<int>& matrix) {
  matrix.init([](std::size_t, std::size_t, Tile<int> tile, std::size_t row0, std::size_t column0) {
    for (std::size_t column = 0; column < tile.columns; ++column) {
      for (std::size_t row = 0; row < tile.rows; ++row)
        tile(row, column) = static_cast<int>(100 * (row0 + row) + column0 + column);
    }
  });
}

TEST(TileParts, HaveNamesSizesAndTheOwnerOfTheirTile) {
  auto log = std::make_shared<FakeLog>();
  Runtime runtime(std::make_unique<FakeEngine>(ProcessGrid{2, 2, 1}, log));
  const auto a = TiledMatrix<double>::full(runtime, "A", 22, 12, {3, 2}, {2, 3});  // rows 8 7 7, columns 6 6
  EXPECT_EQ(a.levels(), 2u);
  EXPECT_TRUE(a(1, 1).has_parts());
  const TileParts<double> parts = a(1, 1).parts();
  EXPECT_EQ(parts.rows(), 2u);
  EXPECT_EQ(parts.columns(), 3u);
  EXPECT_EQ(parts(1, 2).name(), "A(1,1)(1,2)");
  EXPECT_EQ(parts(1, 2).size_bytes(), 3u * 2u * 8u);
  EXPECT_EQ(parts(1, 2).owner(), a(1, 1).owner());
  EXPECT_EQ(parts(1, 2).owner(), NodeId(3));
  EXPECT_FALSE(parts(1, 2).has_parts());
  EXPECT_EQ(parts.tile_rows(0), 4u);
  EXPECT_EQ(parts(0, 0).rows(), 4u);
  EXPECT_EQ(parts.tile_rows(1), 3u);
  EXPECT_EQ(parts(1, 0).rows(), 3u);
  EXPECT_EQ(parts.tile_columns(2), 2u);
  EXPECT_EQ(parts(0, 2).columns(), 2u);
  EXPECT_EQ(parts.first_row(1), 4u);
  EXPECT_EQ(parts.first_column(2), 4u);
  EXPECT_EQ(&parts(1, 2).state(), &a(1, 1).parts()(1, 2).state());
  EXPECT_EQ(parts(1, 2).state().whole, &a(1, 1).state());
  EXPECT_EQ(a(1, 1).state().whole, nullptr);
  EXPECT_EQ(log->handles.size(), 6u + 6u * 6u);
}

TEST(TileParts, HandlesAreMadeLevelByLevel) {
  auto log = std::make_shared<FakeLog>();
  Runtime runtime(std::make_unique<FakeEngine>(ProcessGrid(), log));
  {
    const auto a = TiledMatrix<double>::full(runtime, "A", 8, 4, {2, 2}, {1, 2});
    EXPECT_THAT(log->handles,
                ElementsAre("A(0,0)", "A(1,0)", "A(0,0)(0,0)", "A(0,0)(1,0)", "A(0,0)(0,1)", "A(0,0)(1,1)",
                            "A(1,0)(0,0)", "A(1,0)(1,0)", "A(1,0)(0,1)", "A(1,0)(1,1)"));
  }
  EXPECT_EQ(log->removed, 10);
}

TEST(TileParts, SizesAddUpToTheWhole) {
  Runtime runtime(with_threads(1));
  const auto a = TiledMatrix<double>::lower(runtime, "A", 29, {3, 2, 2});
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 0; j <= i; ++j) {
      std::uint64_t bytes = 0;
      const auto parts = a(i, j).parts();
      for (std::size_t k = 0; k < 4; ++k) bytes += parts(k / 2, k % 2).size_bytes();
      EXPECT_EQ(bytes, a(i, j).size_bytes());
      EXPECT_EQ(bytes, a.tile_rows(i) * a.tile_columns(j) * 8);
    }
  }
}

TEST(TileParts, ContentsAreContiguousLevelByLevel) {
  Runtime runtime(with_threads(1));
  const auto a = TiledMatrix<double>::full(runtime, "A", 32, 32, {2, 2, 2}, {2, 2, 2});  // leaves of 4 x 4
  const auto* next = static_cast<std::byte*>(a(0, 0).state().data);
  for (std::size_t tile = 0; tile < 4; ++tile) {
    const TileReference<double> outer = a(tile / 2, tile % 2);
    EXPECT_EQ(outer.state().data, next);
    for (std::size_t part = 0; part < 4; ++part) {
      const TileReference<double> middle = outer.parts()(part % 2, part / 2);
      EXPECT_EQ(middle.state().data, next);
      for (std::size_t leaf = 0; leaf < 4; ++leaf) {
        const TileReference<double> inner = middle.parts()(leaf % 2, leaf / 2);
        EXPECT_EQ(inner.state().data, next) << inner.name();
        EXPECT_EQ(reinterpret_cast<std::uintptr_t>(next) % 64, 0u);
        next += 4 * 4 * sizeof(double);
      }
    }
  }
}

TEST(TileParts, InitFillsTheInnermostTiles) {
  Runtime runtime(with_threads(1));
  auto a = TiledMatrix<int>::lower(runtime, "A", 13, {2, 3});  // 7 = 3 + 2 + 2, 6 = 2 + 2 + 2
  std::vector<std::tuple<std::size_t, std::size_t, std::size_t, std::size_t>> visited;
  a.init([&](std::size_t i, std::size_t j, Tile<int> tile, std::size_t row0, std::size_t column0) {
    visited.emplace_back(i, j, row0, column0);
    EXPECT_EQ(tile.rows, i == 0 ? 3u : 2u);
    EXPECT_EQ(tile.columns, j == 0 ? 3u : 2u);
    EXPECT_EQ(tile.leading_dimension, tile.rows);
  });
  ASSERT_EQ(visited.size(), 3u * 9u);
  EXPECT_EQ(visited[0], std::make_tuple(0u, 0u, 0u, 0u));
  EXPECT_EQ(visited[1], std::make_tuple(1u, 0u, 3u, 0u));
  EXPECT_EQ(visited[3], std::make_tuple(0u, 1u, 0u, 3u));  // above the diagonal, in a diagonal tile
  EXPECT_EQ(visited[9], std::make_tuple(3u, 0u, 7u, 0u));
  EXPECT_EQ(visited[26], std::make_tuple(5u, 5u, 11u, 11u));
}

TEST(TileParts, ElementsAreFoundOnAnyNumberOfLevels) {
  Runtime runtime(with_threads(1));
  for (const Blocks& blocks : {Blocks(5), Blocks{3, 2}, Blocks{1, 7}, Blocks{2, 3, 2}, Blocks{1, 1, 2}}) {
    auto a = TiledMatrix<int>::full(runtime, "A", 29, 31, blocks, blocks);
    number_elements(a);
    for (std::size_t row = 0; row < 29; ++row) {
      for (std::size_t column = 0; column < 31; ++column)
        ASSERT_EQ(a.element(row, column), static_cast<int>(100 * row + column));
    }
  }
}

TEST(TileParts, TilesOfAnyLevelAreAccessible) {
  Runtime runtime(with_threads(1));
  auto a = TiledMatrix<int>::full(runtime, "A", 8, 8, {2, 2}, {2, 2});
  number_elements(a);
  EXPECT_EQ(a.tile(a(1, 0).parts()(0, 1))(1, 1), 503);
  EXPECT_EQ(refusal([&] { a.tile(1, 0); }),
            "A(1,0): expected a tile without parts, found one with 2 x 2 parts (access the parts, or split "
            "the task)");
}

TEST(TileParts, NonexistentPartsAreRefused) {
  Runtime runtime(with_threads(1));
  const auto a = TiledMatrix<int>::full(runtime, "A", 8, 8, {2, 3}, {2, 2});
  EXPECT_EQ(refusal([&] { a(0, 1).parts()(3, 0); }),
            "A(0,1)(3,0): expected one of 3 x 2 parts, found none there");
  EXPECT_EQ(refusal([&] { a(0, 1).parts()(0, 2); }),
            "A(0,1)(0,2): expected one of 3 x 2 parts, found none there");
  EXPECT_EQ(refusal([&] { a(0, 1).parts()(0, 0).parts(); }),
            "A(0,1)(0,0): expected a tile with parts, found one without");
}

TEST(TileParts, ImpossibleLevelsAreRefused) {
  Runtime runtime(std::make_unique<FakeEngine>(ProcessGrid(), std::make_shared<FakeLog>()));
  const auto full = [&](std::size_t n, const Blocks& rows, const Blocks& columns) {
    return refusal([&] { TiledMatrix<double>::full(runtime, "A", n, n, rows, columns); });
  };
  EXPECT_EQ(full(8, {2, 4}, {2, 4}), "accepted");
  EXPECT_EQ(full(8, {2, 5}, {2, 4}), "A: expected 1 to 4 blocks of 4 rows on level 2, found 5");
  EXPECT_EQ(full(9, {2, 4}, {2, 5}), "A: expected 1 to 4 blocks of 4 columns on level 2, found 5");
  EXPECT_EQ(full(9, {2, 2, 0}, {2, 2, 1}), "A: expected 1 to 2 blocks of 2 rows on level 3, found 0");
  EXPECT_EQ(full(8, {2, 2}, 2),
            "A: expected rows and columns in the same number of levels, at least 1, found 2 and 1");
  EXPECT_EQ(full(8, std::vector<std::size_t>(), std::vector<std::size_t>()),
            "A: expected rows and columns in the same number of levels, at least 1, found 0 and 0");
  EXPECT_EQ(
      full(1 << 20, {1 << 9, 1 << 8}, {1 << 9, 1 << 8}),
      "A: expected a matrix of less than 2^63 bytes and 2^32 tiles, found 1048576 x 1048576 in 512 x 512 of "
      "256 x 256 tiles");
}

TEST(TileParts, ReadersGetConstantViews) {
  Runtime runtime(with_threads(1));
  const auto a = TiledMatrix<int>::full(runtime, "A", 4, 4, {1, 2}, {1, 2});
  HandleState& whole = a(0, 0).state();
  const auto constants = read(a(0, 0)).contents.parts(whole);
  const auto variables = write(a(0, 0)).contents.parts(whole);
  static_assert(std::is_same_v<decltype(constants), const TileParts<const int>>);
  static_assert(std::is_same_v<decltype(variables), const TileParts<int>>);
  HandleState& part = constants(1, 1).state();
  EXPECT_EQ(&part, &variables(1, 1).state());
  const Tile<const int> tile = write(constants(1, 1)).contents.view(part.data, part);  // for any access
  EXPECT_EQ(tile.data, part.data);
  EXPECT_EQ(tile.rows, 2u);
}

TEST(TileParts, ShapesTakeNoSpaceInAccesses) {
  EXPECT_TRUE(std::is_empty_v<TileShape<double>>);
  EXPECT_EQ(sizeof(Access<TileShape<double>>), sizeof(Access<NoContents>));
}

TEST(TileParts, KernelsSeeParts) {
  Runtime runtime(with_threads(2));
  auto a = TiledMatrix<int>::full(runtime, "A", 8, 8, {2, 2}, {2, 2});
  number_elements(a);
  for (std::size_t k = 0; k < 4; ++k) {
    runtime.submit(
        task(), [](Tile<const int> from, Tile<int> to) { to(1, 0) += from(0, 1); },
        read(a(1, 0).parts()(k / 2, k % 2)), add(a(0, 0).parts()(0, 0)));
  }
  runtime.wait();
  EXPECT_EQ(a.element(1, 0), 100 + 401 + 403 + 601 + 603);
}

TEST(TileParts, KernelsGetNoViewOfATileWithParts) {
  Runtime runtime(with_threads(1));
  const auto a = TiledMatrix<int>::full(runtime, "A", 8, 8, {2, 2}, {2, 2});
  runtime.submit(
      TaskType("task")(), [](Tile<int>) { FAIL() << "ran on a tile with parts"; }, write(a(0, 0)));
  try {
    runtime.wait();
    FAIL() << "accepted";
  } catch (const std::exception& error) {
    EXPECT_THAT(error.what(),
                ::testing::HasSubstr("A(0,0): expected a tile without parts, found one with 2 x 2 parts"));
  }
}

TEST(TileParts, InitWaitsForTasksThatUseAPartOrItsWhole) {
  Runtime runtime(with_threads(2));
  auto a = TiledMatrix<int>::full(runtime, "A", 2, 2, {1, 2}, {1, 2});
  for (int i = 0; i < 50; ++i) {
    runtime.submit(
        task(), [](Tile<int> tile) { tile(0, 0) = 1; }, write(a(0, 0).parts()(1, 1)));
  }
  a.init([](std::size_t, std::size_t, Tile<int> tile, std::size_t, std::size_t) { tile(0, 0) = 2; });
  runtime.wait();
  EXPECT_EQ(a.element(1, 1), 2);
}

}  // namespace
}  // namespace gusset
