#pragma once
#include <cstddef>

#include "gusset/core/access_mode.hpp"
#include "gusset/core/runtime.hpp"
#include "gusset/core/tiled_matrix.hpp"

namespace gusset::simulator::testing {

/// Submits a tiled Cholesky factorization of an n × n matrix in blocks × blocks tiles, without kernels, and
/// waits for it. For each i: for j < i syrk(i,j → i,i), then for k > i gemm(k,j; i,j → k,i); potrf(i,i); for
/// j > i trsm(i,i → j,i). All but potrf may migrate if `may_migrate`.
inline void factorize(Runtime& runtime, std::size_t n, std::size_t blocks,
                      AccessMode updates = AccessMode::add, bool may_migrate = false) {
  static const TaskType gemm("gemm");
  static const TaskType potrf("potrf");
  static const TaskType syrk("syrk");
  static const TaskType trsm("trsm");
  auto a = TiledMatrix<double>::lower(runtime, "A", n, blocks);
  const auto nothing2 = [](Tile<const double>, Tile<double>) {};
  const auto nothing3 = [](Tile<const double>, Tile<const double>, Tile<double>) {};
  const auto update = [&](std::size_t i, std::size_t j) {
    return updates == AccessMode::add ? add(a(i, j)) : write(a(i, j));
  };
  const auto placed = [&](const TaskCall& call) { return may_migrate ? call.migratable() : call; };
  for (std::size_t i = 0; i < blocks; ++i) {
    const auto m = static_cast<double>(a.tile_rows(i));
    for (std::size_t j = 0; j < i; ++j) {
      const auto inner = static_cast<double>(a.tile_columns(j));
      runtime.submit(placed(syrk(m * m * inner)), nothing2, read(a(i, j)), update(i, i));
      for (std::size_t k = i + 1; k < blocks; ++k) {
        const auto rows = static_cast<double>(a.tile_rows(k));
        runtime.submit(placed(gemm(2 * rows * m * inner)), nothing3, read(a(k, j)), read(a(i, j)),
                       update(k, i));
      }
    }
    runtime.submit(
        potrf(m * m * m / 3), [](Tile<double>) {}, write(a(i, i)));
    for (std::size_t j = i + 1; j < blocks; ++j) {
      runtime.submit(placed(trsm(static_cast<double>(a.tile_rows(j)) * m * m)), nothing2, read(a(i, i)),
                     write(a(j, i)));
    }
  }
  runtime.wait();
}

}  // namespace gusset::simulator::testing
