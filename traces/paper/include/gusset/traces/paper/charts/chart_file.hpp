#pragma once
#include <filesystem>

#include "gusset/base/result.hpp"
#include "gusset/traces/paper/figure/figure.hpp"
#include "gusset/traces/picture/charts/curves_figure.hpp"
#include "gusset/traces/picture/charts/panel_chart.hpp"
#include "gusset/traces/picture/charts/sweep_figure.hpp"

namespace gusset::paper {

/// The usual width of a figure with one panel of curves, in pixels.
inline constexpr int curves_width = 800;

// These functions draw a chart to `path` as PNG, SVG or PDF, chosen by its extension. On failure the error
// has the path and the reason. They may be called from several threads.

Result<Done> draw(const picture::CurvesFigure& figure, const std::filesystem::path& path,
                  const FigureOptions& options = {});
Result<Done> draw(const picture::PanelChart& chart, const std::filesystem::path& path,
                  const FigureOptions& options = {});
Result<Done> draw(const picture::SweepFigure& figure, const std::filesystem::path& path,
                  const FigureOptions& options = {});

}  // namespace gusset::paper
