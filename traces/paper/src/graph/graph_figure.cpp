#include "gusset/traces/paper/graph/graph_figure.hpp"

#include <algorithm>
#include <cmath>

#include "canvas/text.hpp"
#include "figure/category_colours.hpp"
#include "figure/layout.hpp"
#include "figure/legend.hpp"
#include "graph_legend.hpp"
#include "gusset/base/numbers.hpp"
#include "gusset/traces/analysis/time/statistics.hpp"
#include "gusset/traces/analysis/time/task_table.hpp"
#include "gusset/traces/model/names.hpp"
#include "gusset/traces/paper/figure/picture_file.hpp"
#include "gusset/traces/picture/graph/graph_picture.hpp"
#include "gusset/traces/picture/graph/graph_shares.hpp"

namespace gusset::paper {
namespace {

constexpr int graph_title_height = 50;  // with the subtitle
constexpr double subtitle_baseline = 34.0;
constexpr int graph_legend_gap = 16;
constexpr int min_graph_width = 420;  // leaves room for the legend, if the limit allows it
constexpr int max_graph_size = 8000;
constexpr double comfortable_size = 2400.0;  // pixels: text around larger graphs looks lost
constexpr double comfortable_scale = 0.5;    // names are then 6 pixels high
constexpr double largest_scale = 2.0;        // for a few boxes on a slide
constexpr double max_png_pixels = 1e8;
constexpr double min_name_points = 4.0;  // 1/72 inch on paper
constexpr double readable_name = 8.0;    // pixels on screen

/// The places of all parts of the picture, in pixels.
struct GraphLayoutInPicture {
  int width = 0;
  int height = 0;
  int legend_top = 0;
  picture::GraphPlace place;
};

int pixels_of(double units, double scale) {
  return static_cast<int>(std::ceil(units * scale));
}

/// The size including parts outside the levels: the loops of groups, and arcs below the last level.
traces::LayoutSize drawn_size(const traces::GraphScene& scene) {
  constexpr double loop_width = 20.0;
  constexpr double stack_shadow = 3.0;
  traces::LayoutSize size = scene.size;
  for (const traces::GraphBox& box : scene.boxes) {
    if (box.kind != traces::GraphBox::Kind::group) continue;
    size.width = std::max(size.width, box.right() + (box.inner_edges > 0 ? loop_width : stack_shadow));
    size.height = std::max(size.height, box.bottom() + stack_shadow);
  }
  for (const traces::GraphLine& line : scene.lines) {
    if (!line.is_arc) continue;
    const double lowest = (scene.points[line.first_point].y + scene.points[line.first_point + 1].y) / 2.0;
    size.height = std::max(size.height, lowest);
  }
  return size;
}

/// Returns the preferred scale: 1 for graphs up to the comfortable size, smaller for larger ones. Returns the
/// largest scale if the picture has a minimum height to fill.
double wanted_scale(const traces::LayoutSize& size, const FigureOptions& options) {
  if (options.min_height > 0) return largest_scale;
  const double longest = std::max(size.width, size.height);
  return longest <= comfortable_size ? 1.0 : std::max(comfortable_scale, comfortable_size / longest);
}

/// Lays out the picture at the preferred scale, or at a smaller one to meet the limits. The width comes
/// first; then the height that the legend leaves, because the legend has more lines in a narrow picture.
GraphLayoutInPicture lay_out_picture(const traces::LayoutSize& size, double title_width,
                                     const FigureOptions& options, const std::vector<LegendEntry>& entries) {
  const int least =
      options.min_height > 0
          ? options.width
          : std::min(options.width, std::max(min_graph_width, pixels_of(title_width, 1.0) + 2 * margin));
  const double widest = options.width - 2 * margin;
  GraphLayoutInPicture layout;
  double scale = wanted_scale(size, options);
  if (size.width > 0.0) scale = std::min(scale, widest / size.width);
  int legend_height = 0;
  for (int pass = 0; pass < 2; ++pass) {
    layout.width = std::clamp(pixels_of(size.width, scale) + 2 * margin, least, options.width);
    legend_height = Legend(entries, layout.width - 2 * margin).lines() * legend_line_height;
    const int others = margin + graph_title_height + graph_legend_gap + legend_height + margin;
    const double highest = std::max(1, options.max_height - others);
    if (size.height > 0.0) scale = std::min(scale, highest / size.height);
  }
  const double drawn = size.width * scale;
  const int min_top = margin + graph_title_height;
  const int below = pixels_of(size.height, scale) + graph_legend_gap;
  const int spare = std::max(0, options.min_height - (min_top + below + legend_height + margin));
  const int top = min_top + spare / 2;
  layout.place = {(layout.width - drawn) / 2.0, static_cast<double>(top), scale};
  layout.legend_top = top + below + spare - spare / 2;
  layout.height = layout.legend_top + legend_height + margin;
  return layout;
}

/// A graph with its place, colours and legend. Refers to the figure.
class GraphDrawing {
 public:
  GraphDrawing(const GraphFigure& figure, const FigureOptions& options) : figure_(figure) {
    const traces::TaskTimes times = traces::task_times(*figure.trace);
    const CategoryColours colours = colours_of(
        {{figure.trace, figure.title, figure.colouring, figure.shown, {}}}, options.custom_colours);
    entries_ = graph_legend(figure, times, colours);
    subtitle_ = printable(figure.subtitle + (figure.subtitle.empty() ? "" : title_separator) + "colours: " +
                          (figure.colouring == nullptr ? std::string("type") : figure.colouring->title()));
    const double title_width =
        std::max(text_width(printable(figure.title), title_size, true), text_width(subtitle_, small_size));
    layout_ = lay_out_picture(drawn_size(*figure.scene), title_width, options, entries_);
    colours_ = traces::box_colours(traces::box_shares(*figure.scene, *figure.tree, *figure.trace, times,
                                                      figure.colouring.get(), figure.shown.get()),
                                   colours.of_categories(0), filtered_colour);
    graph_ = {.scene = figure.scene.get(), .colours = &colours_, .place = layout_.place};
    graph_.medium = picture::GraphMedium::print(min_name_points / options.points_per_pixel);
  }
  GraphDrawing(const GraphDrawing&) = delete;
  GraphDrawing& operator=(const GraphDrawing&) = delete;

  const GraphLayoutInPicture& layout() const { return layout_; }
  /// The width of the picture at which names can be read. A picture without all names keeps its own width.
  int readable_width() const {
    if (!has_all_names()) return layout_.width;
    return pixels_of(layout_.width, readable_name / (traces::GraphScene::font_size * layout_.place.scale));
  }
  bool has_all_names() const {
    return picture::has_all_names(*figure_.scene, layout_.place.scale, graph_.medium);
  }

  void draw(Canvas& canvas) const {
    const FittedTitle title =
        fitted_title(printable(figure_.title), layout_.width - 2 * margin, title_size, min_title_size);
    canvas.text({static_cast<double>(margin), margin + 16.0}, title.text, {.size = title.size, .bold = true});
    const std::string subtitle = shortened(subtitle_, layout_.width - 2.0 * margin, small_size);
    canvas.text({static_cast<double>(margin), margin + subtitle_baseline}, subtitle, {.size = small_size});
    draw_graph(canvas, graph_);
    Legend(entries_, layout_.width - 2 * margin).draw(canvas, margin, layout_.legend_top);
  }

 private:
  const GraphFigure& figure_;
  std::string subtitle_;
  std::vector<LegendEntry> entries_;
  GraphLayoutInPicture layout_;
  picture::BoxColours colours_;
  picture::GraphPicture graph_;
};

}  // namespace

FigureOptions graph_options() {
  FigureOptions options;
  options.width = max_graph_size;
  options.max_height = max_graph_size;
  options.png_scale = 2.0;  // small letters need pixels
  return options;
}

Result<GraphPictureSize> draw(const GraphFigure& figure, const std::filesystem::path& path,
                              const FigureOptions& options) {
  if (auto done = check_picture(path, options); !done) return done.error();
  if (figure.scene->boxes.empty()) return Error{path.string(), "a graph with tasks to draw", "none"};
  const GraphDrawing drawing(figure, options);
  const GraphLayoutInPicture& layout = drawing.layout();
  FigureOptions in_memory = options;
  while (in_memory.png_scale > 1.0 &&
         1.0 * layout.width * layout.height * in_memory.png_scale * in_memory.png_scale > max_png_pixels)
    in_memory.png_scale = std::max(1.0, in_memory.png_scale - 1.0);
  const auto drawn = write_picture(path, layout.width, layout.height, in_memory, figure.title,
                                   [&](Canvas& canvas) { drawing.draw(canvas); });
  if (!drawn) return drawn.error();
  return GraphPictureSize{layout.width, layout.height, drawing.has_all_names()};
}

Result<GraphElement> svg_figure(const GraphFigure& figure, const FigureOptions& options,
                                const std::string& description) {
  constexpr const char* where = "figure";
  if (auto done = check_sizes(where, options); !done) return done.error();
  if (figure.scene->boxes.empty()) return Error{where, "a graph with tasks to draw", "none"};
  const GraphDrawing drawing(figure, options);
  return GraphElement{svg_element(drawing.layout().width, drawing.layout().height, description,
                                  [&](Canvas& canvas) { drawing.draw(canvas); }),
                      drawing.readable_width()};
}

namespace {

// In a fork-join program, a path through the graph lacks the waits for tasks.
std::string longest_path_text(const traces::Trace& trace, const traces::DrawnGraph& graph) {
  if (!trace.recorded.fork_join || !trace.recorded.parents) return ", longest path ";
  const bool has_others = std::ranges::any_of(graph.edge_kinds, [](traces::DrawnGraph::EdgeKind kind) {
    return kind != traces::DrawnGraph::EdgeKind::creates;
  });
  return has_others ? ", longest chain of creations and dependencies " : ", longest chain of creations ";
}

}  // namespace

std::string default_graph_title(const traces::Trace& trace, const traces::DrawnGraph& graph,
                                const traces::FoldBy& by) {
  const std::size_t tasks = trace.tasks.size();
  const std::string& program = trace.metadata.program;
  std::string title = origin_name(trace.metadata.origin) + ": " + (program.empty() ? "" : program + ", ") +
                      count_text(tasks, "task");
  const auto versions = std::count_if(graph.nodes.begin(), graph.nodes.end(), [](const auto& node) {
    return node.kind == traces::DrawnGraph::Kind::version;
  });
  if (versions > 0) title += ", " + count_text(static_cast<std::uint64_t>(versions), "data version");
  if (!graph.has_cycle && tasks > 0) {
    const auto first = graph.depth.begin();
    const std::uint64_t deepest = *std::max_element(first, first + static_cast<std::ptrdiff_t>(tasks));
    title += longest_path_text(trace, graph) + count_text(deepest + 1, "task");
  }
  if (by.kind != traces::FoldBy::Kind::nothing) title += ", folded by " + traces::to_text(by);
  return title;
}

std::string default_graph_subtitle(const traces::Trace& trace, const std::string& conditions) {
  const traces::Statistics statistics = traces::compute_statistics(trace);
  std::string text = "not run yet";
  if (!traces::is_graph_only(trace.tasks.size(), statistics.tasks)) {
    text = duration_text_ns(statistics.makespan_ns) + " on " + traces::machine_text(trace) + ", " +
           percent_text(statistics.busy_share) + " busy";
  }
  return text + (conditions.empty() ? "" : title_separator + conditions);
}

}  // namespace gusset::paper
