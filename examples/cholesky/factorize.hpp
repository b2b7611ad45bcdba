#pragma once
#include "gusset/core/runtime.hpp"
#include "gusset/core/tiled_matrix.hpp"

namespace cholesky {

/// How syrk and gemm access the tile that they subtract from: in any order, or in submission order.
enum class Updates { add, write };

/// Submits the factorization A = L·Lᵀ of a symmetric positive definite matrix's lower triangle. L replaces A.
/// The order follows the block Cholesky program in Zafari, Larsson and Tillenius, "DuctTeip" (2019), Program
/// 1.
void submit_factorization(gusset::Runtime& runtime, const gusset::TiledMatrix<double>& a, Updates updates);

}  // namespace cholesky
