#include "matrix.hpp"

#include <random>
#include <string>

namespace cholesky {
namespace {

// Returns the first row of each block, and the end. Every block gets one row. Random weights from 1 to 3
// distribute the others.
std::vector<std::size_t> random_first_rows(std::size_t n, std::size_t blocks) {
  std::mt19937 random(2020);  // the same numbers on every machine
  std::vector<std::size_t> sums{0};
  for (std::size_t i = 0; i < blocks; ++i) sums.push_back(sums.back() + 1000 + random() % 2001);
  for (std::size_t i = 0; i <= blocks; ++i) {
    const double share = static_cast<double>(sums[i]) / static_cast<double>(sums[blocks]);
    sums[i] = i + static_cast<std::size_t>(share * static_cast<double>(n - blocks));
  }
  return sums;
}

}  // namespace

Matrix Matrix::with_equal_blocks(gusset::Runtime& runtime, std::size_t n, const gusset::Blocks& blocks) {
  auto tiles = gusset::TiledMatrix<double>::lower(runtime, "A", n, blocks);
  std::vector<std::size_t> first_rows;
  for (std::size_t i = 0; i < tiles.row_blocks(); ++i) first_rows.push_back(tiles.first_row(i));
  first_rows.push_back(n);
  Matrix matrix(std::move(first_rows));
  matrix.tiles_.push_back(std::move(tiles));
  return matrix;
}

Matrix Matrix::with_random_blocks(gusset::Runtime& runtime, std::size_t n, std::size_t blocks) {
  Matrix matrix(random_first_rows(n, blocks));
  for (std::size_t i = 0; i < blocks; ++i) {
    for (std::size_t j = 0; j <= i; ++j) {
      const std::string name = "A[" + std::to_string(i) + "," + std::to_string(j) + "]";
      matrix.tiles_.push_back(gusset::TiledMatrix<double>::full(
          runtime, name, matrix.tile_rows(i), matrix.tile_columns(j), 1, 1,
          [node = runtime.grid().owner(i, j)](std::size_t, std::size_t) { return node; }));
    }
  }
  return matrix;
}

}  // namespace cholesky
