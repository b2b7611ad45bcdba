// A factorization over parts of parts: each operation on tiles is one task, or the same algorithm on the
// tiles' parts.
#include <gtest/gtest.h>

#include <cstddef>

#include "cholesky_kernels.hpp"
#include "gusset/core.hpp"
#include "shared_value.hpp"

namespace gusset {
namespace {

using testing::with_threads;
using Part = TileReference<double>;
using Parts = TileParts<double>;
using namespace testing::cholesky;

/// Each operation, for any number of levels.
class Factorization {
 public:
  explicit Factorization(Runtime& runtime) : runtime_(runtime) {}

  /// Factorizes a matrix or the parts of a diagonal tile: `tile(i, j)`, i ≥ j.
  template <class Tiles>
  void tiles(const Tiles& tile, std::size_t blocks) {
    for (std::size_t k = 0; k < blocks; ++k) {
      potrf(tile(k, k));
      for (std::size_t i = k + 1; i < blocks; ++i) trsm(tile(k, k), tile(i, k));
      for (std::size_t j = k + 1; j < blocks; ++j) {
        syrk(tile(j, k), tile(j, j));
        for (std::size_t i = j + 1; i < blocks; ++i) gemm(tile(i, k), tile(j, k), tile(i, j));
      }
    }
  }

 private:
  void potrf(const Part& a) {
    if (a.has_parts()) return tiles(a.parts(), a.parts().rows());
    runtime_.submit(TaskType("potrf")(), factor, write(a));
  }

  void trsm(const Part& l, const Part& b) {
    if (!b.has_parts()) return runtime_.submit(TaskType("trsm")(), solve, read(l), write(b));
    const Parts from = l.parts(), to = b.parts();
    for (std::size_t k = 0; k < to.columns(); ++k) {
      for (std::size_t i = 0; i < to.rows(); ++i) {
        for (std::size_t j = 0; j < k; ++j) gemm(to(i, j), from(k, j), to(i, k));
        trsm(from(k, k), to(i, k));
      }
    }
  }

  void syrk(const Part& a, const Part& c) {
    if (!c.has_parts()) return runtime_.submit(TaskType("syrk")(), subtract_lower, read(a), add(c));
    const Parts from = a.parts(), to = c.parts();
    for (std::size_t j = 0; j < to.columns(); ++j) {
      for (std::size_t k = 0; k < from.columns(); ++k) {
        syrk(from(j, k), to(j, j));
        for (std::size_t i = j + 1; i < to.rows(); ++i) gemm(from(i, k), from(j, k), to(i, j));
      }
    }
  }

  void gemm(const Part& a, const Part& b, const Part& c) {
    if (!c.has_parts()) return runtime_.submit(TaskType("gemm")(), subtract, read(a), read(b), add(c));
    const Parts left = a.parts(), right = b.parts(), to = c.parts();
    for (std::size_t j = 0; j < to.columns(); ++j) {
      for (std::size_t i = 0; i < to.rows(); ++i) {
        for (std::size_t k = 0; k < left.columns(); ++k) gemm(left(i, k), right(j, k), to(i, j));
      }
    }
  }

  Runtime& runtime_;
};

TEST(RecursiveCholesky, FactorizesOnAnyNumberOfLevels) {
  constexpr std::size_t n = 45;
  Runtime runtime(with_threads(2));
  for (const Blocks& blocks : {Blocks(1), Blocks(4), Blocks{4, 3}, Blocks{2, 2, 3}, Blocks{1, 5}}) {
    auto a = TiledMatrix<double>::lower(runtime, "A", n, blocks);
    fill(a);
    EXPECT_GT(error_of(a), 1.0);
    Factorization(runtime).tiles(a, a.row_blocks());
    runtime.wait();
    EXPECT_LT(error_of(a), 1e-12) << blocks.levels() << " levels";
  }
}

}  // namespace
}  // namespace gusset
