#include "gusset/traces/picture/charts/curves_figure.hpp"

#include <algorithm>

#include "gusset/traces/picture/canvas/figure_sizes.hpp"
#include "gusset/traces/picture/canvas/text.hpp"
#include "gusset/traces/picture/charts/curves_panel.hpp"

namespace gusset::picture {
namespace {

constexpr int curves_title_height = 40;
constexpr int untitled_top = 4;
constexpr int curves_panel_gap = 24;
constexpr int min_panel_width = 300;
constexpr double sample_length = 30.0;

// The first curve of each name, in order of first appearance.
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
  int panel_height = 0;

  int height() const { return rows * (panel_height + curves_panel_gap); }
};

int top_of(const CurvesFigure& figure) {
  return figure.title.empty() ? untitled_top : curves_title_height;
}

/// The height of everything above and below the panels.
int height_of_others(const CurvesFigure& figure) {
  return top_of(figure) + curves_legend_line * static_cast<int>(legend_of(figure).size()) + margin;
}

Rows rows_of(const CurvesFigure& figure, const CurvesSize& size) {
  const int min_height = size.min_height - height_of_others(figure);
  const int whole = size.width - 2 * margin;
  const int fitting = std::max(1, (whole + curves_panel_gap) / (min_panel_width + curves_panel_gap));
  const int count = static_cast<int>(figure.panels.size());
  Rows rows;
  rows.rows = (count + fitting - 1) / fitting;
  rows.columns = (count + rows.rows - 1) / rows.rows;
  rows.panel_width = (whole - (rows.columns - 1) * curves_panel_gap) / rows.columns;
  rows.panel_height = std::max(size.min_panel_height, min_height / rows.rows - curves_panel_gap);
  return rows;
}

}  // namespace

int curves_height(const CurvesFigure& figure, const CurvesSize& size) {
  return height_of_others(figure) + rows_of(figure, size).height();
}

void draw_curves_legend(Canvas& canvas, const CurvesFigure& figure, const CurvesScale& scale, Point at,
                        double width) {
  constexpr double beside_sample = 10.0;
  for (const StyledCurve* curve : legend_of(figure)) {
    draw_curve_sample(canvas, *curve, scale, {at.x + 4.0, at.y - 4.0}, sample_length);
    const double indent = 4.0 + sample_length + beside_sample;
    write_fitting(canvas, {at.x + indent, at.y}, curve->name, width - indent, {.size = small_size});
    at.y += curves_legend_line;
  }
}

void draw_curves(Canvas& canvas, const CurvesFigure& figure, const CurvesSize& size) {
  const Rows rows = rows_of(figure, size);
  const int width = size.width;
  const int top = top_of(figure);
  const FittedTitle title =
      fitted_title(canvas, printable(figure.title), width - 2 * margin, title_size + 1.0, min_title_size);
  canvas.text({margin + 0.0, 24.0}, title.text, {.size = title.size, .bold = true});
  const CurvesScale scale = scale_of(figure);
  for (std::size_t i = 0; i < figure.panels.size(); ++i) {
    const int row = static_cast<int>(i) / rows.columns;
    const int column = static_cast<int>(i) % rows.columns;
    draw_curves_panel(
        canvas, figure.panels[i], scale,
        {margin + column * (rows.panel_width + curves_panel_gap),
         top + row * (rows.panel_height + curves_panel_gap), rows.panel_width, rows.panel_height});
  }
  draw_curves_legend(canvas, figure, scale, {margin + 0.0, top + rows.height() + 4.0}, width - 2 * margin);
}

}  // namespace gusset::picture
