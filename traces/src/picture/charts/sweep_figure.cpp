#include "gusset/traces/picture/charts/sweep_figure.hpp"

#include <algorithm>
#include <array>
#include <functional>

#include "gusset/traces/picture/canvas/figure_sizes.hpp"
#include "gusset/traces/picture/canvas/text.hpp"
#include "gusset/traces/picture/charts/curves_panel.hpp"

namespace gusset::picture {
namespace {

constexpr int figure_title_height = 40;
constexpr int panel_gap = 28;
constexpr int two_columns_from = 900;  // pixels of width
constexpr int scaling_plot_height = 300;

using Spots = std::vector<SweepSpot>;

struct Part {
  std::function<int(int)> height_of;  // the height for a width; 0 if there is nothing to draw
  std::function<Spots(Canvas&, const PanelBox&)> draw;
  PanelBox box = {};
};

int scaling_height(const CurvesPanel& panel) {
  const auto is_line = [](const StyledCurve& curve) {
    return curve.style != CurveStyle::thin && curve.points.size() > 1;
  };
  if (std::none_of(panel.curves.begin(), panel.curves.end(), is_line)) return 0;
  return scaling_plot_height + curves_legend_line * static_cast<int>(panel.curves.size()) + 8;
}

void draw_scaling(Canvas& canvas, const CurvesPanel& panel, PanelBox box) {
  const CurvesFigure figure{"", {panel}, true};
  const CurvesScale scale = scale_of(figure);
  box.height = scaling_plot_height;
  draw_curves_panel(canvas, panel, scale, box);
  draw_curves_legend(canvas, figure, scale, {box.left + 0.0, 1.0 * box.top + box.height + curves_legend_line},
                     box.width);
}

// Places the parts one below the other. Wide figures have two columns; each part goes into the shorter one.
std::vector<Part> placed_parts(const SweepFigure& figure, int width) {
  const auto always = [](int height) { return [height](int) { return height; }; };
  std::vector<Part> parts{
      {always(heat_map_height(figure.heat_map)),
       [&](Canvas& canvas, const PanelBox& box) { return draw_heat_map(canvas, figure.heat_map, box); }},
      {always(scaling_height(figure.scaling)),
       [&](Canvas& canvas, const PanelBox& box) {
         draw_scaling(canvas, figure.scaling, box);
         return Spots();
       }},
      {always(front_plot_height(figure.front)),
       [&](Canvas& canvas, const PanelBox& box) { return draw_front_plot(canvas, figure.front, box); }},
      {[&](int part_width) { return bar_chart_height(figure.loads, part_width); },
       [&](Canvas& canvas, const PanelBox& box) {
         draw_bar_chart(canvas, figure.loads, box);
         return Spots();
       }}};
  const int whole = width - 2 * margin;
  std::erase_if(parts, [whole](const Part& part) { return part.height_of(whole) == 0; });
  const bool is_wide = width >= two_columns_from && parts.size() > 1;
  const int part_width = is_wide ? (whole - panel_gap) / 2 : whole;
  std::array<int, 2> bottom{figure_title_height, figure_title_height};
  for (Part& part : parts) {
    const bool is_right = is_wide && bottom[1] < bottom[0];
    int& top = bottom[is_right ? 1 : 0];
    part.box = {margin + (is_right ? part_width + panel_gap : 0), top, part_width,
                part.height_of(part_width)};
    top += part.box.height + panel_gap;
  }
  return parts;
}

// Shortens a sentence to fit by dropping clauses at its end; semicolons separate clauses.
FittedTitle fitted_sentence(const Canvas& canvas, std::string text, double width) {
  for (std::size_t end = text.rfind("; ");
       end != std::string::npos && canvas.text_width(text, min_title_size, true) > width;
       end = text.rfind("; ")) {
    text.resize(end);
  }
  return fitted_title(canvas, text, width, title_size + 1.0, min_title_size);
}

}  // namespace

int sweep_height(const SweepFigure& figure, int width) {
  int bottom = 0;
  for (const Part& part : placed_parts(figure, width))
    bottom = std::max(bottom, part.box.top + part.box.height + margin);
  return bottom;
}

std::vector<SweepSpot> draw_sweep(Canvas& canvas, const SweepFigure& figure, int width) {
  const FittedTitle title = fitted_sentence(canvas, printable(figure.title), width - 2 * margin);
  canvas.text({margin + 0.0, 24.0}, title.text, {.size = title.size, .bold = true});
  Spots all;
  for (const Part& part : placed_parts(figure, width)) {
    const Spots spots = part.draw(canvas, part.box);
    all.insert(all.end(), spots.begin(), spots.end());
  }
  return all;
}

}  // namespace gusset::picture
