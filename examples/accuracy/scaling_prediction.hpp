#pragma once
#include <cstddef>
#include <string>
#include <vector>

#include "accuracy/laboratory.hpp"
#include "accuracy/published_scaling.hpp"

namespace accuracy {

/// One factorization in simulation.
struct ScalingPrediction {
  std::size_t step = 0;  ///< of scaling_steps
  std::size_t rows = 0;
  std::string blocks;                    ///< "16x30"
  double work = 0.0;                     ///< floating-point operations
  double makespan_s = 0.0;               ///< the median over seeds
  double min_s = 0.0;                    ///< of the makespan, over seeds
  double max_s = 0.0;                    ///<
  double busiest_s = 0.0;                ///< the busiest node's work ÷ its workers: no schedule is shorter
  double task_s = 0.0;                   ///< mean of the tasks that compute
  std::vector<std::string> assumptions;  ///< of the platform

  double flops_per_s() const { return work / makespan_s; }
};

/// Cholesky factorizations on nodes of Rackham, thread 0 of each submitting only.
class ScalingSimulator {
 public:
  /// `seeds` simulations each. `parts` in a row of a block instead of the published ones; 0: these.
  ScalingSimulator(const Laboratory& laboratory, std::size_t seeds, std::size_t parts)
      : laboratory_(laboratory), seeds_(seeds), parts_(parts) {}

  /// N_p = √p · N_1 rows on p nodes of a square grid; `work_per_s` of each thread that computes. Throws
  /// std::runtime_error.
  ScalingPrediction predict(std::size_t step, const ScalingSeries& series, double work_per_s) const;

  /// At which rate of threads the prediction for one node is what was measured there. Throws
  /// std::runtime_error.
  double rate_from_one_node(const ScalingSeries& series) const;

 private:
  const Laboratory& laboratory_;
  std::size_t seeds_;
  std::size_t parts_;
};

}  // namespace accuracy
