#pragma once
#include <cstddef>
#include <string>
#include <vector>

#include "tiles.hpp"

namespace gusset::bench {

/// Somebody who factorizes a matrix.
struct Solver {
  std::string name;
  /// Whether it uses OpenBLAS's own threads; the others call it from theirs.
  bool has_blas_threads = false;
  /// Seconds of each repetition on that many workers; leaves a factor in the tiles. To be called once per
  /// process.
  std::vector<double> (*factorize)(Tiles& tiles, unsigned workers, std::size_t repetitions);
};

/// This repository's runtime, the others that were there when this was built, and OpenBLAS's own dpotrf last.
const std::vector<Solver>& solvers();

std::vector<double> factorize_gusset(Tiles& tiles, unsigned workers, std::size_t repetitions);
std::vector<double> factorize_openmp(Tiles& tiles, unsigned workers, std::size_t repetitions);
std::vector<double> factorize_tbb(Tiles& tiles, unsigned workers, std::size_t repetitions);
std::vector<double> factorize_starpu(Tiles& tiles, unsigned workers, std::size_t repetitions);
std::vector<double> factorize_openblas(Tiles& tiles, unsigned workers, std::size_t repetitions);

/// Share of all workers' time that is not in kernels, in the middle 80 % of a recorded factorization by this
/// repository's runtime: what idling and overhead cost where there is work for everybody.
double idle_share(Tiles& tiles, unsigned workers);

}  // namespace gusset::bench
