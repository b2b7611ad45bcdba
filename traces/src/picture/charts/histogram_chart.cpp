#include "gusset/traces/picture/charts/histogram_chart.hpp"

#include <algorithm>
#include <cmath>

#include "gusset/base/numbers.hpp"
#include "gusset/traces/picture/canvas/dark_canvas.hpp"
#include "gusset/traces/picture/canvas/figure_sizes.hpp"
#include "gusset/traces/picture/canvas/strokes.hpp"

namespace gusset::picture {
namespace {

using traces::HistogramBin;

constexpr int histogram_title_height = 26;
constexpr int edges_height = 22;        // ticks and labels of the horizontal axis
constexpr double min_bar_height = 2.0;  // keeps every bar with tasks visible
constexpr double edge_label_distance = 74.0;

// Writes the durations at the bars' edges, as many as fit.
void draw_edges(Canvas& canvas, const std::vector<HistogramBin>& bins, const std::vector<PanelBox>& areas,
                const PanelBox& box) {
  double free_from = box.left;
  for (std::size_t i = 0; i <= bins.size(); ++i) {
    const bool is_last = i == bins.size();
    const int x = is_last ? areas.back().left + areas.back().width : areas[i].left;
    const int bottom = areas[0].top + areas[0].height;
    canvas.hairline(x, bottom, x, bottom + 3, plot_line_colour);
    const std::string label = duration_text_ns(is_last ? bins.back().to_ns : bins[i].from_ns);
    const double width = canvas.text_width(label, small_size);
    const double left = std::min(std::max(x - width / 2.0, 1.0 * box.left), box.left + box.width - width);
    if (left < free_from) continue;
    canvas.text({left, bottom + 16.0}, label, {.size = small_size});
    free_from = left + std::max(width + 10.0, edge_label_distance);
  }
}

}  // namespace

traces::HistogramBin joined(const std::vector<traces::HistogramBin>& bins, std::size_t first,
                            std::size_t last) {
  traces::HistogramBin sum{bins[first].from_ns, bins[last].to_ns, 0};
  for (std::size_t bar = first; bar <= last; ++bar) sum.count += bins[bar].count;
  return sum;
}

std::string bar_text(const HistogramBin& bar) {
  return "from " + duration_text_ns(bar.from_ns) + " to " + duration_text_ns(bar.to_ns) + ": " +
         count_text(bar.count, "task");
}

std::vector<PanelBox> draw_histogram(Canvas& canvas, const HistogramChart& chart, const PanelBox& box) {
  // The bars' colour already suits the background.
  DarkCanvas dark(canvas);
  Canvas& frame = chart.background == traces::Background::dark ? static_cast<Canvas&>(dark) : canvas;
  if (chart.bins.empty()) {
    draw_panel_title(frame, chart.title, box);
    frame.text({box.left + box.width / 2.0, box.top + box.height / 2.0}, "No task ran here",
               {.size = label_size, .anchor = Anchor::middle, .colour = plot_note_colour});
    return {};
  }
  std::uint64_t most = 0;
  for (const HistogramBin& bin : chart.bins) most = std::max(most, bin.count);
  const std::string note = "highest bar: " + count_text(most, "task");
  const int title_width = box.width - static_cast<int>(canvas.text_width(note, small_size)) - 12;
  draw_panel_title(frame, chart.title, {box.left, box.top, title_width, box.height});
  frame.text({box.left + box.width + 0.0, box.top + 16.0}, note,
             {.size = small_size, .anchor = Anchor::end, .colour = plot_note_colour});

  const NumberAxis axis = NumberAxis::linear(0.0, static_cast<double>(most));
  const int height = std::max(1, box.height - histogram_title_height - edges_height);
  const std::vector<NumberTick> ticks = count_ticks(most, height / 36);
  PlotArea area = plot_area(box, canvas.text_width(ticks.back().label, small_size));
  area.top = box.top + histogram_title_height;
  area.bottom = area.top + height;
  draw_vertical_grid(frame, area, axis, ticks);
  draw_vertical_title(frame, area, box, "tasks", height);

  std::vector<PanelBox> areas;
  const int count = static_cast<int>(chart.bins.size());
  const auto edge = [&](int bar) { return static_cast<int>(area.left + area.width() * bar / count); };
  for (int i = 0; i < count; ++i) {
    const auto bar = static_cast<std::size_t>(i);
    areas.push_back({edge(i), static_cast<int>(area.top), std::max(1, edge(i + 1) - edge(i)), height});
    const HistogramBin& bin = chart.bins[bar];
    if (bin.count == 0) continue;
    const double top = std::round(area.y_from(axis, static_cast<double>(bin.count)));
    Path path;
    path.rectangle(edge(i) + 1.0, std::min(top, area.bottom - min_bar_height),
                   std::max(edge(i) + 2.0, edge(i + 1) - 1.0), area.bottom);
    canvas.fill(path,
                chart.marked && bar >= chart.marked->first && bar <= chart.marked->second
                    ? mixed(chart.colour, {0, 0, 0}, 0.2)
                    : chart.colour,
                bar_text(bin));
  }
  draw_axes(frame, area);
  draw_edges(frame, chart.bins, areas, box);
  return areas;
}

}  // namespace gusset::picture
