#pragma once
#include <string>
#include <vector>

#include "accuracy/laboratory.hpp"
#include "accuracy/published_scaling.hpp"
#include "accuracy/scaling_prediction.hpp"

namespace accuracy {

/// What was predicted for one N_1, by numbers of nodes.
struct ScalingCurve {
  const ScalingSeries* series = nullptr;
  std::vector<ScalingPrediction> predictions;  ///< that for one node first

  /// S_p ÷ (p · S_1), both predicted, of a makespan of that prediction.
  double efficiency(const ScalingPrediction& prediction, double makespan_s) const;
  double efficiency(const ScalingPrediction& prediction) const {
    return efficiency(prediction, prediction.makespan_s);
  }
};

/// Draws predicted beside measured efficiencies, a panel for each N_1, by `gusset render`. Throws
/// std::runtime_error.
void draw_scaling(const Laboratory& laboratory, const std::vector<ScalingCurve>& curves,
                  const std::string& path);

}  // namespace accuracy
