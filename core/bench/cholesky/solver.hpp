#pragma once
#include <cstddef>
#include <string>
#include <vector>

#include "tiles.hpp"

namespace gusset::bench {

/// A way to factorize a matrix.
struct Solver {
  std::string name;
  /// Whether it uses OpenBLAS's own threads; the other solvers call OpenBLAS from their own threads.
  bool has_blas_threads = false;
  /// Returns the seconds of each repetition on that many workers, and leaves the last repetition's factor in
  /// the tiles. Call it once per process.
  std::vector<double> (*factorize)(Tiles& tiles, unsigned workers, std::size_t repetitions);
};

/// This repository's runtime, the other runtimes found at build time, and OpenBLAS's own dpotrf last.
const std::vector<Solver>& solvers();

std::vector<double> factorize_gusset(Tiles& tiles, unsigned workers, std::size_t repetitions);
std::vector<double> factorize_openmp(Tiles& tiles, unsigned workers, std::size_t repetitions);
std::vector<double> factorize_tbb(Tiles& tiles, unsigned workers, std::size_t repetitions);
std::vector<double> factorize_starpu(Tiles& tiles, unsigned workers, std::size_t repetitions);
std::vector<double> factorize_openblas(Tiles& tiles, unsigned workers, std::size_t repetitions);

/// The share of all workers' time outside of kernels, in the middle 80 % of a recorded factorization by this
/// repository's runtime: the cost of idling and overhead while there is work for every worker.
double idle_share(Tiles& tiles, unsigned workers);

}  // namespace gusset::bench
