// Every node runs through all tasks, and executes the tasks whose sums it owns. Nothing is sent by hand.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "gusset/core/annotation.hpp"
#include "gusset/core/tile_parts.hpp"
#include "kernels.hpp"
#include "products.hpp"

namespace gemm {
namespace {

using In = gusset::Tile<const double>;
using Out = gusset::Tile<double>;
using InParts = gusset::TileParts<const double>;
using OutParts = gusset::TileParts<double>;
using TileOf = gusset::TileReference<double>;

struct Multiply {
  gusset::Runtime* runtime;
  gusset::AccessMode mode;  // how products access sums

  void operator()(In a, In b, Out c) const { multiply(a, b, c); }
  void split(InParts a, InParts b, OutParts c) const {
    for (std::size_t k = 0; k < a.columns(); ++k) step(a, b, c, c.rows(), c.columns(), k);
  }
  /// Submits one step on matrices or on parts.
  void step(const auto& a, const auto& b, const auto& c, std::size_t rows, std::size_t columns,
            std::size_t k) const {
    static const gusset::TaskType type("gemm");
    for (std::size_t j = 0; j < columns; ++j) {
      for (std::size_t i = 0; i < rows; ++i) {
        runtime->submit(type(multiply_flops(c.tile_rows(i), c.tile_columns(j), a.tile_columns(k))), *this,
                        read(a(i, k)), read(b(k, j)), gusset::access(mode, c(i, j)));
      }
    }
  }
};

struct Add {
  gusset::Runtime* runtime;
  gusset::AccessMode mode;

  void operator()(In s, Out c) const { add(s, c); }
  void split(InParts s, OutParts c) const { submit(s, c, c.rows(), c.columns()); }
  void submit(const auto& s, const auto& c, std::size_t rows, std::size_t columns) const {
    static const gusset::TaskType type("add");
    for (std::size_t j = 0; j < columns; ++j) {
      for (std::size_t i = 0; i < rows; ++i) {
        runtime->submit(type(add_flops(c.tile_rows(i), c.tile_columns(j))), *this, read(s(i, j)),
                        gusset::access(mode, c(i, j)));
      }
    }
  }
};

}  // namespace

std::vector<Matrix> partial_sums(gusset::Runtime& runtime, std::size_t n, const gusset::Blocks& blocks) {
  std::vector<Matrix> sums;
  for (std::size_t layer = 1; layer < std::min<std::size_t>(runtime.grid().r, blocks[0]); ++layer) {
    sums.push_back(Matrix::full(
        runtime, "S" + std::to_string(layer), n, n, blocks, blocks,
        [grid = runtime.grid(), layer](std::size_t i, std::size_t j) { return grid.owner(i, j, layer); }));
    sums.back().init(
        [](auto, auto, Out tile, auto, auto) { std::fill_n(tile.data, tile.rows * tile.columns, 0.0); });
  }
  return sums;
}

void submit_products(gusset::Runtime& runtime, const Matrix& a, const Matrix& b, const Matrix& c,
                     const std::vector<Matrix>& sums, gusset::AccessMode mode) {
  for (std::size_t k = 0; k < a.column_blocks(); ++k) {
    const gusset::Annotation step("iteration", static_cast<std::int64_t>(k));
    const std::size_t layer = k % (sums.size() + 1);
    Multiply{&runtime, mode}.step(a, b, layer == 0 ? c : sums[layer - 1], c.row_blocks(), c.column_blocks(),
                                  k);
  }
  for (const Matrix& sum : sums) Add{&runtime, mode}.submit(sum, c, c.row_blocks(), c.column_blocks());
}

}  // namespace gemm
