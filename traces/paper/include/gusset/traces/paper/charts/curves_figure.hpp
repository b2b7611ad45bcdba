#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "gusset/traces/paper/charts/curve_point.hpp"
#include "gusset/traces/paper/timeline/figure.hpp"
#include "gusset/base/result.hpp"

namespace gusset::figure {

/// How a curve looks, so that curves can be told apart in grey as well: squares on a line, discs on a line
/// with bars for their ranges, or a dashed or dotted line.
enum class CurveStyle { squares, discs, dashes, dots };

struct StyledCurve {
  std::string name;
  CurveStyle style = CurveStyle::discs;
  std::vector<CurvePoint> points;  ///< by x
};

/// Curves over a logarithmic axis that has a tick where points are; the other axis is linear and begins at 0.
struct CurvesPanel {
  std::string title;
  std::string x_title;
  std::string y_title;
  std::vector<StyledCurve> curves;
};

/// Panels side by side, with one vertical scale and one legend, so that what they show can be compared. A
/// curve looks alike in all panels that have one of its name. Texts are UTF-8 and may come from outside.
struct CurvesFigure {
  std::string title;
  std::vector<CurvesPanel> panels;
};

/// Draws them to `path`: PNG, SVG or PDF by its ending; one below the other where `options.width` is not
/// enough for all. Fails with the path and the reason. May be called from several threads.
Result<Done> draw(const CurvesFigure& figure, const std::filesystem::path& path,
                                  const FigureOptions& options = {});

}  // namespace gusset::figure
