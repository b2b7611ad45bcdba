#include "gusset/traces/picture/charts/flame_chart.hpp"

#include <utility>

#include "gusset/base/numbers.hpp"
#include "gusset/traces/analysis/time/statistics.hpp"
#include "gusset/traces/picture/canvas/figure_sizes.hpp"
#include "gusset/traces/picture/canvas/strokes.hpp"
#include "gusset/traces/picture/canvas/text.hpp"

namespace gusset::picture {
namespace {

constexpr int flame_title_height = 26;
constexpr int flame_row_height = 22;
constexpr double flame_gap = 1.0;
constexpr double least_bar_width = 0.5;
constexpr double least_named_width = 16.0;
constexpr double name_margin = 4.0;

// How long each type was busy; needed only to choose which types share colours.
std::vector<std::int64_t> busy_of_types(const traces::Trace& trace) {
  std::vector<std::int64_t> busy_ns(trace.types.size());
  for (const traces::TypeStatistics& type : traces::compute_statistics(trace).types)
    busy_ns[type.type.value()] = type.busy_ns;
  return busy_ns;
}

struct BarEdges {
  double left = 0.0;
  double top = 0.0;
  double right = 0.0;
  double bottom = 0.0;
};

BarEdges edges_of(const FlameBar& bar, const PanelBox& box) {
  const double top = box.top + flame_title_height + static_cast<double>(bar.depth) * flame_row_height;
  return {box.left + bar.begin * box.width, top, box.left + bar.end * box.width, top + flame_row_height};
}

std::string bar_text(const traces::FlameFrame& frame, std::int64_t all_ns) {
  const double share = all_ns > 0 ? static_cast<double>(frame.total_ns) / static_cast<double>(all_ns) : 0.0;
  return count_text(frame.tasks, "task") + ", " + duration_text_ns(frame.total_ns) + " (" +
         percent_text(share) + "), own " + duration_text_ns(frame.own_ns);
}

}  // namespace

FlameChart flame_chart(const traces::Trace& trace, const traces::FlameGraph& graph, std::string title,
                       traces::Background background) {
  FlameChart chart{std::move(title), {}, graph.depths};
  const std::vector<std::size_t> places = traces::palette_places(busy_of_types(trace));
  // Where the next child of each frame begins, in ns from the left; the last entry is for frames without a
  // parent.
  std::vector<std::int64_t> next_ns(graph.frames.size() + 1);
  const auto all_ns = static_cast<double>(graph.total_ns);
  for (std::size_t i = 0; i < graph.frames.size(); ++i) {
    const traces::FlameFrame& frame = graph.frames[i];
    std::int64_t& begin_ns =
        next_ns[frame.parent == traces::FlameFrame::no_parent ? graph.frames.size() : frame.parent];
    next_ns[i] = begin_ns;
    if (frame.total_ns == 0) continue;
    const std::size_t type = frame.type.value();
    chart.bars.push_back({trace.types[type], bar_text(frame, graph.total_ns),
                          traces::type_colour(places[type], background), frame.depth,
                          static_cast<double>(begin_ns) / all_ns,
                          static_cast<double>(begin_ns + frame.total_ns) / all_ns, i});
    begin_ns += frame.total_ns;
  }
  return chart;
}

int flame_height(const FlameChart& chart) {
  if (chart.bars.empty()) return 0;
  return flame_title_height + static_cast<int>(chart.depths) * flame_row_height;
}

void draw_flame(Canvas& canvas, const FlameChart& chart, const PanelBox& box) {
  if (chart.bars.empty()) return;
  draw_panel_title(canvas, chart.title, box);
  for (const FlameBar& bar : chart.bars) {
    const BarEdges edges = edges_of(bar, box);
    const double width = edges.right - edges.left;
    if (width < least_bar_width) continue;
    const double gap = width > 4.0 ? flame_gap : 0.0;
    Path area;
    area.rectangle(edges.left, edges.top, edges.right - gap, edges.bottom - flame_gap);
    canvas.fill(area, bar.colour, printable(bar.name + ": " + bar.text));
    if (width >= least_named_width) {
      write_fitting(canvas, {edges.left + name_margin, edges.bottom - 7.0}, bar.name,
                    width - 2.0 * name_margin, {.size = label_size, .colour = text_colour_on(bar.colour)});
    }
  }
}

const FlameBar* flame_bar_at(const FlameChart& chart, const PanelBox& box, Point point) {
  for (const FlameBar& bar : chart.bars) {
    const BarEdges edges = edges_of(bar, box);
    if (point.x >= edges.left && point.x < edges.right && point.y >= edges.top && point.y < edges.bottom)
      return &bar;
  }
  return nullptr;
}

}  // namespace gusset::picture
