#include "kernels.hpp"

#include <cblas.h>
#include <lapacke.h>

#include <stdexcept>
#include <string>
#include <vector>

namespace cholesky {
namespace {

// Tiles have a few thousand rows at most, well within BLAS's integers.
blasint integer(std::size_t value) {
  return static_cast<blasint>(value);
}

}  // namespace

void subtract_square(gusset::Tile<const double> a, gusset::Tile<double> c) {
  cblas_dsyrk(CblasColMajor, CblasLower, CblasNoTrans, integer(c.rows), integer(a.columns), -1.0, a.data,
              integer(a.leading_dimension), 1.0, c.data, integer(c.leading_dimension));
}

double syrk_flops(std::size_t rows, std::size_t inner) {
  const auto m = static_cast<double>(rows);
  return m * (m + 1.0) * static_cast<double>(inner);
}

void subtract_product(gusset::Tile<const double> a, gusset::Tile<const double> b, gusset::Tile<double> c) {
  cblas_dgemm(CblasColMajor, CblasNoTrans, CblasTrans, integer(c.rows), integer(c.columns),
              integer(a.columns), -1.0, a.data, integer(a.leading_dimension), b.data,
              integer(b.leading_dimension), 1.0, c.data, integer(c.leading_dimension));
}

double gemm_flops(std::size_t rows, std::size_t columns, std::size_t inner) {
  return 2.0 * static_cast<double>(rows) * static_cast<double>(columns) * static_cast<double>(inner);
}

void factorize(gusset::Tile<double> a) {
  const lapack_int info =
      LAPACKE_dpotrf(LAPACK_COL_MAJOR, 'L', integer(a.rows), a.data, integer(a.leading_dimension));
  if (info != 0) {
    throw std::runtime_error("the matrix is not positive definite: potrf stopped at column " +
                             std::to_string(info) + " of a tile");
  }
}

double potrf_flops(std::size_t rows) {
  const auto n = static_cast<double>(rows);
  return n * n * n / 3.0;
}

void solve(gusset::Tile<const double> l, gusset::Tile<double> b) {
  cblas_dtrsm(CblasColMajor, CblasRight, CblasLower, CblasTrans, CblasNonUnit, integer(b.rows),
              integer(b.columns), 1.0, l.data, integer(l.leading_dimension), b.data,
              integer(b.leading_dimension));
}

double trsm_flops(std::size_t rows, std::size_t columns) {
  const auto n = static_cast<double>(columns);
  return static_cast<double>(rows) * n * n;
}

void call_each_kernel() {
  constexpr std::size_t rows = 256;
  std::vector<double> contents(rows * rows, 0.0);
  for (std::size_t i = 0; i < rows; ++i) contents[i * rows + i] = 1.0;
  std::vector<double> other = contents;
  const gusset::Tile<double> identity{contents.data(), rows, rows, rows};
  const gusset::Tile<const double> constant{contents.data(), rows, rows, rows};
  const gusset::Tile<double> result{other.data(), rows, rows, rows};
  factorize(identity);
  solve(constant, result);
  subtract_product(constant, constant, result);
  subtract_square(constant, result);
}

}  // namespace cholesky
