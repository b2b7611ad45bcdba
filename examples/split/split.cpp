// C = A·B in tiles of any number of levels, with one kernel. If a task's tiles have parts, the runtime calls
// the kernel's `split` instead, which submits the same kernel on the parts. The task completes when these
// have completed.
//
//     C(0,0) += A(0,0)·B(0,0) ──► C(0,0)(i,j) += A(0,0)(i,k)·B(0,0)(k,j) ──► …
#include <atomic>
#include <cstddef>
#include <iostream>

#include "gusset/core/runtime.hpp"
#include "gusset/core/tiled_matrix.hpp"

namespace {

using Matrix = gusset::TiledMatrix<double>;

struct Multiply {
  gusset::Runtime* runtime;
  std::atomic<int>* kernels;

  void operator()(gusset::Tile<const double> a, gusset::Tile<const double> b, gusset::Tile<double> c) const {
    for (std::size_t j = 0; j < c.columns; ++j) {
      for (std::size_t k = 0; k < a.columns; ++k) {
        for (std::size_t i = 0; i < c.rows; ++i) c(i, j) += a(i, k) * b(k, j);
      }
    }
    kernels->fetch_add(1, std::memory_order_relaxed);  // relaxed: only a count, read after the wait
  }
  void split(gusset::TileParts<const double> a, gusset::TileParts<const double> b,
             gusset::TileParts<double> c) const {
    over(a, b, c, c.rows(), c.columns(), a.columns());
  }
  /// Submits the multiplication on matrices or on parts, which have the same interface.
  void over(const auto& a, const auto& b, const auto& c, std::size_t rows, std::size_t columns,
            std::size_t inner) const {
    static const gusset::TaskType type("multiply");
    for (std::size_t j = 0; j < columns; ++j) {
      for (std::size_t i = 0; i < rows; ++i) {
        for (std::size_t k = 0; k < inner; ++k) {
          const auto products = static_cast<double>(c.tile_rows(i) * c.tile_columns(j) * a.tile_columns(k));
          runtime->submit(type(2.0 * products), *this, read(a(i, k)), read(b(k, j)), add(c(i, j)));
        }
      }
    }
  }
};

void fill(Matrix& matrix, double scale) {
  matrix.init(
      [scale](std::size_t, std::size_t, gusset::Tile<double> tile, std::size_t row, std::size_t column) {
        for (std::size_t j = 0; j < tile.columns; ++j) {
          for (std::size_t i = 0; i < tile.rows; ++i)
            tile(i, j) = scale * static_cast<double>((row + i) % 7 + 10 * ((column + j) % 5));
        }
      });
}

}  // namespace

int main() {
  constexpr std::size_t n = 48;
  gusset::Runtime runtime;
  for (const gusset::Blocks& blocks : {gusset::Blocks(1), gusset::Blocks(3), gusset::Blocks{3, 2}}) {
    Matrix a = Matrix::full(runtime, "A", n, n, blocks, blocks);
    Matrix b = Matrix::full(runtime, "B", n, n, blocks, blocks);
    Matrix c = Matrix::full(runtime, "C", n, n, blocks, blocks);
    fill(a, 1.0);
    fill(b, 1.0);
    fill(c, 0.0);

    std::atomic<int> kernels{0};
    Multiply{&runtime, &kernels}.over(a, b, c, c.row_blocks(), c.column_blocks(), a.column_blocks());
    runtime.wait();
    if (!runtime.has_data()) continue;
    std::cout << "levels: " << c.levels() << ", kernels: " << kernels << ", C(47,47) = " << c.element(47, 47)
              << '\n';
  }
}
