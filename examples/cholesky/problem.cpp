#include "problem.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

#include "kernels.hpp"

namespace cholesky {
namespace {

using RealTile = gusset::Tile<double>;

// The finalizer of SplitMix64 (Steele, Lea and Flood 2014), which maps neighbouring indices to unrelated
// numbers.
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

void fill_tile(RealTile tile, std::size_t first_row, std::size_t first_column, std::size_t n) {
  for (std::size_t column = 0; column < tile.columns; ++column) {
    for (std::size_t row = 0; row < tile.rows; ++row) {
      tile(row, column) = element(first_row + row, first_column + column, n);
    }
  }
}

// A column-major tile that owns its contents.
struct OwnTile {
  OwnTile(std::size_t tile_rows, std::size_t tile_columns)
      : contents(tile_rows * tile_columns), tile{contents.data(), tile_rows, tile_columns, tile_rows} {}
  std::vector<double> contents;
  RealTile tile;
};

gusset::Tile<const double> constant(RealTile tile) {
  return {tile.data, tile.rows, tile.columns, tile.leading_dimension};
}

// Diagonal tiles still hold A above their diagonal, where L has zeros.
OwnTile lower_triangle(RealTile tile) {
  OwnTile lower(tile.rows, tile.columns);
  for (std::size_t column = 0; column < tile.columns; ++column) {
    for (std::size_t row = column; row < tile.rows; ++row) lower.tile(row, column) = tile(row, column);
  }
  return lower;
}

// Elements below the diagonal count twice, because the tile belongs to a symmetric matrix's lower triangle.
double squared_norm(RealTile tile, bool is_diagonal) {
  double sum = 0.0;
  for (std::size_t column = 0; column < tile.columns; ++column) {
    for (std::size_t row = is_diagonal ? column : 0; row < tile.rows; ++row) {
      const double square = tile(row, column) * tile(row, column);
      sum += is_diagonal && row == column ? square : 2.0 * square;
    }
  }
  return sum;
}

// A block of rows that no level splits further. The columns of a symmetric matrix are split like its rows.
struct Leaf {
  std::vector<std::size_t> path;  // index within each level
  std::size_t first_row;
  std::size_t rows;
};

void add_leaves(const gusset::TileReference<double>& diagonal, Leaf leaf, std::vector<Leaf>& leaves) {
  if (!diagonal.has_parts()) {
    leaves.push_back(std::move(leaf));
    return;
  }
  const auto parts = diagonal.parts();
  for (std::size_t i = 0; i < parts.rows(); ++i) {
    Leaf part{leaf.path, leaf.first_row + parts.first_row(i), parts.tile_rows(i)};
    part.path.push_back(i);
    add_leaves(parts(i, i), std::move(part), leaves);
  }
}

std::vector<Leaf> leaves_of(const Matrix& matrix) {
  std::vector<Leaf> leaves;
  for (std::size_t i = 0; i < matrix.row_blocks(); ++i) {
    add_leaves(matrix(i, i), {{i}, matrix.first_row(i), matrix.tile_rows(i)}, leaves);
  }
  return leaves;
}

// Returns the tile where one leaf's rows meet another leaf's columns.
RealTile tile(const Matrix& matrix, const Leaf& row, const Leaf& column) {
  gusset::TileReference<double> found = matrix(row.path[0], column.path[0]);
  for (std::size_t level = 1; level < row.path.size(); ++level) {
    found = found.parts()(row.path[level], column.path[level]);
  }
  return matrix.tile(found);
}

}  // namespace

void fill(Matrix& a) {
  a.init([n = a.rows()](RealTile tile, std::size_t first_row, std::size_t first_column) {
    fill_tile(tile, first_row, first_column, n);
  });
}

double residual(const Matrix& l) {
  const std::vector<Leaf> leaves = leaves_of(l);
  double difference = 0.0;
  double norm = 0.0;
  for (std::size_t j = 0; j < leaves.size(); ++j) {
    const OwnTile diagonal = lower_triangle(tile(l, leaves[j], leaves[j]));
    for (std::size_t i = j; i < leaves.size(); ++i) {
      OwnTile rest(leaves[i].rows, leaves[j].rows);
      fill_tile(rest.tile, leaves[i].first_row, leaves[j].first_row, l.rows());
      norm += squared_norm(rest.tile, i == j);
      for (std::size_t k = 0; k < j; ++k) {
        subtract_product(constant(tile(l, leaves[i], leaves[k])), constant(tile(l, leaves[j], leaves[k])),
                         rest.tile);
      }
      subtract_product(constant(i == j ? diagonal.tile : tile(l, leaves[i], leaves[j])),
                       constant(diagonal.tile), rest.tile);
      difference += squared_norm(rest.tile, i == j);
    }
  }
  return std::sqrt(difference / norm);
}

}  // namespace cholesky
