#pragma once
#include <algorithm>
#include <cmath>
#include <cstddef>

#include "gusset/core.hpp"

namespace gusset::testing::cholesky {

using In = Tile<const double>;
using Out = Tile<double>;

// The kernels read and write only the lower triangle of diagonal tiles.

inline void factor(Out a) {
  for (std::size_t k = 0; k < a.columns; ++k) {
    for (std::size_t j = 0; j < k; ++j) {
      for (std::size_t i = k; i < a.rows; ++i) a(i, k) -= a(i, j) * a(k, j);
    }
    a(k, k) = std::sqrt(a(k, k));
    for (std::size_t i = k + 1; i < a.rows; ++i) a(i, k) /= a(k, k);
  }
}

inline void solve(In l, Out b) {  // b ← b·l⁻ᵀ
  for (std::size_t k = 0; k < b.columns; ++k) {
    for (std::size_t i = 0; i < b.rows; ++i) {
      for (std::size_t j = 0; j < k; ++j) b(i, k) -= b(i, j) * l(k, j);
      b(i, k) /= l(k, k);
    }
  }
}

inline void subtract_lower(In a, Out c) {  // c ← c − a·aᵀ
  for (std::size_t j = 0; j < c.columns; ++j) {
    for (std::size_t i = j; i < c.rows; ++i) {
      for (std::size_t k = 0; k < a.columns; ++k) c(i, j) -= a(i, k) * a(j, k);
    }
  }
}

inline void subtract(In a, In b, Out c) {  // c ← c − a·bᵀ
  for (std::size_t j = 0; j < c.columns; ++j) {
    for (std::size_t i = 0; i < c.rows; ++i) {
      for (std::size_t k = 0; k < a.columns; ++k) c(i, j) -= a(i, k) * b(j, k);
    }
  }
}

inline double element_of(std::size_t row, std::size_t column, std::size_t n) {
  return row == column ? static_cast<double>(n) : 1.0 / static_cast<double>(1 + row + column);
}

/// The largest difference between the matrix and L·Lᵀ.
inline double error_of(const TiledMatrix<double>& l) {
  double largest = 0.0;
  for (std::size_t column = 0; column < l.columns(); ++column) {
    for (std::size_t row = column; row < l.rows(); ++row) {
      double rest = element_of(row, column, l.rows());
      for (std::size_t k = 0; k <= column; ++k) rest -= l.element(row, k) * l.element(column, k);
      largest = std::max(largest, std::abs(rest));
    }
  }
  return largest;
}

/// Fills a symmetric matrix that has a Cholesky factor.
inline void fill(TiledMatrix<double>& a) {
  a.init([n = a.rows()](std::size_t, std::size_t, Out tile, std::size_t row0, std::size_t column0) {
    for (std::size_t column = 0; column < tile.columns; ++column) {
      for (std::size_t row = 0; row < tile.rows; ++row)
        tile(row, column) = element_of(row0 + row, column0 + column, n);
    }
  });
}

}  // namespace gusset::testing::cholesky
