#include "report_pictures.hpp"

#include <memory>
#include <utility>

#include "gusset/base/numbers.hpp"
#include "gusset/traces/analysis/time/task_table.hpp"
#include "gusset/traces/model/names.hpp"
#include "gusset/traces/paper/figure/picture_file.hpp"
#include "gusset/traces/paper/graph/graph_figure.hpp"
#include "gusset/traces/picture/canvas/figure_sizes.hpp"
#include "gusset/traces/picture/charts/panel_chart.hpp"
#include "gusset/traces/picture/graph/drawn_graph.hpp"
#include "gusset/traces/picture/graph/graph_fold.hpp"
#include "gusset/traces/picture/graph/graph_scene.hpp"

namespace gusset::paper {
namespace {

constexpr int report_width = 1120;
constexpr int chart_width = report_width - 2 * picture::margin;
constexpr int report_row_height = 26;
constexpr int max_timeline_height = 1400;
// A graph with more boxes is folded by type, so that its names can be read.
constexpr std::size_t max_report_boxes = 150;

std::string range_text(const FigureOptions& options) {
  if (!options.from_ns && !options.to_ns) return {};
  const std::string from = duration_text_ns(options.from_ns.value_or(0));
  return options.to_ns ? " From " + from + " to " + duration_text_ns(*options.to_ns) + "."
                       : " From " + from + " on.";
}

ReportPicture chart_picture(const picture::PanelChart& chart, const std::string& description,
                            const std::string& caption) {
  const picture::PanelBox box{picture::margin, picture::margin, chart_width, chart.height(chart_width)};
  if (box.height == 0) return {};
  return {svg_element(report_width, box.height + 2 * picture::margin, description,
                      [&](picture::Canvas& canvas) { chart.draw(canvas, box); }),
          caption};
}

/// Removes the place of a trace that has no panel.
void leave_out(FigureOptions& options, std::size_t trace) {
  if (!options.side_by_side) return;
  const auto remove = [trace](auto& of_traces) {
    of_traces.erase(of_traces.begin() + static_cast<std::ptrdiff_t>(trace));
  };
  remove(options.side_by_side->placements);
  remove(options.side_by_side->zeros_ns);
}

}  // namespace

Result<ReportPicture> timeline_picture(const Report& report) {
  std::vector<Panel> panels;
  std::string description = "Timeline with a row for each worker; time runs from left to right.";
  FigureOptions options = report.figure;
  for (std::size_t i = report.traces.size(); i-- > 0;) {
    if (report.traces[i].panel.trace->lanes.empty()) leave_out(options, i);
  }
  for (const ReportedTrace& reported : report.traces) {
    if (reported.panel.trace->lanes.empty()) continue;
    panels.push_back(reported.panel);
    description += " " + reported.name + ": " + reported.panel.title + ".";
  }
  if (panels.empty()) return ReportPicture();
  options.width = report_width;
  options.row_height = report_row_height;
  options.max_height = max_timeline_height;
  auto svg = svg_figure(panels, options, description);
  if (!svg) return svg.error();
  std::string caption = "Triangles are tasks; each begins at its upright edge.";
  caption += " Where tasks are too short, the height of a column is the share of its time that was busy.";
  return ReportPicture{std::move(svg).value(), caption + range_text(options)};
}

Result<ReportPicture> graph_picture(const ReportedTrace& reported, const traces::TaskGraph& graph) {
  const auto& trace = reported.panel.trace;
  const std::size_t tasks = trace->tasks.size();
  if (!graph.known() || tasks == 0 || tasks > traces::max_drawn_tasks) return ReportPicture();
  const auto drawn = traces::draw_tasks(*trace, graph);
  const traces::FoldBy by = drawn->nodes.size() <= max_report_boxes
                                ? traces::FoldBy{}
                                : traces::usual_fold(traces::max_visible_nodes + 1);
  GraphFigure figure;
  figure.trace = trace;
  figure.title = default_graph_title(*trace, *drawn, by);
  figure.subtitle = default_graph_subtitle(*trace, reported.panel.subtitle);
  const traces::TaskTimes times = traces::task_times(*trace);
  figure.tree = std::make_shared<const traces::FoldTree>(traces::fold(*drawn, *trace, times, by));
  const auto open = traces::opened_groups(*figure.tree, {});
  if (!open.ok()) return open.error();
  figure.scene = std::make_shared<const traces::GraphScene>(
      *traces::compose_scene(*drawn, *figure.tree, *trace, *open, nullptr, &times));
  figure.colouring = reported.panel.colouring;
  figure.shown = reported.panel.shown;
  auto drawing = svg_figure(figure, graph_options(), "Task graph: " + figure.title + ".");
  if (!drawing) return drawing.error();
  std::string caption = "Arrows lead from a task to the tasks that wait for it.";
  if (by.kind != traces::FoldBy::Kind::nothing)
    caption = "Each box holds all tasks of one type. " + caption + " A wider arrow means more dependencies.";
  if (drawing->readable_width > report_width) caption += " Scroll sideways to see all of the graph.";
  return ReportPicture{std::move(drawing->svg), caption, drawing->readable_width};
}

ReportPicture flame_picture(const traces::Trace& trace, const traces::FlameGraph& graph) {
  if (graph.depths < 2) return {};
  return chart_picture(picture::panel_chart(picture::flame_chart(trace, graph, "Nested tasks")),
                       "Flame graph of " + count_text(graph.tasks, "task") + ", nested up to " +
                           std::to_string(graph.depths) + " deep.",
                       "Each bar is as wide as its share of the time, with the tasks nested in it below.");
}

ReportPicture message_picture(const traces::Trace& trace, const std::vector<traces::MessageIdle>& idle) {
  return chart_picture(
      picture::panel_chart(picture::message_chart(trace, {}, picture::MatrixQuantity::payload, idle)),
      "Matrix of the payload that each of " + count_text(trace.nodes.size(), "node") +
          " sent to each other node.",
      "Rows are senders, columns are receivers.");
}

}  // namespace gusset::paper
