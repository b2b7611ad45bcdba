#include "gusset/traces/paper/graph/frame_graph.hpp"

#include <algorithm>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "figure/category_colours.hpp"
#include "figure/layout.hpp"
#include "figure/panel_detail.hpp"
#include "gusset/base/numbers.hpp"
#include "gusset/traces/analysis/time/task_table.hpp"
#include "gusset/traces/picture/graph/graph_picture.hpp"
#include "gusset/traces/picture/graph/graph_shares.hpp"

namespace gusset::paper {
namespace {

constexpr double least_share_of_slide = 0.42;       // of the height, for a graph that needs it
constexpr double least_share_below_several = 0.33;  // their rows need more room
constexpr double largest_share_of_slide = 0.62;
constexpr double share_beside_rows = 0.45;  // of the width
constexpr double share_beside_queues = 0.38;
constexpr double beside_gain = 1.2;  // how much larger names must be beside the panels than below them
constexpr int low_row = 30;          // pixels: with room for a task's name and the queue beside it
constexpr double largest_frame_scale = 2.0;
constexpr double usual_frame_scale = 1.2;
constexpr int max_graph_height = 480;          // pixels, where the figure has no minimum height
constexpr double min_frame_name_points = 4.0;  // 1/72 inch on paper
constexpr double state_text_size = 13.0;       // of the legend of states
constexpr double graph_gap = 8.0;

/// Everything that all frames of a graph share.
struct FrameGraph {
  std::shared_ptr<const traces::Trace> trace;
  traces::DrawnGraph graph;
  traces::FoldTree tree;
  traces::GraphScene scene;
  picture::BoxColours colours;
  picture::GraphTimes times;
  std::vector<picture::GroupTimes> group_times;  ///< for each box that is a closed group
  picture::GroupTimes all_times;
};

traces::GraphScene scene_of(const FrameGraph& made, bool is_flat) {
  return *traces::compose_scene(made.graph, made.tree, *made.trace,
                                std::vector<bool>(made.tree.groups.size(), false), nullptr, nullptr, is_flat);
}

std::shared_ptr<FrameGraph> make_frame_graph(const Panel& panel, const traces::TaskGraph& graph,
                                             const FigureOptions& options) {
  auto made = std::make_shared<FrameGraph>();
  made->trace = panel.trace;
  const traces::TaskTimes times = traces::task_times(*panel.trace);
  made->graph = *traces::draw_tasks(*panel.trace, graph);
  made->times = picture::graph_times(made->graph, *panel.trace, times);
  made->tree = traces::fold(made->graph, *panel.trace, times, traces::usual_fold(made->graph.nodes.size()));
  made->scene = scene_of(*made, false);
  const CategoryColours colours = colours_of({panel}, options.custom_colours);
  made->colours = traces::box_colours(traces::box_shares(made->scene, made->tree, *panel.trace, times,
                                                         panel.colouring.get(), panel.shown.get()),
                                      colours.of_categories(0), filtered_colour);
  const auto times_of = [&](const traces::FoldTree::Group& group) {
    return picture::GroupTimes(made->graph, made->times,
                               std::span(made->tree.nodes).subspan(group.first_node, group.node_count));
  };
  made->all_times = times_of(made->tree.groups.front());
  for (const traces::GraphBox& box : made->scene.boxes) {
    made->group_times.push_back(box.kind == traces::GraphBox::Kind::group
                                    ? times_of(made->tree.groups[box.number])
                                    : picture::GroupTimes());
  }
  return made;
}

/// The height of a slide's graph, which uses at most `full_height`.
int height_on_slide(std::vector<Panel> panels, FigureOptions options, double full_height) {
  const int slide = options.max_height;
  options.min_height = 0;
  options.row_height = std::min(options.row_height, low_row);
  for (Panel& panel : panels) panel.subtitle = panel.title;  // as in frames
  int panels_height = 0;
  const std::vector<PanelDetail> details(panels.begin(), panels.end());
  const auto laid_out = use_figure(panels, details, options, [&](int, int height, const auto&) {
    panels_height = height;
    return Done{};
  });
  static_cast<void>(laid_out);  // draws nothing, so nothing fails
  const double least = panels.size() > 1 ? least_share_below_several : least_share_of_slide;
  const double room =
      std::clamp<double>(slide - panels_height, least * slide, largest_share_of_slide * slide);
  return static_cast<int>(std::min(room, full_height));
}

}  // namespace

Result<FramePart> frame_graph(const std::vector<Panel>& panels, const FigureOptions& options) {
  const Panel& first = panels.front();
  const traces::TaskGraph graph(*first.trace);
  const std::size_t tasks = first.trace->tasks.size();
  const std::string where = "the task graph of the frames";
  if (!graph.known()) return Error{where, "a trace with dependencies", "none"};
  if (tasks == 0 || tasks > traces::max_drawn_tasks)
    return Error{where, "1 to " + count_text(traces::max_drawn_tasks) + " tasks", count_text(tasks)};
  const auto shared = make_frame_graph(first, graph, options);
  const double states = std::max(state_text_size, 0.8 * options.title_size);
  const double legend = 1.2 * states + graph_gap;
  const bool is_slide = options.min_height > 0;
  const double most = is_slide ? largest_frame_scale : usual_frame_scale;
  const bool has_queues =
      std::ranges::any_of(panels, [](const Panel& panel) { return panel.schedule != nullptr; });
  const double beside = (has_queues ? share_beside_queues : share_beside_rows) * options.width;
  FramePart part;
  double scale = 0.0;
  // Places a graph of that size; returns whether it is larger than the one placed before.
  const auto place = [&](const traces::LayoutSize& size) {
    const auto scale_in = [&](double width, double height) {
      return std::min({most, (width - 2.0 * margin) / std::max(1.0, size.width),
                       (height - 2.0 * graph_gap) / std::max(1.0, size.height)});
    };
    const double wanted =
        size.height * scale_in(options.width, is_slide ? options.max_height : max_graph_height) +
        2.0 * graph_gap + legend;
    FramePart placed;
    placed.height = is_slide ? height_on_slide(panels, options, wanted) : static_cast<int>(wanted);
    double largest = scale_in(options.width, placed.height - legend);
    if (const double other = scale_in(beside, options.max_height - legend);
        is_slide && other > beside_gain * largest) {
      largest = other;
      placed.width = static_cast<int>(size.width * largest + 2.0 * margin);
      placed.height = static_cast<int>(legend);
    }
    if (largest <= scale) return false;
    scale = largest;
    part = std::move(placed);
    return true;
  };
  place(shared->scene.size);
  if (is_slide && scale * traces::GraphScene::font_size < label_size) {
    traces::GraphScene flat = scene_of(*shared, true);
    if (place(flat.size)) shared->scene = std::move(flat);
  }
  part.draw = [shared = std::shared_ptr<const FrameGraph>(shared), options, size = shared->scene.size, scale,
               states, legend, prefix = panels.size() > 1 ? "top trace at " : "at ", width = part.width,
               height = part.height](picture::Canvas& canvas, Point corner, std::int64_t moment_ns) {
    const Point middle = width > 0 ? Point{corner.x + width / 2.0, corner.y / 2.0}
                                   : Point{corner.x / 2.0, corner.y + (height - legend) / 2.0};
    picture::GraphPicture shown{.scene = &shared->scene, .colours = &shared->colours};
    shown.place = {middle.x - size.width * scale / 2.0, middle.y - size.height * scale / 2.0, scale};
    shown.medium = picture::GraphMedium::print(min_frame_name_points / options.points_per_pixel);
    if (options.min_height > 0) shown.medium.good_font_size = label_size;
    const std::int64_t own_ns = own_time_ns(options, 0, moment_ns);
    const std::int64_t zero_ns = options.side_by_side ? options.side_by_side->zeros_ns[0] : 0;
    shown.moment = {own_ns, &shared->times, &shared->group_times, &shared->all_times,
                    prefix + duration_text_ns(own_ns - zero_ns)};
    picture::draw_graph(canvas, shown);
    picture::draw_state_legend(canvas, shown.palette, *shown.moment, {corner.x + width, corner.y + height},
                               states);
  };
  return part;
}

}  // namespace gusset::paper
