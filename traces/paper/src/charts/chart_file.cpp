#include "gusset/traces/paper/charts/chart_file.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "gusset/traces/paper/figure/picture_file.hpp"
#include "gusset/traces/picture/canvas/figure_sizes.hpp"
#include "gusset/traces/picture/canvas/text.hpp"

namespace gusset::paper {
namespace {

bool is_finite(const picture::CurvePoint& point) {
  return point.x > 0.0 && std::isfinite(point.x) && std::isfinite(point.y) && point.y >= 0.0 &&
         std::isfinite(point.low) && std::isfinite(point.high) && point.low <= point.y &&
         point.y <= point.high;
}

bool is_consistent(const picture::HeatMap& map) {
  return map.cells.size() == map.rows.size() * map.columns.size();
}

bool is_consistent(const picture::BarChart& chart) {
  const auto fits = [&](const picture::BarPlot& plot) {
    const auto has_parts = [&](const auto& bar) { return bar.parts.size() == plot.parts.size(); };
    const auto is_known = [&](std::size_t part) { return part < chart.parts.size(); };
    return plot.bars.size() == chart.columns.size() &&
           std::all_of(plot.bars.begin(), plot.bars.end(), has_parts) &&
           std::all_of(plot.parts.begin(), plot.parts.end(), is_known);
  };
  return std::all_of(chart.plots.begin(), chart.plots.end(), fits);
}

}  // namespace

Result<Done> draw(const picture::CurvesFigure& figure, const std::filesystem::path& path,
                  const FigureOptions& options) {
  if (auto done = check_picture(path, options); !done) return done;
  if (figure.panels.empty()) return Error{path.string(), "a figure with panels to draw", "none"};
  for (const picture::CurvesPanel& panel : figure.panels) {
    for (const picture::StyledCurve& curve : panel.curves) {
      if (!std::all_of(curve.points.begin(), curve.points.end(), is_finite))
        return Error{path.string(), "points with x above 0 and y at least 0 and within its range",
                     "other points in curve \"" + picture::printable(curve.name) + "\""};
    }
  }
  const picture::CurvesSize size{options.width, options.min_height};
  return write_picture(path, options.width, curves_height(figure, size), options, figure.title,
                       [&](picture::Canvas& canvas) { draw_curves(canvas, figure, size); });
}

Result<Done> draw(const picture::PanelChart& chart, const std::filesystem::path& path,
                  const FigureOptions& options) {
  if (auto done = check_picture(path, options); !done) return done;
  const int width = options.width - 2 * picture::margin;
  const picture::PanelBox box{picture::margin, picture::margin, width, chart.height(width)};
  if (box.height == 0) return Error{path.string(), chart.content + " to draw", "none"};
  const int height = std::max(box.height + 2 * picture::margin, options.min_height);
  return write_picture(path, options.width, height, options, chart.title,
                       [&](picture::Canvas& canvas) { chart.draw(canvas, box); });
}

Result<Done> draw(const picture::SweepFigure& figure, const std::filesystem::path& path,
                  const FigureOptions& options) {
  if (auto done = check_picture(path, options); !done) return done;
  if (!is_consistent(figure.heat_map))
    return Error{path.string(), "a heat map with a cell for each row and column",
                 std::to_string(figure.heat_map.cells.size()) + " cells"};
  if (!is_consistent(figure.loads))
    return Error{path.string(), "bars with a value for each column and part", "missing values"};
  FigureOptions fitted = options;
  int height = sweep_height(figure, fitted.width);
  if (height == 0) return Error{path.string(), "a sweep of several configurations to draw", "none"};
  if (options.min_height > 0) {
    // A slide keeps its shape: a figure too high for it gets wider and scales down.
    const auto height_of_slide = [&] { return fitted.width * options.min_height / options.width; };
    while (height > height_of_slide() && fitted.width < 2 * options.width) {
      fitted.width += options.width / 10;
      height = sweep_height(figure, fitted.width);
    }
    fitted.points_per_pixel = options.points_per_pixel * options.width / fitted.width;
    fitted.png_scale = options.png_scale * options.width / fitted.width;
    height = std::max(height, height_of_slide());
  }
  return write_picture(path, fitted.width, height, fitted, figure.title,
                       [&](picture::Canvas& canvas) { draw_sweep(canvas, figure, fitted.width); });
}

}  // namespace gusset::paper
