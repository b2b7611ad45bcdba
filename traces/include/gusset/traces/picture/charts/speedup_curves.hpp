#pragma once
#include <string>

#include "gusset/traces/analysis/graph/speedup.hpp"
#include "gusset/traces/picture/charts/curves_figure.hpp"

namespace gusset::picture {

/// Plots speedup over threads on two logarithmic axes, where ideal speedup is a straight line. A band fills
/// the range between Brent's bound and the upper bound of any schedule. The axis reaches at least
/// `end_threads`, for points that are yet to come.
CurvesFigure speedup_curves(const traces::SpeedupCurve& curve, const std::string& title = {},
                            unsigned end_threads = 1);

}  // namespace gusset::picture
