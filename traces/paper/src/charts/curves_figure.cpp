#include "gusset/traces/paper/charts/curves_figure.hpp"

#include <algorithm>
#include <cmath>

#include "canvas/text.hpp"
#include "gusset/traces/paper/figure/picture_file.hpp"

namespace gusset::figure {
namespace {

using gusset::Done;
using gusset::Error;
using gusset::Result;

bool is_finite(const CurvePoint& point) {
  return point.x > 0.0 && std::isfinite(point.x) && std::isfinite(point.y) && point.y >= 0.0 &&
         std::isfinite(point.low) && std::isfinite(point.high) && point.low <= point.y &&
         point.y <= point.high;
}

}  // namespace

Result<Done> draw(const CurvesFigure& figure, const std::filesystem::path& path,
                  const FigureOptions& options) {
  if (auto done = check_picture(path, options); !done) return done;
  if (figure.panels.empty()) return Error{path.string(), "a figure with panels to draw", "none"};
  for (const CurvesPanel& panel : figure.panels) {
    for (const StyledCurve& curve : panel.curves) {
      if (!std::all_of(curve.points.begin(), curve.points.end(), is_finite))
        return Error{path.string(), "points with x above 0, y from 0 on and within their range",
                     "others in curve \"" + printable(curve.name) + "\""};
    }
  }
  const picture::CurvesSize size{options.width, options.least_height};
  return write_picture(path, options.width, curves_height(figure, size), options, figure.title,
                       [&](picture::Canvas& canvas) { draw_curves(canvas, figure, size); });
}

}  // namespace gusset::figure
