#pragma once
#include <string>

#include "gusset/traces/analysis/graph/speedup.hpp"
#include "gusset/traces/picture/charts/curves_figure.hpp"

namespace gusset::picture {

/// A curve of speedups over threads, on two logarithmic axes, where ideal speedup is a straight line: between
/// Brent's bound and what no schedule exceeds lies a band. The axis ends at `end_threads` where points are
/// still to come.
CurvesFigure speedup_curves(const traces::SpeedupCurve& curve, const std::string& title = {},
                            unsigned end_threads = 1);

}  // namespace gusset::picture
