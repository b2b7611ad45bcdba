#include "gusset/traces/paper/charts/sweep_figure.hpp"

#include <algorithm>
#include <array>
#include <cstdint>

#include "canvas/cairo_canvas.hpp"
#include "canvas/text.hpp"
#include "figure/layout.hpp"
#include "gusset/traces/paper/charts/sweep_image.hpp"
#include "gusset/traces/paper/figure/picture_file.hpp"
#include "gusset/traces/picture/canvas/dark_canvas.hpp"
#include "sweep_panels.hpp"

namespace gusset::figure {
namespace {

using gusset::Done;
using gusset::Error;
using gusset::Result;

constexpr int figure_title_height = 40;
constexpr int panel_gap = 28;
constexpr int two_columns_from = 900;  // pixels of width

enum class Part { heat_map, curve, front, loads };

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
      return front_plot_height(figure.front, width);
    case Part::loads:
      break;
  }
  return bar_chart_height(figure.loads, width);
}

// One below the other; in wide figures in two columns, each where most room is left.
std::vector<Place> lay_out(const SweepFigure& figure, int width, int& height) {
  const int whole = width - 2 * margin;
  constexpr std::array parts{Part::heat_map, Part::curve, Part::front, Part::loads};
  const auto is_drawn = [&](Part part) { return height_of(figure, part, whole) > 0; };
  const bool is_wide = width >= two_columns_from && std::count_if(parts.begin(), parts.end(), is_drawn) > 1;
  const int part_width = is_wide ? (whole - panel_gap) / 2 : whole;
  std::array<int, 2> bottom{figure_title_height, figure_title_height};
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

bool is_consistent(const BarChart& chart) {
  const auto fits = [&](const BarPlot& plot) {
    const auto has_parts = [&](const StackedBar& bar) { return bar.parts.size() == plot.parts.size(); };
    const auto is_known = [&](std::size_t part) { return part < chart.parts.size(); };
    return plot.bars.size() == chart.columns.size() &&
           std::all_of(plot.bars.begin(), plot.bars.end(), has_parts) &&
           std::all_of(plot.parts.begin(), plot.parts.end(), is_known);
  };
  return std::all_of(chart.plots.begin(), chart.plots.end(), fits);
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
      case Part::loads:
        draw_bar_chart(canvas, figure.loads, place.box);
        break;
    }
  }
}

}  // namespace

namespace {

Result<Done> check_sweep(const SweepFigure& figure, const std::filesystem::path& path) {
  if (!is_consistent(figure.heat_map))
    return Error{path.string(), "a heat map with a cell for each row and column",
                 std::to_string(figure.heat_map.cells.size()) + " cells"};
  if (!is_consistent(figure.loads))
    return Error{path.string(), "bars with a value for each column and part", "others"};
  return Done{};
}

std::uint32_t on_dark_paper(std::uint32_t pixel) {
  const auto channel = [pixel](int shift) { return static_cast<std::uint8_t>(pixel >> shift & 255U); };
  const Colour dark = picture::turned_dark({channel(16), channel(8), channel(0)});
  return std::uint32_t{dark.red} << 16 | std::uint32_t{dark.green} << 8 | dark.blue;
}

Error nothing_to_draw(const std::filesystem::path& path) {
  return {path.string(), "a sweep of several configurations to draw", "none"};
}

}  // namespace

Result<Done> draw(const SweepFigure& figure, const std::filesystem::path& path,
                  const FigureOptions& options) {
  if (auto done = check_picture(path, options); !done) return done;
  if (auto done = check_sweep(figure, path); !done) return done;
  FigureOptions fitted = options;
  int height = 0;
  std::vector<Place> places = lay_out(figure, fitted.width, height);
  if (places.empty()) return nothing_to_draw(path);
  if (options.least_height > 0) {
    // A slide keeps its shape: what is too high for it gets wider, in smaller letters.
    const auto height_of_slide = [&] { return fitted.width * options.least_height / options.width; };
    while (height > height_of_slide() && fitted.width < 2 * options.width) {
      fitted.width += options.width / 12;
      places = lay_out(figure, fitted.width, height);
    }
    fitted.points_per_pixel = options.points_per_pixel * options.width / fitted.width;
    height = std::max(height, height_of_slide());
  }
  return write_picture(path, fitted.width, height, fitted, figure.title,
                       [&](Canvas& canvas) { draw_on(canvas, figure, places, fitted.width); });
}

Result<SweepImage> image_of(const SweepFigure& figure, int width, int scale, traces::Paper paper) {
  const std::filesystem::path name = "sweep";
  if (auto done = check_sweep(figure, name); !done) return done.error();
  SweepImage image{std::max(width, least_size), 0, std::max(scale, 1), {}, {}};
  const std::vector<Place> places = lay_out(figure, image.width, image.height);
  if (places.empty()) return nothing_to_draw(name);
  if (std::max(image.width, image.height) > greatest_size / image.scale)
    return Error{name.string(), "a picture of up to " + std::to_string(greatest_size) + " pixels",
                 std::to_string(image.height * image.scale)};
  ImageCanvas canvas(image.width, image.height, image.scale);
  draw_on(canvas, figure, places, image.width);
  image.pixels = canvas.pixels();
  image.spots = canvas.spots();
  if (paper == traces::Paper::dark)
    std::transform(image.pixels.begin(), image.pixels.end(), image.pixels.begin(), on_dark_paper);
  if (image.pixels.empty()) return Error{name.string(), "memory for the picture", "too little"};
  return image;
}

}  // namespace gusset::figure
