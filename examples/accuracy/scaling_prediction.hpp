#pragma once
#include <cstddef>
#include <string>
#include <vector>

#include "accuracy/command_runner.hpp"
#include "accuracy/published_scaling.hpp"

namespace accuracy {

/// The simulation of one factorization.
struct ScalingPrediction {
  std::size_t step = 0;  ///< index into scaling_steps
  std::size_t rows = 0;
  std::string blocks;                    ///< "16x30"
  double work = 0.0;                     ///< floating-point operations
  double makespan_s = 0.0;               ///< median over seeds
  double min_s = 0.0;                    ///< smallest makespan over seeds
  double max_s = 0.0;                    ///< largest makespan over seeds
  double busiest_s = 0.0;                ///< time of the busiest node's tasks ÷ its workers, a lower bound
  double task_s = 0.0;                   ///< mean time of the tasks that compute
  std::vector<std::string> assumptions;  ///< the platform's assumptions

  double flops_per_s() const { return work / makespan_s; }
};

/// Simulates Cholesky factorizations on nodes of Rackham. Thread 0 of each node only submits.
class ScalingSimulator {
 public:
  /// Runs `seeds` simulations per prediction. `parts` replaces the published number of level-2 blocks per
  /// row; 0 keeps it.
  ScalingSimulator(const CommandRunner& runner, std::size_t seeds, std::size_t parts)
      : runner_(runner), seeds_(seeds), parts_(parts) {}

  /// Predicts the factorization of N_p = √p · N_1 rows on p nodes of a square grid. `work_per_s` is the rate
  /// of each thread that computes. Throws std::runtime_error if a command fails.
  ScalingPrediction predict(std::size_t step, const ScalingSeries& series, double work_per_s) const;

  /// Returns the threads' rate for which the prediction on one node equals the measurement. Throws
  /// std::runtime_error if a command fails.
  double rate_from_one_node(const ScalingSeries& series) const;

 private:
  const CommandRunner& runner_;
  std::size_t seeds_;
  std::size_t parts_;
};

}  // namespace accuracy
