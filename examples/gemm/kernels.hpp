#pragma once
#include <cstddef>

#include "gusset/core/tile.hpp"

namespace gemm {

// The kernels of a tiled matrix product. Each uses one OpenBLAS thread. Each kernel's declared work is its
// number of floating-point operations.

/// Computes C := C + A·B.
void multiply(gusset::Tile<const double> a, gusset::Tile<const double> b, gusset::Tile<double> c);
double multiply_flops(std::size_t rows, std::size_t columns, std::size_t inner);

/// Computes C := C + S.
void add(gusset::Tile<const double> s, gusset::Tile<double> c);
double add_flops(std::size_t rows, std::size_t columns);

}  // namespace gemm
