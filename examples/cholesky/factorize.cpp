#include "factorize.hpp"

#include <cstddef>
#include <cstdint>

#include "gusset/core/annotation.hpp"
#include "kernels.hpp"

namespace cholesky {
namespace {

using gusset::TaskType;
using Matrix = gusset::TiledMatrix<double>;

auto update(const gusset::TileReference<double>& tile, Updates updates) {
  return updates == Updates::add ? add(tile) : write(tile);
}

}  // namespace

void submit_factorization(gusset::Runtime& runtime, const Matrix& a, Updates updates) {
  const TaskType syrk_type("syrk");
  const TaskType gemm_type("gemm");
  const TaskType potrf_type("potrf");
  const TaskType trsm_type("trsm");

  const std::size_t blocks = a.row_blocks();
  for (std::size_t i = 0; i < blocks; ++i) {
    const gusset::Annotation iteration("iteration", static_cast<std::int64_t>(i));
    const std::size_t columns = a.tile_columns(i);
    for (std::size_t j = 0; j < i; ++j) {
      const std::size_t inner = a.tile_columns(j);
      runtime.submit(syrk_type(syrk_flops(columns, inner)), syrk, read(a(i, j)), update(a(i, i), updates));
      for (std::size_t k = i + 1; k < blocks; ++k) {
        runtime.submit(gemm_type(gemm_flops(a.tile_rows(k), columns, inner)), gemm, read(a(k, j)),
                       read(a(i, j)), update(a(k, i), updates));
      }
    }
    runtime.submit(potrf_type(potrf_flops(columns)), potrf, write(a(i, i)));
    for (std::size_t j = i + 1; j < blocks; ++j) {
      runtime.submit(trsm_type(trsm_flops(a.tile_rows(j), columns)), trsm, read(a(i, i)), write(a(j, i)));
    }
  }
}

}  // namespace cholesky
