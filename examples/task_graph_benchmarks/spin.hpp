#pragma once
#include <algorithm>
#include <chrono>

namespace task_graph_benchmarks {

/// Keeps the processor busy for that long.
inline void spin(double seconds) {
  const auto begin = std::chrono::steady_clock::now();
  while (std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count() < seconds) {
  }
}

/// The work of a task that spins, in ns: at least 1, so that simulations by work know the task.
inline double work_of(double seconds) {
  return std::max(1.0, 1e9 * seconds);
}

}  // namespace task_graph_benchmarks
