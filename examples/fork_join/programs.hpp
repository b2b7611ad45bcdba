#pragma once
#include <chrono>
#include <cstddef>
#include <string>
#include <vector>

#include "gusset/core/runtime.hpp"

// Recursive fork-join programs over subtasks [Chen, Huang, Guo, Zhou: "CAB: Cache Aware Bi-tier task-stealing
// in multi-socket multi-core architecture", 2011, uses these programs]. Each divides its data in halves; the
// runtime calls the kernels' `split`, so simulations divide too.
namespace fork_join {

struct Settings {
  std::size_t rows = 512;     ///< of the matrix; numbers to sort or transform; queens; plies
  std::size_t columns = 512;  ///< of the matrix
  std::size_t steps = 10;     ///< sweeps, or eliminated columns
  std::size_t leaves = 16;    ///< parts that are not divided any more, a power of 2
};

/// What a program found when it checked its result.
struct Outcome {
  std::string text;  ///< "difference from the serial program 0"
  bool is_right = true;
  double seconds = 0.0;  ///< from the first submission until all tasks have completed
};

/// Measures Outcome::seconds. Make it before the first submission.
class Stopwatch {
 public:
  double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
  }

 private:
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

// Each submits its tasks, waits, and checks the result if there is one. A runtime without data gets the same
// tasks.
Outcome heat(gusset::Runtime& runtime, const Settings& settings);      ///< Jacobi sweeps over two copies
Outcome sor(gusset::Runtime& runtime, const Settings& settings);       ///< red and black sweeps in place
Outcome ge(gusset::Runtime& runtime, const Settings& settings);        ///< Gaussian elimination, row by row
Outcome sort(gusset::Runtime& runtime, const Settings& settings);      ///< a bitonic network of merges
Outcome queens(gusset::Runtime& runtime, const Settings& settings);    ///< counts solutions; no data
Outcome fft(gusset::Runtime& runtime, const Settings& settings);       ///< radix 2, decimation in time
Outcome ck(gusset::Runtime& runtime, const Settings& settings);        ///< searches a game tree; no data
Outcome cholesky(gusset::Runtime& runtime, const Settings& settings);  ///< over quarters of quarters

}  // namespace fork_join
