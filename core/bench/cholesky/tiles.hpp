#pragma once
#include <cstddef>
#include <cstdint>
#include <memory>

namespace gusset::bench {

/// An element of the symmetric positive definite matrix to factorize: n on the diagonal, hashed numbers in ±½
/// elsewhere.
double element(std::size_t row, std::size_t column, std::size_t n);

/// The lower triangle of a matrix in blocks × blocks square tiles. Each tile is contiguous, column-major and
/// aligned to 64 bytes.
class Tiles {
 public:
  /// `n` must be a multiple of `tile_rows`.
  Tiles(std::size_t n, std::size_t tile_rows);

  std::size_t n() const { return n_; }
  std::size_t tile_rows() const { return tile_rows_; }
  std::size_t blocks() const { return n_ / tile_rows_; }
  /// Tile (i, j), i ≥ j.
  double* tile(std::size_t i, std::size_t j) const {
    return contents_.get() + (i * (i + 1) / 2 + j) * tile_rows_ * tile_rows_;
  }

  /// Fills the tiles with `element`.
  void fill();

  /// ‖A·x − L·(Lᵀ·x)‖ ÷ ‖A·x‖ for a fixed vector x. The tiles must hold the factor L of `element`'s matrix A.
  double residual() const;

 private:
  struct Release {
    void operator()(double* contents) const;
  };
  double at(std::size_t row, std::size_t column) const {
    return tile(row / tile_rows_, column / tile_rows_)[column % tile_rows_ * tile_rows_ + row % tile_rows_];
  }

  std::size_t n_;
  std::size_t tile_rows_;
  std::unique_ptr<double[], Release> contents_;
};

}  // namespace gusset::bench
