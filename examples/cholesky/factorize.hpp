#pragma once
#include "gusset/core/runtime.hpp"
#include "gusset/core/tiled_matrix.hpp"

namespace cholesky {

/// How syrk and gemm access the tile that they subtract from: in any order, or in the order of submission.
enum class Updates { add, write };

/// Submits the factorization A = L·Lᵀ of the lower triangle of a symmetric positive definite matrix, which L
/// replaces. The order is that of the block Cholesky program in Zafari, Larsson and Tillenius, "DuctTeip"
/// (2019), Program 1.
void submit_factorization(gusset::Runtime& runtime, const gusset::TiledMatrix<double>& a, Updates updates);

}  // namespace cholesky
