#pragma once
#include "gusset/core/tiled_matrix.hpp"

namespace cholesky {

/// Fills the lower triangle with a symmetric positive definite matrix that depends on its size alone: hashed
/// numbers in ±½ beside a diagonal that outweighs them. Nothing happens where there is no data.
void fill(gusset::TiledMatrix<double>& a);

/// ‖A − L·Lᵀ‖ / ‖A‖ in the Frobenius norm, where `l` holds the factor of the matrix that `fill` makes. Needs
/// data, and its tasks done.
double residual(const gusset::TiledMatrix<double>& l);

}  // namespace cholesky
