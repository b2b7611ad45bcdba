#include "gusset/traces/paper/figure/figure.hpp"

#include <cmath>
#include <string_view>

#include "category_colours.hpp"
#include "drawing.hpp"
#include "gusset/base/numbers.hpp"
#include "gusset/traces/analysis/time/statistics.hpp"
#include "gusset/traces/model/names.hpp"
#include "gusset/traces/paper/figure/picture_file.hpp"
#include "layout.hpp"
#include "legend.hpp"
#include "panel_detail.hpp"

namespace gusset::paper {
namespace {

Result<Done> check(const std::vector<Panel>& panels, const std::filesystem::path& path,
                   const FigureOptions& options) {
  if (panels.empty() && is_picture(path)) return Error{path.string(), "at least one trace to draw", "none"};
  return check_picture(path, options);
}

// Lays out a figure. Calls use(width, height, draw_on) and returns its result.
template <class Use>
auto with_layout(const std::vector<Panel>& panels, const std::vector<PanelDetail>& details,
                 const FigureOptions& options, const Use& use) {
  const CategoryColours colours = colours_of(panels, options.custom_colours);
  const Legend legend(panels, details, options, colours, options.width - 2 * margin);
  const Layout layout = lay_out(panels, options, legend.lines(), depths_of(details));
  return use(layout.width, layout.height,
             [&](Canvas& canvas) { draw_on(canvas, panels, details, options, layout, colours, legend); });
}

}  // namespace

FigureOptions column_options() {
  constexpr double column_points = 86.0 / 25.4 * 72.0;
  FigureOptions options;
  options.width = 420;
  options.row_height = 16;
  options.max_height = 800;
  options.png_scale = 3;
  options.points_per_pixel = column_points / options.width;
  return options;
}

FigureOptions slide_options() {
  FigureOptions options;
  options.width = 800;  // the smallest text, name_size, is then 24 pixels high in a PNG
  options.max_height = 450;
  options.min_height = options.max_height;
  options.row_height = 100;  // shrinks to fit; a single row must not become one giant triangle
  options.title_size = options.max_height / 30.0;
  options.png_scale = 1920.0 / options.width;
  options.points_per_pixel = 960.0 / options.width;  // a slide in presentation programs has 960 points
  return options;
}

std::int64_t own_time_ns(const FigureOptions& options, std::size_t panel, std::int64_t axis_ns) {
  if (!options.side_by_side) return axis_ns;
  // The tolerance absorbs rounding, so a task has begun as soon as the axis reaches its start.
  constexpr double rounding_ns = 2e-3;
  const traces::Placement& placement = options.side_by_side->placements[panel];
  return static_cast<std::int64_t>(
      std::floor(placement.own_from_axis(static_cast<double>(axis_ns)) + rounding_ns));
}

std::string default_title(const traces::Trace& trace) {
  const traces::Statistics statistics = traces::compute_statistics(trace);
  std::string title = origin_name(trace.metadata.origin) + ": ";
  if (!trace.metadata.program.empty()) title += trace.metadata.program + ", ";
  if (trace.nodes.size() > 1) title += count_text(trace.nodes.size(), "node") + ", ";
  return title + count_text(trace.workers.size(), "worker") + ", " +
         duration_text_ns(statistics.makespan_ns) + ", " + percent_text(statistics.busy_share) + " busy";
}

std::string default_subtitle(const traces::Trace& trace) {
  constexpr std::string_view assumed = "assumed: ";
  std::string text;
  for (const std::string& note : trace.metadata.notes) {
    if (!note.starts_with("assumed: tasks of type ")) continue;
    text += (text.empty() ? "" : ", ") + note.substr(assumed.size());
  }
  return text;
}

Result<Done> draw(const std::vector<Panel>& panels, const std::filesystem::path& path,
                  const FigureOptions& options) {
  if (auto done = check(panels, path, options); !done) return done;
  return with_layout(panels, {panels.begin(), panels.end()}, options,
                     [&](int width, int height, const auto& draw_on) {
                       return write_picture(path, width, height, options, panels[0].title, draw_on);
                     });
}

Result<Done> use_figure(const std::vector<Panel>& panels, const std::vector<PanelDetail>& details,
                        const FigureOptions& options, const UseFigure& use) {
  return with_layout(panels, details, options, use);
}

Result<std::string> svg_figure(const std::vector<Panel>& panels, const FigureOptions& options,
                               const std::string& description) {
  constexpr const char* where = "figure";
  if (panels.empty()) return Error{where, "at least one trace to draw", "none"};
  if (auto done = check_sizes(where, options); !done) return done.error();
  return with_layout(panels, {panels.begin(), panels.end()}, options,
                     [&](int width, int height, const auto& draw_on) {
                       return svg_element(width, height, description, draw_on);
                     });
}

double title_size_of(const std::vector<Panel>& panels, const std::vector<PanelDetail>& details,
                     const FigureOptions& options) {
  return title_size_of(panels, details, options, lay_out(panels, options, 0, depths_of(details)));
}

}  // namespace gusset::paper
