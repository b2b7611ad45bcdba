// Cholesky factorization A = L·Lᵀ of a matrix that is cut into quarters again and again. An operation on a
// matrix with parts submits operations on the parts; accesses order them.
#include "halves.hpp"

namespace fork_join {
namespace {

using WriteTile = gusset::TileReference<double>;
using ConstParts = gusset::TileParts<const double>;
using Parts = gusset::TileParts<double>;

double cube(std::size_t n) {
  return static_cast<double>(n) * static_cast<double>(n) * static_cast<double>(n);
}

/// C −= A·Bᵀ
struct Gemm {
  gusset::Runtime* runtime;
  void operator()(In a, In b, Out c) const {
    for (std::size_t j = 0; j < c.columns; ++j) {
      for (std::size_t k = 0; k < a.columns; ++k) {
        for (std::size_t i = 0; i < c.rows; ++i) c(i, j) -= a(i, k) * b(j, k);
      }
    }
  }
  void split(ConstParts a, ConstParts b, Parts c) const {
    for (std::size_t i = 0; i < 2; ++i) {
      for (std::size_t j = 0; j < 2; ++j) {
        for (std::size_t k = 0; k < 2; ++k) submit(a(i, k), b(j, k), c(i, j));
      }
    }
  }
  void submit(const auto& a, const auto& b, const WriteTile& c) const {
    static const gusset::TaskType type("gemm");
    runtime->submit(type(c.has_parts() ? 0.0 : 2.0 * cube(c.rows())), *this, read(a), read(b), write(c));
  }
};

/// C −= A·Aᵀ; only C's lower triangle is used.
struct Syrk {
  gusset::Runtime* runtime;
  void operator()(In a, Out c) const {
    for (std::size_t j = 0; j < c.columns; ++j) {
      for (std::size_t k = 0; k < a.columns; ++k) {
        for (std::size_t i = j; i < c.rows; ++i) c(i, j) -= a(i, k) * a(j, k);
      }
    }
  }
  void split(ConstParts a, Parts c) const {
    for (std::size_t k = 0; k < 2; ++k) {
      for (std::size_t i = 0; i < 2; ++i) submit(a(i, k), c(i, i));
      Gemm{runtime}.submit(a(1, k), a(0, k), c(1, 0));
    }
  }
  void submit(const auto& a, const WriteTile& c) const {
    static const gusset::TaskType type("syrk");
    runtime->submit(type(c.has_parts() ? 0.0 : cube(c.rows())), *this, read(a), write(c));
  }
};

/// B ← B·L⁻ᵀ
struct Trsm {
  gusset::Runtime* runtime;
  void operator()(In l, Out b) const {
    for (std::size_t j = 0; j < b.columns; ++j) {
      for (std::size_t k = 0; k < j; ++k) {
        for (std::size_t i = 0; i < b.rows; ++i) b(i, j) -= b(i, k) * l(j, k);
      }
      for (std::size_t i = 0; i < b.rows; ++i) b(i, j) /= l(j, j);
    }
  }
  void split(ConstParts l, Parts b) const {
    for (std::size_t i = 0; i < 2; ++i) {
      submit(l(0, 0), b(i, 0));
      Gemm{runtime}.submit(b(i, 0), l(1, 0), b(i, 1));
      submit(l(1, 1), b(i, 1));
    }
  }
  void submit(const auto& l, const WriteTile& b) const {
    static const gusset::TaskType type("trsm");
    runtime->submit(type(b.has_parts() ? 0.0 : cube(b.rows())), *this, read(l), write(b));
  }
};

struct Potrf {
  gusset::Runtime* runtime;
  void operator()(Out a) const {
    for (std::size_t j = 0; j < a.columns; ++j) {
      for (std::size_t k = 0; k < j; ++k) {
        for (std::size_t i = j; i < a.rows; ++i) a(i, j) -= a(i, k) * a(j, k);
      }
      const double root = std::sqrt(a(j, j));
      for (std::size_t i = j; i < a.rows; ++i) a(i, j) /= root;
    }
  }
  void split(Parts a) const {
    submit(a(0, 0));
    Trsm{runtime}.submit(a(0, 0), a(1, 0));
    Syrk{runtime}.submit(a(1, 0), a(1, 1));
    submit(a(1, 1));
  }
  void submit(const WriteTile& a) const {
    static const gusset::TaskType type("potrf");
    runtime->submit(type(a.has_parts() ? 0.0 : cube(a.rows()) / 3.0), *this, write(a));
  }
};

double symmetric(std::size_t n, std::size_t row, std::size_t column) {
  return value_at(std::max(row, column), std::min(row, column)) +
         (row == column ? static_cast<double>(n) : 0.0);
}

}  // namespace

Outcome cholesky(gusset::Runtime& runtime, const Settings& settings) {
  const std::size_t n = settings.rows;
  Matrix matrix = Matrix::full(runtime, "A", n, n, halved(settings.leaves), halved(settings.leaves));
  fill(matrix, [n](std::size_t row, std::size_t column) { return symmetric(n, row, column); });
  const Stopwatch stopwatch;
  Potrf{&runtime}.submit(matrix(0, 0));
  runtime.wait();
  const double seconds = stopwatch.seconds();
  if (!runtime.has_data()) return {};
  double residual = 0.0;
  for (std::size_t i = 0; i < n; i += 1 + n / 64) {  // checks only some elements
    for (std::size_t j = 0; j <= i; j += 1 + n / 64) {
      double sum = -symmetric(n, i, j);
      for (std::size_t k = 0; k <= j; ++k) sum += matrix.element(i, k) * matrix.element(j, k);
      residual = std::max(residual, std::abs(sum));
    }
  }
  const double bound = 1e-13 * static_cast<double>(n * n);
  return {"residual below " + number_text(bound), residual < bound, seconds};
}

}  // namespace fork_join
