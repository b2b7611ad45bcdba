#pragma once
#include <cstddef>
#include <optional>
#include <vector>

namespace gusset::cluster::bench {

// The minimum effective task granularity of Task Bench (Slaughter et al. 2020): the smallest average time per
// task, with all overheads, at which a program still spends half of its cores' time in kernels.

/// A kernel that computes: about `iterations` dependent multiplications. Returns their result.
double compute(std::size_t iterations);

/// The seconds that one iteration takes alone: the best of several attempts.
double seconds_per_iteration();

/// One graph of the series: tasks that all have the same size.
struct Graph {
  std::size_t iterations = 0;  ///< of each task's kernel
  std::size_t steps = 0;       ///< of the stencil
};

/// The graphs to execute, from the smallest tasks to the largest: always the same ones, because all nodes
/// must run the same program. No graph has more than `most_steps` steps.
std::vector<Graph> metg_series(std::size_t most_steps);

/// How long a graph took.
struct Measured {
  double kernel_s = 0.0;       ///< one task's kernel alone
  double granularity_s = 0.0;  ///< wall time × cores ÷ tasks
};

/// The granularity in seconds at which the efficiency, kernel_s ÷ granularity_s, passes 50 % for good,
/// interpolated between two graphs of the series. The smallest granularity if all graphs are efficient
/// enough; nothing if the largest tasks are not.
std::optional<double> metg_s(const std::vector<Measured>& series);

}  // namespace gusset::cluster::bench
