#include "kernels.hpp"

#include <cblas.h>
#include <lapacke.h>

#include <stdexcept>

namespace gusset::bench {
namespace {

// Tiles have at most a few thousand rows, far below the range of BLAS's integers.
blasint integer(std::size_t value) {
  return static_cast<blasint>(value);
}

}  // namespace

void potrf(double* a, std::size_t rows) {
  if (LAPACKE_dpotrf(LAPACK_COL_MAJOR, 'L', integer(rows), a, integer(rows)) != 0)
    throw std::runtime_error("the matrix is not positive definite");
}

void trsm(const double* l, double* b, std::size_t rows) {
  const blasint n = integer(rows);
  cblas_dtrsm(CblasColMajor, CblasRight, CblasLower, CblasTrans, CblasNonUnit, n, n, 1.0, l, n, b, n);
}

void syrk(const double* a, double* c, std::size_t rows) {
  const blasint n = integer(rows);
  cblas_dsyrk(CblasColMajor, CblasLower, CblasNoTrans, n, n, -1.0, a, n, 1.0, c, n);
}

void gemm(const double* a, const double* b, double* c, std::size_t rows) {
  const blasint n = integer(rows);
  cblas_dgemm(CblasColMajor, CblasNoTrans, CblasTrans, n, n, n, -1.0, a, n, b, n, 1.0, c, n);
}

}  // namespace gusset::bench
