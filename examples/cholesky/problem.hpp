#pragma once
#include "matrix.hpp"

namespace cholesky {

/// Fills the lower triangle with a symmetric positive definite matrix that depends only on its size: hashed
/// numbers in ±½ and a dominant diagonal. Does nothing without data.
void fill(Matrix& a);

/// Returns ‖A − L·Lᵀ‖ / ‖A‖ in the Frobenius norm, where `l` holds the factor of the matrix that `fill`
/// makes. Needs data; all tasks on `l` must be done.
double residual(const Matrix& l);

}  // namespace cholesky
