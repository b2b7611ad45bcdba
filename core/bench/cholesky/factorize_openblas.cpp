#include <lapacke.h>

#include <chrono>
#include <stdexcept>

#include "solver.hpp"

namespace gusset::bench {
namespace {

/// Copies tiles to or from one column-major matrix.
template <class Copy>
void for_each_column(const Tiles& tiles, std::vector<double>& matrix, Copy copy) {
  const std::size_t rows = tiles.tile_rows();
  for (std::size_t i = 0; i < tiles.blocks(); ++i) {
    for (std::size_t j = 0; j <= i; ++j) {
      for (std::size_t column = 0; column < rows; ++column)
        copy(tiles.tile(i, j) + column * rows, &matrix[(j * rows + column) * tiles.n() + i * rows], rows);
    }
  }
}

}  // namespace

std::vector<double> factorize_openblas(Tiles& tiles, unsigned, std::size_t repetitions) {
  const auto n = static_cast<lapack_int>(tiles.n());
  std::vector<double> matrix(tiles.n() * tiles.n());
  std::vector<double> seconds;
  for (std::size_t i = 0; i <= repetitions; ++i) {
    tiles.fill();
    for_each_column(tiles, matrix, [](const double* tile, double* whole, std::size_t rows) {
      for (std::size_t row = 0; row < rows; ++row) whole[row] = tile[row];
    });
    const auto begin = std::chrono::steady_clock::now();
    if (LAPACKE_dpotrf_work(LAPACK_COL_MAJOR, 'L', n, matrix.data(), n) != 0)
      throw std::runtime_error("the matrix is not positive definite");
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - begin;
    if (i > 0) seconds.push_back(elapsed.count());
  }
  for_each_column(tiles, matrix, [](double* tile, const double* whole, std::size_t rows) {
    for (std::size_t row = 0; row < rows; ++row) tile[row] = whole[row];
  });
  return seconds;
}

}  // namespace gusset::bench
