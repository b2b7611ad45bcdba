#pragma once
#include <cstddef>

#include "gusset/core/tile.hpp"

namespace cholesky {

// The four kernels of a tiled Cholesky factorization of a symmetric matrix's lower triangle. Each uses one
// OpenBLAS thread. Each kernel's declared work is its number of floating-point operations.

/// Computes C := C − A·Aᵀ, lower triangle.
void subtract_square(gusset::Tile<const double> a, gusset::Tile<double> c);
double syrk_flops(std::size_t rows, std::size_t inner);

/// Computes C := C − A·Bᵀ.
void subtract_product(gusset::Tile<const double> a, gusset::Tile<const double> b, gusset::Tile<double> c);
double gemm_flops(std::size_t rows, std::size_t columns, std::size_t inner);

/// Computes A := L with L·Lᵀ = A, lower triangle. Throws std::runtime_error if A is not positive definite.
void factorize(gusset::Tile<double> a);
double potrf_flops(std::size_t rows);

/// Computes B := B·L⁻ᵀ, where L is the lower triangle of `l`.
void solve(gusset::Tile<const double> l, gusset::Tile<double> b);
double trsm_flops(std::size_t rows, std::size_t columns);

/// Calls each kernel once on private tiles.
void call_each_kernel();

}  // namespace cholesky
