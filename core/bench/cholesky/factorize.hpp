#pragma once
#include <chrono>
#include <vector>

#include "kernels.hpp"
#include "session.hpp"
#include "tiles.hpp"

namespace gusset::bench {

/// Submits the tasks of a tiled right-looking Cholesky factorization; each update is a write.
template <class Session>
void submit_factorization(Session& session, const Tiles& tiles) {
  static std::size_t rows;  // not stored in each task, because a oneTBB task has room for three pointers
  rows = tiles.tile_rows();
  const std::size_t blocks = tiles.blocks();
  const auto handle = [blocks](std::size_t i, std::size_t j) { return i * blocks + j; };
  for (std::size_t k = 0; k < blocks; ++k) {
    double* const diagonal = tiles.tile(k, k);
    session.submit([diagonal] { potrf(diagonal, rows); }, Write{handle(k, k)});
    for (std::size_t i = k + 1; i < blocks; ++i) {
      double* const panel = tiles.tile(i, k);
      session.submit([diagonal, panel] { trsm(diagonal, panel, rows); }, Read{handle(k, k)},
                     Write{handle(i, k)});
    }
    for (std::size_t i = k + 1; i < blocks; ++i) {
      double* const left = tiles.tile(i, k);
      for (std::size_t j = k + 1; j < i; ++j) {
        double* const right = tiles.tile(j, k);
        double* const result = tiles.tile(i, j);
        session.submit([left, right, result] { gemm(left, right, result, rows); }, Read{handle(i, k)},
                       Read{handle(j, k)}, Write{handle(i, j)});
      }
      double* const result = tiles.tile(i, i);
      session.submit([left, result] { syrk(left, result, rows); }, Read{handle(i, k)}, Write{handle(i, i)});
    }
  }
}

/// The seconds that each of `repetitions` factorizations takes, after an uncounted first one.
template <class Session>
std::vector<double> time_factorizations(Tiles& tiles, unsigned workers, std::size_t repetitions) {
  std::vector<double> seconds;
  Session::open({workers, tiles.blocks() * tiles.blocks(), "", false}, [&](Session& session) {
    for (std::size_t i = 0; i <= repetitions; ++i) {
      tiles.fill();
      const auto begin = std::chrono::steady_clock::now();
      submit_factorization(session, tiles);
      session.wait();
      const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - begin;
      if (i > 0) seconds.push_back(elapsed.count());
    }
  });
  return seconds;
}

}  // namespace gusset::bench
