#pragma once
#include <cstddef>

#include "gusset/core/tile.hpp"

namespace cholesky {

// The four kernels of a tiled Cholesky factorization of a symmetric matrix's lower triangle, each on one
// thread of OpenBLAS. The work that each declares is its number of floating-point operations.

/// C := C − A·Aᵀ, lower triangle.
void subtract_square(gusset::Tile<const double> a, gusset::Tile<double> c);
double syrk_flops(std::size_t rows, std::size_t inner);

/// C := C − A·Bᵀ.
void subtract_product(gusset::Tile<const double> a, gusset::Tile<const double> b, gusset::Tile<double> c);
double gemm_flops(std::size_t rows, std::size_t columns, std::size_t inner);

/// A := L, where L·Lᵀ = A, lower triangle. Throws std::runtime_error where A is not positive definite.
void factorize(gusset::Tile<double> a);
double potrf_flops(std::size_t rows);

/// B := B·L⁻ᵀ, where L is the lower triangle of `l`.
void solve(gusset::Tile<const double> l, gusset::Tile<double> b);
double trsm_flops(std::size_t rows, std::size_t columns);

/// Calls each kernel once, on tiles of its own.
void call_each();

}  // namespace cholesky
