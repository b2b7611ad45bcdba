// Tasks that split over the parts of their data: one kernel and one split for all levels.
#include <gtest/gtest.h>

#include <cstddef>
#include <string>
#include <vector>

#include "cholesky_kernels.hpp"
#include "gusset/core.hpp"
#include "gusset/core/engine/subtasks.hpp"
#include "shared_value.hpp"

namespace gusset {
namespace {

using namespace testing::cholesky;
using testing::with_threads;
using InParts = TileParts<const double>;
using OutParts = TileParts<double>;

struct Gemm {  // c ← c − a·bᵀ
  Runtime* runtime;
  void operator()(In a, In b, Out c) const { subtract(a, b, c); }
  void split(InParts a, InParts b, OutParts c) const {
    for (std::size_t j = 0; j < c.columns(); ++j) {
      for (std::size_t i = 0; i < c.rows(); ++i) {
        for (std::size_t k = 0; k < a.columns(); ++k)
          runtime->submit(TaskType("gemm")(), *this, read(a(i, k)), read(b(j, k)), add(c(i, j)));
      }
    }
  }
};

struct Syrk {  // c ← c − a·aᵀ, the lower triangle
  Runtime* runtime;
  void operator()(In a, Out c) const { subtract_lower(a, c); }
  void split(InParts a, OutParts c) const {
    for (std::size_t j = 0; j < c.columns(); ++j) {
      for (std::size_t k = 0; k < a.columns(); ++k) {
        runtime->submit(TaskType("syrk")(), *this, read(a(j, k)), add(c(j, j)));
        for (std::size_t i = j + 1; i < c.rows(); ++i)
          runtime->submit(TaskType("gemm")(), Gemm{runtime}, read(a(i, k)), read(a(j, k)), add(c(i, j)));
      }
    }
  }
};

struct Trsm {  // b ← b·l⁻ᵀ
  Runtime* runtime;
  void operator()(In l, Out b) const { solve(l, b); }
  void split(InParts l, OutParts b) const {
    for (std::size_t k = 0; k < b.columns(); ++k) {
      for (std::size_t i = 0; i < b.rows(); ++i) {
        for (std::size_t j = 0; j < k; ++j)
          runtime->submit(TaskType("gemm")(), Gemm{runtime}, read(b(i, j)), read(l(k, j)), add(b(i, k)));
        runtime->submit(TaskType("trsm")(), *this, read(l(k, k)), write(b(i, k)));
      }
    }
  }
};

struct Potrf {
  Runtime* runtime;
  void operator()(Out a) const { factor(a); }
  void split(OutParts a) const { over(a, a.rows()); }

  template <class Tiles>
  void over(const Tiles& a, std::size_t blocks) const {
    for (std::size_t k = 0; k < blocks; ++k) {
      runtime->submit(TaskType("potrf")(), *this, write(a(k, k)));
      for (std::size_t i = k + 1; i < blocks; ++i)
        runtime->submit(TaskType("trsm")(), Trsm{runtime}, read(a(k, k)), write(a(i, k)));
      for (std::size_t j = k + 1; j < blocks; ++j) {
        runtime->submit(TaskType("syrk")(), Syrk{runtime}, read(a(j, k)), add(a(j, j)));
        for (std::size_t i = j + 1; i < blocks; ++i)
          runtime->submit(TaskType("gemm")(), Gemm{runtime}, read(a(i, k)), read(a(j, k)), add(a(i, j)));
      }
    }
  }
};

class Split : public ::testing::TestWithParam<unsigned> {};

TEST_P(Split, FactorizesOnAnyNumberOfLevels) {
  constexpr std::size_t n = 45;
  Runtime runtime(with_threads(GetParam()));
  for (const Blocks& blocks :
       {Blocks(1), Blocks(4), Blocks{4, 3}, Blocks{2, 2, 3}, Blocks{1, 5}, Blocks{3, 2, 2}}) {
    auto a = TiledMatrix<double>::lower(runtime, "A", n, blocks);
    for (int round = 0; round < 3; ++round) {
      fill(a);
      EXPECT_GT(error_of(a), 1.0);
      Potrf{&runtime}.over(a, a.row_blocks());
      runtime.wait();
      EXPECT_LT(error_of(a), 1e-12) << blocks.levels() << " levels";
    }
  }
}

TEST_P(Split, OneTaskSplitsIntoTheWholeFactorization) {
  Runtime runtime(with_threads(GetParam()));
  auto a = TiledMatrix<double>::full(runtime, "A", 24, 24, {1, 3, 2}, {1, 3, 2});
  fill(a);
  double corner = 0.0;
  runtime.submit(TaskType("potrf")(), Potrf{&runtime}, write(a(0, 0)));
  // Waits for the whole, so it runs after all the tasks that the whole split into.
  struct Corner {
    Runtime* runtime;
    double* corner;
    void operator()(In tile) const { *corner = tile(tile.rows - 1, tile.columns - 1); }
    void split(InParts parts) const {
      runtime->submit(TaskType("corner")(), *this, read(parts(parts.rows() - 1, parts.columns() - 1)));
    }
  };
  runtime.submit(TaskType("corner")(), Corner{&runtime, &corner}, read(a(0, 0)));
  runtime.wait(a(0, 0));
  EXPECT_LT(error_of(a), 1e-12);
  EXPECT_EQ(corner, a.element(23, 23));
  EXPECT_GT(corner, 0.0);
}

INSTANTIATE_TEST_SUITE_P(Workers, Split, ::testing::Values(1u, 2u, 4u));

// Which tasks may access parts, in builds with assertions.

class PartsCheck : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!checks_parts) GTEST_SKIP() << "this build has no assertions";
  }
  std::string failure() {
    try {
      runtime_.wait();
    } catch (const TaskFailure& error) {
      return error.what();
    }
    return "none";
  }
  Runtime runtime_{with_threads(1)};
  TiledMatrix<int> a_ = TiledMatrix<int>::full(runtime_, "A", 4, 4, {1, 2}, {1, 2});
  const TaskType part_{"part"};
};

TEST_F(PartsCheck, RefusesATaskOutsideTheHolderOfTheWhole) {
  // With one worker, the detached task, submitted first, runs while the incomplete subtask keeps the whole
  // held.
  const auto inside = [&](TileParts<int> parts) {
    runtime_.submit(
        TaskType("thief")().detached(), [](Tile<int>) {}, write(parts(0, 1)));
    runtime_.submit(
        part_(), [](Tile<int>) {}, write(parts(0, 0)));
  };
  struct Whole {
    decltype(inside) body;
    void operator()(Tile<int>) const {}
    void split(TileParts<int> parts) const { body(parts); }
  };
  runtime_.submit(TaskType("whole")(), Whole{inside}, write(a_(0, 0)));
  EXPECT_EQ(
      failure(),
      "task 'thief' failed: task 'thief' accesses A(0,0)(0,1), a part of A(0,0): expected a subtask of the "
      "task that holds the whole, found another task");
  runtime_.submit(
      part_(), [](Tile<int>) {}, write(a_(0, 0).parts()(0, 1)));  // no task holds the whole now
  EXPECT_EQ(failure(), "none");
}

TEST_F(PartsCheck, RefusesASubtaskThatModifiesDataItsHolderReads) {
  const auto inside = [&](TileParts<const int> parts) {
    const TileReference<int> part(parts(1, 0).state());
    runtime_.submit(
        part_(), [](Tile<int>) {}, write(part));
  };
  struct Whole {
    decltype(inside) body;
    void operator()(Tile<const int>) const {}
    void split(TileParts<const int> parts) const { body(parts); }
  };
  runtime_.submit(TaskType("whole")(), Whole{inside}, read(a_(0, 0)));
  EXPECT_EQ(failure(),
            "task 'part' failed: task 'part' accesses A(0,0)(1,0), a part of A(0,0): expected a read, "
            "because 'whole' only reads the whole, found 'write'");
}

TEST_F(PartsCheck, GrandchildrenMayUseParts) {
  int done = 0;
  const auto inside = [&](TileParts<int> parts) {
    const auto part = parts(1, 1);
    runtime_.submit(part_(), [this, part, &done] {
      runtime_.submit(
          part_(), [&done](Tile<int>) { ++done; }, write(part));
    });
  };
  struct Whole {
    decltype(inside) body;
    void operator()(Tile<int>) const {}
    void split(TileParts<int> parts) const { body(parts); }
  };
  runtime_.submit(TaskType("whole")(), Whole{inside}, write(a_(0, 0)));
  EXPECT_EQ(failure(), "none");
  EXPECT_EQ(done, 1);
}

}  // namespace
}  // namespace gusset
