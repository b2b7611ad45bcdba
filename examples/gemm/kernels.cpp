#include "kernels.hpp"

#include <cblas.h>

#include <cstddef>

namespace gemm {

void multiply(gusset::Tile<const double> a, gusset::Tile<const double> b, gusset::Tile<double> c) {
  const auto integer = [](std::size_t value) { return static_cast<blasint>(value); };
  cblas_dgemm(CblasColMajor, CblasNoTrans, CblasNoTrans, integer(c.rows), integer(c.columns),
              integer(a.columns), 1.0, a.data, integer(a.leading_dimension), b.data,
              integer(b.leading_dimension), 1.0, c.data, integer(c.leading_dimension));
}

double multiply_flops(std::size_t rows, std::size_t columns, std::size_t inner) {
  return 2.0 * static_cast<double>(rows) * static_cast<double>(columns) * static_cast<double>(inner);
}

void add(gusset::Tile<const double> s, gusset::Tile<double> c) {
  for (std::size_t j = 0; j < c.columns; ++j) {
    for (std::size_t i = 0; i < c.rows; ++i) c(i, j) += s(i, j);
  }
}

double add_flops(std::size_t rows, std::size_t columns) {
  return static_cast<double>(rows) * static_cast<double>(columns);
}

}  // namespace gemm
