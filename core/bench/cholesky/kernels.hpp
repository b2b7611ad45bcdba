#pragma once
#include <cstddef>

namespace gusset::bench {

// The kernels of a tiled Cholesky factorization of the lower triangle. They call OpenBLAS on the calling
// thread. Tiles are square, contiguous and column-major.

/// A := L, where L·Lᵀ = A. Throws std::runtime_error if A is not positive definite.
void potrf(double* a, std::size_t rows);
/// B := B·L⁻ᵀ.
void trsm(const double* l, double* b, std::size_t rows);
/// C := C − A·Aᵀ, lower triangle.
void syrk(const double* a, double* c, std::size_t rows);
/// C := C − A·Bᵀ.
void gemm(const double* a, const double* b, double* c, std::size_t rows);

}  // namespace gusset::bench
