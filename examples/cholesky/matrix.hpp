#pragma once
#include <cstddef>
#include <utility>
#include <vector>

#include "gusset/core/blocks.hpp"
#include "gusset/core/runtime.hpp"
#include "gusset/core/tiled_matrix.hpp"

namespace cholesky {

/// The lower triangle of a symmetric matrix in tiles, tile (i, j) on node grid().owner(i, j).
class Matrix {
 public:
  /// With tiles of nearly equal size, which may have parts.
  static Matrix with_equal_blocks(gusset::Runtime& runtime, std::size_t n, const gusset::Blocks& blocks);
  /// With blocks of random sizes, from about 0.5 to 1.5 times the mean size if the mean is large. Every node
  /// gets the same sizes.
  static Matrix with_random_blocks(gusset::Runtime& runtime, std::size_t n, std::size_t blocks);

  std::size_t rows() const { return first_rows_.back(); }
  std::size_t row_blocks() const { return first_rows_.size() - 1; }
  std::size_t column_blocks() const { return row_blocks(); }
  std::size_t first_row(std::size_t i) const { return first_rows_[i]; }
  std::size_t tile_rows(std::size_t i) const { return first_rows_[i + 1] - first_rows_[i]; }
  std::size_t tile_columns(std::size_t j) const { return tile_rows(j); }

  gusset::TileReference<double> operator()(std::size_t i, std::size_t j) const {
    return is_one() ? tiles_[0](i, j) : tiles_[i * (i + 1) / 2 + j](0, 0);
  }
  gusset::Tile<double> tile(std::size_t i, std::size_t j) const { return tile((*this)(i, j)); }
  gusset::Tile<double> tile(const gusset::TileReference<double>& tile) const { return tiles_[0].tile(tile); }

  /// Calls fill(tile, first_row, first_column) for every innermost tile of this node.
  template <class Fill>
  void init(Fill&& fill) {
    if (is_one()) {
      tiles_[0].init([&](auto, auto, auto tile, auto row, auto column) { fill(tile, row, column); });
      return;
    }
    for (std::size_t i = 0; i < row_blocks(); ++i) {
      for (std::size_t j = 0; j <= i; ++j) {
        tiles_[i * (i + 1) / 2 + j].init(
            [&](auto, auto, auto tile, auto, auto) { fill(tile, first_row(i), first_row(j)); });
      }
    }
  }

 private:
  explicit Matrix(std::vector<std::size_t> first_rows) : first_rows_(std::move(first_rows)) {}
  bool is_one() const { return tiles_.size() == 1; }

  std::vector<std::size_t> first_rows_;             // each block's first row, then the number of rows
  std::vector<gusset::TiledMatrix<double>> tiles_;  // one matrix, or a matrix for each random-sized tile
};

}  // namespace cholesky
