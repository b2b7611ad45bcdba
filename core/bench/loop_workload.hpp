#pragma once
#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <stdexcept>
#include <vector>

#include "bench/statistics.hpp"
#include "measure_session.hpp"

namespace gusset::bench {

/// Four loops (SWITCHES, Diavastos and Trancoso 2017, Figure 1). Each reads what the previous loop wrote; the
/// loops write two arrays alternately. They are cut into chunks of any size, and each chunk is a task. The
/// work is the same for any chunk size.
class LoopWorkload {
 public:
  static constexpr std::size_t loops = 4;
  static constexpr std::size_t iterations = 1 << 15;

  LoopWorkload() {
    input_.resize(iterations);
    for (std::size_t i = 0; i < iterations; ++i) input_[i] = static_cast<double>(i);
    for (std::vector<double>& array : arrays_) array.assign(iterations, 0.0);
  }

  /// Iterations begin … end − 1 of a loop. An iteration must not cost less in a long chunk, so compilers may
  /// not join iterations.
  void run(std::size_t loop, std::size_t begin, std::size_t end) {
    const double* const from = loop == 0 ? input_.data() : element(loop - 1, 0);
    double* const to = element(loop, 0);
    for (std::size_t i = begin; i < end; ++i) {
      to[i] = step(from[i]);
      asm volatile("" : : : "memory");
    }
  }
  /// The element that iteration i of a loop writes. In dependencies, the first element of a chunk identifies
  /// the chunk.
  double* element(std::size_t loop, std::size_t i) { return &arrays_[loop % 2][i]; }

  /// The number of iterations that one thread runs in about this time.
  std::size_t iterations_in(double ns) {
    const std::vector<double> samples = time_tasks(loops * iterations, std::chrono::milliseconds(20), [&] {
      for (std::size_t loop = 0; loop < loops; ++loop) run(loop, 0, iterations);
    });
    const double found = std::round(ns / median(samples));
    return static_cast<std::size_t>(std::clamp(found, 1.0, static_cast<double>(iterations)));
  }

  /// Throws std::runtime_error unless all loops have run, in order, since the last call.
  void check() {
    std::vector<double>& result = arrays_[(loops - 1) % 2];
    for (std::size_t i = 0; i < iterations; ++i) {
      double x = input_[i];
      for (std::size_t loop = 0; loop < loops; ++loop) x = step(x);
      if (std::abs(result[i] - x) > 1e-9 * (1.0 + x))
        throw std::runtime_error("four loops: expected the results of a sequential run, found others");
    }
    std::fill(result.begin(), result.end(), 0.0);
  }

 private:
  static double step(double x) {
    for (int k = 0; k < 6; ++k) x = x * 0.999 + 0.001 * k;
    return x;
  }

  std::vector<double> input_;
  std::array<std::vector<double>, 2> arrays_;  ///< the loops write them alternately
};

/// The share of its best speedup that a runtime keeps when tasks take about 50 ns. `samples(chunk, budget)`
/// returns the times of all loops in tasks of `chunk` iterations.
template <class Samples>
double measure_share_kept(LoopWorkload& workload, std::chrono::milliseconds budget, Samples&& samples) {
  std::vector<std::size_t> chunks;
  for (std::size_t chunk = workload.iterations_in(50.0); chunk <= LoopWorkload::iterations / 2; chunk *= 4)
    chunks.push_back(chunk);
  const std::chrono::milliseconds each = budget / static_cast<int>(chunks.size());
  double smallest = 0.0, best = 0.0;
  for (const std::size_t chunk : chunks) {
    const double time = median(samples(chunk, each));
    workload.check();
    if (chunk == chunks.front()) smallest = best = time;
    best = std::min(best, time);
  }
  return best / smallest;
}

}  // namespace gusset::bench
