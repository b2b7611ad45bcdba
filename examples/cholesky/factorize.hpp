#pragma once
#include "gusset/core/runtime.hpp"
#include "matrix.hpp"

namespace cholesky {

/// How syrk and gemm access the tile that they subtract from: in any order, or in submission order.
enum class Updates { add, write };

/// How the tasks of a factorization are submitted.
struct Submission {
  Updates updates = Updates::add;
  bool migrates = false;  ///< other nodes may run gemm, syrk and trsm
};

/// Submits the factorization A = L·Lᵀ of the symmetric positive definite matrix A whose lower triangle is
/// `a`. L replaces A. The order follows the block Cholesky program in Zafari, Larsson and Tillenius,
/// "DuctTeip" (2019), Program 1. Policies that use priorities run the tasks on the longest paths first
/// (path.hpp).
void submit_factorization(gusset::Runtime& runtime, const Matrix& a, Submission how);

/// Does the same with task graphs and active messages, and returns when the factorization is done. The tiles
/// must not have parts.
void factorize_with_graph(gusset::Runtime& runtime, const Matrix& a);

}  // namespace cholesky
