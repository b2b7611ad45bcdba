#pragma once
#include <filesystem>

#include "gusset/base/result.hpp"
#include "gusset/traces/paper/figure/figure.hpp"
#include "gusset/traces/picture/charts/curves_figure.hpp"
#include "gusset/traces/picture/charts/sweep_figure.hpp"

namespace gusset::paper {

// Draw charts to `path`: PNG, SVG or PDF by its ending. Fail with the path and the reason. May be called from
// several threads.

Result<Done> draw(const picture::CurvesFigure& figure, const std::filesystem::path& path,
                  const FigureOptions& options = {});
Result<Done> draw(const picture::SweepFigure& figure, const std::filesystem::path& path,
                  const FigureOptions& options = {});

}  // namespace gusset::paper
