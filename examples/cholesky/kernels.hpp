#pragma once
#include <cstddef>

#include "gusset/core/tile.hpp"

namespace cholesky {

// The four kernels of a tiled Cholesky factorization of a symmetric matrix's lower triangle, each on one
// thread of OpenBLAS. The work that each declares is its number of floating-point operations.

/// C := C − A·Aᵀ, lower triangle.
void syrk(gusset::Tile<const double> a, gusset::Tile<double> c);
double syrk_flops(std::size_t rows, std::size_t inner);

/// C := C − A·Bᵀ.
void gemm(gusset::Tile<const double> a, gusset::Tile<const double> b, gusset::Tile<double> c);
double gemm_flops(std::size_t rows, std::size_t columns, std::size_t inner);

/// A := L, where L·Lᵀ = A, lower triangle. Throws std::runtime_error where A is not positive definite.
void potrf(gusset::Tile<double> a);
double potrf_flops(std::size_t rows);

/// B := B·L⁻ᵀ, where L is the lower triangle of `l`.
void trsm(gusset::Tile<const double> l, gusset::Tile<double> b);
double trsm_flops(std::size_t rows, std::size_t columns);

/// Makes OpenBLAS use the calling thread only, and ends the threads that it has started. Call it before there
/// are others.
void use_one_thread_per_kernel();

/// Calls each kernel once on that many threads at a time: OpenBLAS maps its buffers, and the system loads its
/// code, at first use, which would be charged to the first tasks otherwise.
void warm_up(unsigned threads);

}  // namespace cholesky
