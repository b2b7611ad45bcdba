#pragma once
#include <filesystem>

#include "gusset/base/result.hpp"
#include "gusset/traces/paper/figure/figure.hpp"
#include "gusset/traces/picture/charts/curves_figure.hpp"

namespace gusset::figure {

using picture::CurvePoint;
using picture::CurvesFigure;
using picture::CurvesPanel;
using picture::CurveStyle;
using picture::StyledCurve;

/// Draws curves to `path`: PNG, SVG or PDF by its ending; panels stand one below the other where
/// `options.width` is not enough for all. Fails with the path and the reason. May be called from several
/// threads.
Result<Done> draw(const CurvesFigure& figure, const std::filesystem::path& path,
                  const FigureOptions& options = {});

}  // namespace gusset::figure
