// The four operations on tiles. Each is a kernel with a split, which submits the same operations on the
// tiles' parts. One definition serves every level. Tasks on parts have the priority of the task that splits.
#include "factorize.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>

#include "gusset/core/annotation.hpp"
#include "gusset/core/tile.hpp"
#include "gusset/core/tile_parts.hpp"
#include "kernels.hpp"
#include "path.hpp"

namespace cholesky {
namespace {

using In = gusset::Tile<const double>;
using Out = gusset::Tile<double>;
using InParts = gusset::TileParts<const double>;
using OutParts = gusset::TileParts<double>;
using TileOf = gusset::TileReference<double>;

auto update(const TileOf& tile, const Submission& how) {
  return how.updates == Updates::add ? add(tile) : write(tile);
}

gusset::TaskCall call(const gusset::TaskType& type, double flops, const Submission& how,
                      std::int32_t priority) {
  const gusset::TaskCall call = type(flops).with_priority(priority);
  return how.migrates ? call.migratable() : call;
}

struct Gemm {
  gusset::Runtime* runtime;
  Submission how;
  std::int32_t priority;

  void operator()(In a, In b, Out c) const { subtract_product(a, b, c); }
  void split(InParts a, InParts b, OutParts c) const {
    for (std::size_t k = 0; k < a.columns(); ++k) {
      for (std::size_t j = 0; j < c.columns(); ++j) {
        for (std::size_t i = 0; i < c.rows(); ++i) submit(a(i, k), b(j, k), c(i, j));
      }
    }
  }
  void submit(const auto& a, const auto& b, const TileOf& c) const {
    static const gusset::TaskType type("gemm");
    runtime->submit(call(type, gemm_flops(c.rows(), c.columns(), a.columns()), how, priority), *this, read(a),
                    read(b), update(c, how));
  }
};

struct Syrk {
  gusset::Runtime* runtime;
  Submission how;
  std::int32_t priority;

  void operator()(In a, Out c) const { subtract_square(a, c); }
  void split(InParts a, OutParts c) const {
    const Gemm gemm{runtime, how, priority};
    for (std::size_t k = 0; k < a.columns(); ++k) {
      for (std::size_t j = 0; j < c.columns(); ++j) {
        submit(a(j, k), c(j, j));
        for (std::size_t i = j + 1; i < c.rows(); ++i) gemm.submit(a(i, k), a(j, k), c(i, j));
      }
    }
  }
  void submit(const auto& a, const TileOf& c) const {
    static const gusset::TaskType type("syrk");
    runtime->submit(call(type, syrk_flops(c.rows(), a.columns()), how, priority), *this, read(a),
                    update(c, how));
  }
};

struct Trsm {
  gusset::Runtime* runtime;
  Submission how;
  std::int32_t priority;

  void operator()(In l, Out b) const { solve(l, b); }
  void split(InParts l, OutParts b) const {
    const Gemm gemm{runtime, how, priority};
    for (std::size_t k = 0; k < b.columns(); ++k) {
      for (std::size_t i = 0; i < b.rows(); ++i) {
        for (std::size_t j = 0; j < k; ++j) gemm.submit(b(i, j), l(k, j), b(i, k));
        submit(l(k, k), b(i, k));
      }
    }
  }
  void submit(const auto& l, const TileOf& b) const {
    static const gusset::TaskType type("trsm");
    runtime->submit(call(type, trsm_flops(b.rows(), b.columns()), how, priority), *this, read(l), write(b));
  }
};

struct Potrf {
  gusset::Runtime* runtime;
  Submission how;
  std::optional<std::int32_t> priority;  ///< none: for the whole matrix, where paths give the priorities

  void operator()(Out a) const { factorize(a); }
  void split(OutParts a) const {
    for (std::size_t i = 0; i < a.columns(); ++i) column(a, a.columns(), i);
  }
  /// Submits column `i` of the factorization of a matrix or of a tile's parts: the updates of its tiles, then
  /// the tasks that turn them into a part of L.
  void column(const auto& a, std::size_t blocks, std::size_t i) const {
    static const gusset::TaskType type("potrf");
    const Path path{blocks};
    const auto or_path = [this](std::int32_t length) { return priority.value_or(length); };
    for (std::size_t j = 0; j < i; ++j) {
      Syrk{runtime, how, or_path(path.syrk(i, j))}.submit(a(i, j), a(i, i));
      const Gemm gemm{runtime, how, or_path(path.gemm(i, j))};
      for (std::size_t k = i + 1; k < blocks; ++k) gemm.submit(a(k, j), a(i, j), a(k, i));
    }
    const std::int32_t own = or_path(path.potrf(i));
    runtime->submit(type(potrf_flops(a(i, i).rows())).with_priority(own), Potrf{runtime, how, own},
                    write(a(i, i)));
    const Trsm trsm{runtime, how, or_path(path.trsm(i))};
    for (std::size_t j = i + 1; j < blocks; ++j) trsm.submit(a(i, i), a(j, i));
  }
};

}  // namespace

void submit_factorization(gusset::Runtime& runtime, const Matrix& a, Submission how) {
  const Potrf potrf{&runtime, how, {}};
  for (std::size_t i = 0; i < a.column_blocks(); ++i) {
    const gusset::Annotation iteration("iteration", static_cast<std::int64_t>(i));
    potrf.column(a, a.column_blocks(), i);
  }
}

}  // namespace cholesky
