#include "kernels.hpp"

#include <cblas.h>
#include <lapacke.h>

#include <barrier>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

/// OpenBLAS starts a thread per core while it is loaded, and these spin for about a tenth of a second before
/// they sleep, whatever openblas_set_num_threads says: long enough to drive two workers onto one core.
/// OpenBLAS ends them by this function before it forks; it is in no header, and in builds without threads it
/// does not exist.
extern "C" int blas_thread_shutdown_() __attribute__((weak));

namespace cholesky {
namespace {

// Tiles have at most some thousand rows, far below what BLAS's integers hold.
blasint integer(std::size_t value) {
  return static_cast<blasint>(value);
}

}  // namespace

void syrk(gusset::Tile<const double> a, gusset::Tile<double> c) {
  cblas_dsyrk(CblasColMajor, CblasLower, CblasNoTrans, integer(c.rows), integer(a.columns), -1.0, a.data,
              integer(a.leading_dimension), 1.0, c.data, integer(c.leading_dimension));
}

double syrk_flops(std::size_t rows, std::size_t inner) {
  const auto m = static_cast<double>(rows);
  return m * (m + 1.0) * static_cast<double>(inner);
}

void gemm(gusset::Tile<const double> a, gusset::Tile<const double> b, gusset::Tile<double> c) {
  cblas_dgemm(CblasColMajor, CblasNoTrans, CblasTrans, integer(c.rows), integer(c.columns),
              integer(a.columns), -1.0, a.data, integer(a.leading_dimension), b.data,
              integer(b.leading_dimension), 1.0, c.data, integer(c.leading_dimension));
}

double gemm_flops(std::size_t rows, std::size_t columns, std::size_t inner) {
  return 2.0 * static_cast<double>(rows) * static_cast<double>(columns) * static_cast<double>(inner);
}

void potrf(gusset::Tile<double> a) {
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

void trsm(gusset::Tile<const double> l, gusset::Tile<double> b) {
  cblas_dtrsm(CblasColMajor, CblasRight, CblasLower, CblasTrans, CblasNonUnit, integer(b.rows),
              integer(b.columns), 1.0, l.data, integer(l.leading_dimension), b.data,
              integer(b.leading_dimension));
}

double trsm_flops(std::size_t rows, std::size_t columns) {
  const auto n = static_cast<double>(columns);
  return static_cast<double>(rows) * n * n;
}

void use_one_thread_per_kernel() {
  openblas_set_num_threads(1);
  if (blas_thread_shutdown_ != nullptr) blas_thread_shutdown_();
}

void warm_up(unsigned threads) {
  constexpr std::size_t rows = 256;
  std::barrier start(static_cast<std::ptrdiff_t>(
      threads));  // OpenBLAS maps one buffer for each thread that is inside at once
  const auto call_all = [&start] {
    std::vector<double> contents(rows * rows, 0.0);
    for (std::size_t i = 0; i < rows; ++i) contents[i * rows + i] = 1.0;
    std::vector<double> other = contents;
    const gusset::Tile<double> identity{contents.data(), rows, rows, rows};
    const gusset::Tile<const double> constant{contents.data(), rows, rows, rows};
    const gusset::Tile<double> result{other.data(), rows, rows, rows};
    start.arrive_and_wait();
    potrf(identity);
    trsm(constant, result);
    gemm(constant, constant, result);
    syrk(constant, result);
  };
  std::vector<std::jthread> helpers;
  for (unsigned i = 1; i < threads; ++i) helpers.emplace_back(call_all);
  call_all();
}

}  // namespace cholesky
