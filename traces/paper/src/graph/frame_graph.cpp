#include "gusset/traces/paper/graph/frame_graph.hpp"

#include <algorithm>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "figure/category_colours.hpp"
#include "figure/layout.hpp"
#include "gusset/base/numbers.hpp"
#include "gusset/traces/analysis/time/task_table.hpp"
#include "gusset/traces/picture/graph/graph_picture.hpp"
#include "gusset/traces/picture/graph/graph_shares.hpp"

namespace gusset::paper {
namespace {

constexpr double share_of_slide = 0.42;  // of the height
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

std::shared_ptr<const FrameGraph> make_frame_graph(const Panel& panel, const traces::TaskGraph& graph,
                                                   const FigureOptions& options) {
  auto made = std::make_shared<FrameGraph>();
  made->trace = panel.trace;
  const traces::TaskTimes times = traces::task_times(*panel.trace);
  made->graph = *traces::draw_tasks(*panel.trace, graph);
  made->times = picture::graph_times(made->graph, *panel.trace, times);
  made->tree = traces::fold(made->graph, *panel.trace, times, traces::usual_fold(made->graph.nodes.size()));
  made->scene = *traces::compose_scene(made->graph, made->tree, *panel.trace,
                                       std::vector<bool>(made->tree.groups.size(), false));
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

}  // namespace

Result<FramePart> graph_below(const Panel& first, const FigureOptions& options) {
  const traces::TaskGraph graph(*first.trace);
  const std::size_t tasks = first.trace->tasks.size();
  const std::string where = "the task graph of the frames";
  if (!graph.known()) return Error{where, "a trace with dependencies", "none"};
  if (tasks == 0 || tasks > traces::max_drawn_tasks)
    return Error{where, "1 to " + count_text(traces::max_drawn_tasks) + " tasks", count_text(tasks)};
  const auto shared = make_frame_graph(first, graph, options);
  const double states = std::max(state_text_size, 0.8 * options.title_size);
  const double legend = 1.2 * states + graph_gap;
  const double room = options.width - 2.0 * margin;
  const auto scale_for = [&](double height, double most) {
    return std::min({most, room / std::max(1.0, shared->scene.size.width),
                     height / std::max(1.0, shared->scene.size.height)});
  };
  FramePart part;
  part.height =
      options.min_height > 0
          ? static_cast<int>(share_of_slide * options.max_height)
          : static_cast<int>(shared->scene.size.height * scale_for(max_graph_height, usual_frame_scale) +
                             legend + 2.0 * graph_gap);
  const double scale = scale_for(part.height - legend - 2.0 * graph_gap,
                                 options.min_height > 0 ? largest_frame_scale : usual_frame_scale);
  part.draw = [shared, options, scale, states, legend, height = part.height](
                  picture::Canvas& canvas, double top, std::int64_t moment_ns) {
    const double spare = height - legend - 2.0 * graph_gap - shared->scene.size.height * scale;
    picture::GraphPicture shown{.scene = &shared->scene, .colours = &shared->colours};
    shown.place = {(options.width - shared->scene.size.width * scale) / 2.0, top + graph_gap + spare / 2.0,
                   scale};
    shown.medium = picture::GraphMedium::print(min_frame_name_points / options.points_per_pixel);
    const std::int64_t own_ns = own_time_ns(options, 0, moment_ns);
    const std::int64_t zero_ns = options.side_by_side ? options.side_by_side->zeros_ns[0] : 0;
    shown.moment = {own_ns, &shared->times, &shared->group_times, &shared->all_times,
                    "at " + duration_text_ns(own_ns - zero_ns)};
    picture::draw_graph(canvas, shown);
    picture::draw_state_legend(canvas, shown.palette, *shown.moment,
                               {static_cast<double>(options.width), top + height}, states);
  };
  return part;
}

}  // namespace gusset::paper
