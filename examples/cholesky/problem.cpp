#include "problem.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "kernels.hpp"

namespace cholesky {
namespace {

using Matrix = gusset::TiledMatrix<double>;
using Tile = gusset::Tile<double>;

// The finalizer of SplitMix64 (Steele, Lea and Flood 2014): neighbouring indices get unrelated numbers.
std::uint64_t mix(std::uint64_t value) {
  value += 0x9E3779B97F4A7C15U;
  value = (value ^ (value >> 30U)) * 0xBF58476D1CE4E5B9U;
  value = (value ^ (value >> 27U)) * 0x94D049BB133111EBU;
  return value ^ (value >> 31U);
}

double element(std::size_t row, std::size_t column, std::size_t n) {
  if (row == column) return static_cast<double>(n);
  const std::uint64_t bits = mix(std::max(row, column) * n + std::min(row, column));
  return static_cast<double>(bits >> 11U) * 0x1p-53 - 0.5;
}

void fill_tile(Tile tile, std::size_t first_row, std::size_t first_column, std::size_t n) {
  for (std::size_t column = 0; column < tile.columns; ++column) {
    for (std::size_t row = 0; row < tile.rows; ++row) {
      tile(row, column) = element(first_row + row, first_column + column, n);
    }
  }
}

// A tile of one's own, column-major.
struct OwnTile {
  OwnTile(std::size_t tile_rows, std::size_t tile_columns)
      : contents(tile_rows * tile_columns), tile{contents.data(), tile_rows, tile_columns, tile_rows} {}
  std::vector<double> contents;
  Tile tile;
};

gusset::Tile<const double> constant(Tile tile) {
  return {tile.data, tile.rows, tile.columns, tile.leading_dimension};
}

// Diagonal tiles still hold A above their diagonal; L has zeros there.
OwnTile lower_triangle(Tile tile) {
  OwnTile lower(tile.rows, tile.columns);
  for (std::size_t column = 0; column < tile.columns; ++column) {
    for (std::size_t row = column; row < tile.rows; ++row) lower.tile(row, column) = tile(row, column);
  }
  return lower;
}

// Of a symmetric matrix's lower triangle: what is below the diagonal counts twice.
double squared_norm(Tile tile, bool is_diagonal) {
  double sum = 0.0;
  for (std::size_t column = 0; column < tile.columns; ++column) {
    for (std::size_t row = is_diagonal ? column : 0; row < tile.rows; ++row) {
      const double square = tile(row, column) * tile(row, column);
      sum += is_diagonal && row == column ? square : 2.0 * square;
    }
  }
  return sum;
}

}  // namespace

void fill(Matrix& a) {
  a.init([n = a.rows()](std::size_t, std::size_t, Tile tile, std::size_t first_row,
                        std::size_t first_column) { fill_tile(tile, first_row, first_column, n); });
}

double residual(const Matrix& l) {
  double difference = 0.0;
  double norm = 0.0;
  for (std::size_t j = 0; j < l.column_blocks(); ++j) {
    const OwnTile diagonal = lower_triangle(l.tile(j, j));
    for (std::size_t i = j; i < l.row_blocks(); ++i) {
      OwnTile rest(l.tile_rows(i), l.tile_columns(j));
      fill_tile(rest.tile, l.first_row(i), l.first_column(j), l.rows());
      norm += squared_norm(rest.tile, i == j);
      for (std::size_t k = 0; k < j; ++k) gemm(constant(l.tile(i, k)), constant(l.tile(j, k)), rest.tile);
      gemm(constant(i == j ? diagonal.tile : l.tile(i, j)), constant(diagonal.tile), rest.tile);
      difference += squared_norm(rest.tile, i == j);
    }
  }
  return std::sqrt(difference / norm);
}

}  // namespace cholesky
