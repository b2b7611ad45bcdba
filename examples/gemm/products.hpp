#pragma once
#include <cstddef>
#include <vector>

#include "gusset/core/access_mode.hpp"
#include "gusset/core/blocks.hpp"
#include "gusset/core/runtime.hpp"
#include "gusset/core/tiled_matrix.hpp"

namespace gemm {

using Matrix = gusset::TiledMatrix<double>;

// C := C + A·B on a P × Q × R grid of nodes. Node (i, j, k), modulo P, Q and R, computes A(i,k)·B(k,j). All
// tiles of A, B and C are in layer 0. Products in layer 0 are added to C. Products in each other layer are
// added to partial sums, which are added to C at the end.

/// Matrices for the partial sums of layers 1, 2, …, all zero.
std::vector<Matrix> partial_sums(gusset::Runtime& runtime, std::size_t n, const gusset::Blocks& blocks);

/// Submits C := C + A·B with tasks on handles. `mode` says how products and partial sums are added: add, in
/// any order, or write.
void submit_products(gusset::Runtime& runtime, const Matrix& a, const Matrix& b, const Matrix& c,
                     const std::vector<Matrix>& sums, gusset::AccessMode mode);

/// Computes C := C + A·B with task graphs and active messages, and returns when it is done. Tiles have no
/// parts.
void multiply_with_graph(gusset::Runtime& runtime, const Matrix& a, const Matrix& b, const Matrix& c);

}  // namespace gemm
