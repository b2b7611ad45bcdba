#include "gusset/figure/sweep_figure.hpp"

#include <algorithm>
#include <array>

#include "layout.hpp"
#include "picture_file.hpp"
#include "sweep_panels.hpp"
#include "text.hpp"

namespace gusset::figure {
namespace {

using traces::Done;
using traces::Error;
using traces::Result;

constexpr int title_height = 40;
constexpr int panel_gap = 28;
constexpr int two_columns_from = 900;  // pixels of width

enum class Part { heat_map, curve, front };

struct Place {
  Part part;
  PanelBox box;
};

int height_of(const SweepFigure& figure, Part part, int width) {
  switch (part) {
    case Part::heat_map:
      return heat_map_height(figure.heat_map, width);
    case Part::curve:
      return scaling_curve_height(figure.curve, width);
    case Part::front:
      break;
  }
  return front_plot_height(figure.front, width);
}

// One below the other; in wide figures in two columns, each where most room is left.
std::vector<Place> lay_out(const SweepFigure& figure, int width, int& height) {
  const int whole = width - 2 * margin;
  constexpr std::array parts{Part::heat_map, Part::curve, Part::front};
  const auto is_drawn = [&](Part part) { return height_of(figure, part, whole) > 0; };
  const bool is_wide = width >= two_columns_from && std::count_if(parts.begin(), parts.end(), is_drawn) > 1;
  const int part_width = is_wide ? (whole - panel_gap) / 2 : whole;
  std::array<int, 2> bottom{title_height, title_height};
  std::vector<Place> places;
  for (const Part part : parts) {
    const int part_height = height_of(figure, part, part_width);
    if (part_height == 0) continue;
    const bool is_right = is_wide && bottom[1] < bottom[0];
    int& top = bottom[is_right ? 1 : 0];
    places.push_back(
        {part, {margin + (is_right ? part_width + panel_gap : 0), top, part_width, part_height}});
    top += part_height + panel_gap;
  }
  height = std::max(bottom[0], bottom[1]) - panel_gap + margin;
  return places;
}

bool is_consistent(const HeatMap& map) {
  return map.cells.size() == map.rows.size() * map.columns.size();
}

// As much of a sentence as fits: clauses end in semicolons.
FittedTitle fitted_sentence(std::string text, double width) {
  for (std::size_t end = text.rfind("; ");
       end != std::string::npos && text_width(text, least_title_size, true) > width; end = text.rfind("; ")) {
    text.resize(end);
  }
  return fitted_title(text, width, title_size + 1.0, least_title_size);
}

void draw_on(Canvas& canvas, const SweepFigure& figure, const std::vector<Place>& places, int width) {
  const FittedTitle title = fitted_sentence(printable(figure.title), width - 2 * margin);
  canvas.text({margin + 0.0, 24.0}, title.text, {.size = title.size, .bold = true});
  for (const Place& place : places) {
    switch (place.part) {
      case Part::heat_map:
        draw_heat_map(canvas, figure.heat_map, place.box);
        break;
      case Part::curve:
        draw_scaling_curve(canvas, figure.curve, place.box);
        break;
      case Part::front:
        draw_front_plot(canvas, figure.front, place.box);
        break;
    }
  }
}

}  // namespace

Result<Done> draw(const SweepFigure& figure, const std::filesystem::path& path,
                  const FigureOptions& options) {
  if (auto done = check_picture(path, options); !done) return done;
  if (!is_consistent(figure.heat_map))
    return Error{path.string(), "a heat map with a cell for each row and column",
                 std::to_string(figure.heat_map.cells.size()) + " cells"};
  int height = 0;
  const std::vector<Place> places = lay_out(figure, options.width, height);
  if (places.empty()) return Error{path.string(), "a sweep of several configurations to draw", "none"};
  return write_picture(path, options.width, height, options, figure.title,
                       [&](Canvas& canvas) { draw_on(canvas, figure, places, options.width); });
}

}  // namespace gusset::figure
