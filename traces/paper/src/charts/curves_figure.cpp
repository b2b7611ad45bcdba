#include "gusset/traces/paper/charts/curves_figure.hpp"

#include <algorithm>
#include <cmath>

#include "curves_panel.hpp"
#include "timeline/layout.hpp"
#include "canvas/picture_file.hpp"
#include "canvas/text.hpp"

namespace gusset::figure {
namespace {

using gusset::Done;
using gusset::Error;
using gusset::Result;

constexpr int curves_title_height = 40;
constexpr int curves_panel_gap = 24;
constexpr int least_panel_height = 300;
constexpr int least_panel_width = 300;
constexpr int curves_legend_line = 18;
constexpr double sample_length = 30.0;

// One of each name, in the order in which they come.
std::vector<const StyledCurve*> legend_of(const CurvesFigure& figure) {
  std::vector<const StyledCurve*> curves;
  for (const CurvesPanel& panel : figure.panels) {
    for (const StyledCurve& curve : panel.curves) {
      const auto is_same = [&](const StyledCurve* known) { return known->name == curve.name; };
      if (std::none_of(curves.begin(), curves.end(), is_same)) curves.push_back(&curve);
    }
  }
  return curves;
}

struct Rows {
  int columns = 1;
  int rows = 1;
  int panel_width = 0;
  int panel_height = least_panel_height;

  int height() const { return rows * (panel_height + curves_panel_gap); }
};

/// `least_height`: of all panels, as far as they are to fill it.
Rows rows_of(std::size_t panels, int width, int least_height) {
  const int whole = width - 2 * margin;
  const int fitting = std::max(1, (whole + curves_panel_gap) / (least_panel_width + curves_panel_gap));
  const int count = static_cast<int>(panels);
  Rows rows;
  rows.rows = (count + fitting - 1) / fitting;
  rows.columns = (count + rows.rows - 1) / rows.rows;
  rows.panel_width = (whole - (rows.columns - 1) * curves_panel_gap) / rows.columns;
  rows.panel_height = std::max(least_panel_height, least_height / rows.rows - curves_panel_gap);
  return rows;
}

void draw_on(Canvas& canvas, const CurvesFigure& figure, const Rows& rows, int width) {
  const FittedTitle title =
      fitted_title(printable(figure.title), width - 2 * margin, title_size + 1.0, least_title_size);
  canvas.text({margin + 0.0, 24.0}, title.text, {.size = title.size, .bold = true});
  const CurvesScale scale = scale_of(figure);
  for (std::size_t i = 0; i < figure.panels.size(); ++i) {
    const int row = static_cast<int>(i) / rows.columns;
    const int column = static_cast<int>(i) % rows.columns;
    draw_curves(canvas, figure.panels[i], scale,
                {margin + column * (rows.panel_width + curves_panel_gap),
                 curves_title_height + row * (rows.panel_height + curves_panel_gap), rows.panel_width,
                 rows.panel_height});
  }
  double baseline = curves_title_height + rows.height() + 4.0;
  for (const StyledCurve* curve : legend_of(figure)) {
    draw_curve_sample(canvas, *curve, scale, {margin + 4.0, baseline - 4.0}, sample_length);
    const double left = margin + sample_length + 14.0;
    canvas.text({left, baseline}, shortened(printable(curve->name), width - margin - left, small_size),
                {.size = small_size});
    baseline += curves_legend_line;
  }
}

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
  const int others =
      curves_title_height + curves_legend_line * static_cast<int>(legend_of(figure).size()) + margin;
  const Rows rows = rows_of(figure.panels.size(), options.width, options.least_height - others);
  return write_picture(path, options.width, others + rows.height(), options, figure.title,
                       [&](Canvas& canvas) { draw_on(canvas, figure, rows, options.width); });
}

}  // namespace gusset::figure
