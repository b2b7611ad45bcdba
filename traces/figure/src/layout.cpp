#include "layout.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "text.hpp"

namespace gusset::figure {
namespace {

using traces::Lane;
using traces::Trace;

constexpr int title_height = 30;
constexpr int panel_distance = 14;
constexpr int least_row_height = 3;
constexpr int label_gap = 8;
constexpr double widest_label = 180.0;

std::size_t node_of(const Trace& trace, std::size_t lane) {
  return trace.workers[trace.lanes[lane].worker.value()].node.value();
}

/// Lanes in order of their nodes.
std::vector<std::size_t> lanes_by_node(const Trace& trace) {
  std::vector<std::size_t> lanes(trace.lanes.size());
  std::iota(lanes.begin(), lanes.end(), std::size_t{0});
  std::stable_sort(lanes.begin(), lanes.end(),
                   [&](std::size_t a, std::size_t b) { return node_of(trace, a) < node_of(trace, b); });
  return lanes;
}

std::size_t count_nodes(const Trace& trace) {
  std::vector<std::size_t> nodes;
  for (std::size_t i = 0; i < trace.lanes.size(); ++i) nodes.push_back(node_of(trace, i));
  std::sort(nodes.begin(), nodes.end());
  return static_cast<std::size_t>(std::unique(nodes.begin(), nodes.end()) - nodes.begin());
}

std::string worker_label(const Trace& trace, std::size_t lane) {
  const traces::WorkerId worker = trace.lanes[lane].worker;
  const std::string& name = trace.workers[worker.value()].name;
  return shortened(name.empty() ? "worker " + std::to_string(worker.value()) : printable(name), widest_label,
                   label_size);
}

std::string node_label(const Trace& trace, std::size_t node) {
  const std::string& name = trace.nodes[node].name;
  return shortened(name.empty() ? "node " + std::to_string(node) : printable(name), widest_label, label_size);
}

/// How rows share the height.
struct Pitch {
  int row_height = 1;
  std::size_t lanes_per_row = 1;
  int node_gap = 0;

  int rows_height(std::size_t rows, std::size_t nodes) const {
    return static_cast<int>(rows) * row_height + (nodes > 1 ? static_cast<int>(nodes - 1) * node_gap : 0);
  }
};

/// Rows of a panel when each holds `lanes_per_row` lanes of one node.
std::vector<std::vector<std::size_t>> grouped(const Trace& trace, std::size_t lanes_per_row) {
  std::vector<std::vector<std::size_t>> rows;
  for (const std::size_t lane : lanes_by_node(trace)) {
    if (rows.empty() || rows.back().size() == lanes_per_row ||
        node_of(trace, rows.back().front()) != node_of(trace, lane)) {
      rows.emplace_back();
    }
    rows.back().push_back(lane);
  }
  return rows;
}

Pitch choose_pitch(const std::vector<Panel>& panels, int wanted_row_height, int available) {
  std::size_t lanes = 0;
  for (const Panel& panel : panels) lanes += panel.trace->lanes.size();
  const auto height = [&](const Pitch& pitch) {
    int sum = 0;
    for (const Panel& panel : panels) {
      sum += pitch.rows_height(grouped(*panel.trace, pitch.lanes_per_row).size(), count_nodes(*panel.trace));
    }
    return sum;
  };
  Pitch pitch;
  const auto set_row_height = [&](int row_height) {
    pitch.row_height = row_height;
    pitch.node_gap = std::clamp(row_height / 3, 1, 8);
  };
  for (int row_height = wanted_row_height; row_height >= std::min(wanted_row_height, least_row_height);
       --row_height) {
    set_row_height(row_height);
    if (height(pitch) <= available) return pitch;
  }
  // One row per node is the least.
  while (pitch.lanes_per_row < lanes) {
    pitch.lanes_per_row += 1 + pitch.lanes_per_row / 8;
    if (height(pitch) <= available) break;
  }
  return pitch;
}

int padding(int row_height) {
  return row_height >= 20 ? 4 : row_height >= 10 ? 2 : row_height >= 5 ? 1 : 0;
}

/// Labels every so many rows that they do not touch.
void label_rows(const Trace& trace, int row_height, std::vector<RowLayout>& rows) {
  const auto least = static_cast<int>(small_size) + 1;
  const int every = (least + row_height - 1) / row_height;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (static_cast<int>(i) % every != 0) continue;
    const std::vector<std::size_t>& lanes = rows[i].lanes;
    const std::string first = worker_label(trace, lanes.front());
    const std::string last = worker_label(trace, lanes.back());
    rows[i].label = first;
    if (lanes.size() > 1 && first != last && every == 1) rows[i].label += " \xE2\x80\x93 " + last;
    rows[i].label = shortened(rows[i].label, widest_label, label_size);
  }
}

void place_rows(const Trace& trace, const Pitch& pitch, PanelLayout& panel) {
  int y = panel.rows_top;
  const bool several_nodes = count_nodes(trace) > 1;
  std::size_t node = 0;
  for (std::vector<std::size_t>& lanes : grouped(trace, pitch.lanes_per_row)) {
    const bool is_new = panel.rows.empty() || node_of(trace, lanes.front()) != node;
    if (is_new && !panel.rows.empty()) y += pitch.node_gap;
    node = node_of(trace, lanes.front());
    if (is_new && several_nodes) panel.nodes.push_back({y, y, node_label(trace, node), false});
    panel.rows.push_back({std::move(lanes), y + padding(pitch.row_height), y + pitch.row_height, {}});
    y += pitch.row_height;
    if (several_nodes) panel.nodes.back().bottom = y;
  }
  panel.rows_bottom = std::max(y, panel.rows_top + 1);
  // With nodes named, workers are only named where each has room.
  if (!several_nodes || pitch.row_height > static_cast<int>(small_size)) {
    label_rows(trace, pitch.row_height, panel.rows);
  }
  if (pitch.lanes_per_row > 1) {
    panel.note = "a row: up to " + std::to_string(pitch.lanes_per_row) + " workers, height = busy share";
  }
}

double widest(const std::vector<RowLayout>& rows) {
  double width = 0.0;
  for (const RowLayout& row : rows) width = std::max(width, text_width(row.label, label_size));
  return width;
}

/// Turns the names of nodes upwards where all have room so; else they lie, and those without room are left
/// out. Returns the width that they need.
double arrange_node_labels(std::vector<NodeLayout>& nodes) {
  const bool upwards = std::all_of(nodes.begin(), nodes.end(), [](const NodeLayout& node) {
    return text_width(node.label, label_size) + 4 <= node.bottom - node.top;
  });
  double width = 0.0;
  int free_from = 0;
  for (NodeLayout& node : nodes) {
    node.upwards = upwards;
    const int middle = (node.top + node.bottom) / 2;
    if (!upwards && middle - 6 < free_from) node.label.clear();
    if (!node.label.empty()) free_from = middle + 7;
    width = std::max(width, upwards ? label_size : text_width(node.label, label_size));
  }
  return width;
}

}  // namespace

Layout lay_out(const std::vector<Panel>& panels, const FigureOptions& options, int legend_lines) {
  const auto count = static_cast<int>(panels.size());
  const int fixed = 2 * margin + count * (title_height + ruler_height) + (count - 1) * panel_distance +
                    legend_lines * legend_line_height;
  const Pitch pitch = choose_pitch(panels, options.row_height, options.max_height - fixed);
  Layout layout;
  layout.width = options.width;
  double labels = 0.0;
  double nodes = 0.0;
  int y = margin;
  for (const Panel& panel : panels) {
    if (y > margin) y += panel_distance;
    PanelLayout& place = layout.panels.emplace_back();
    place.title_baseline = y + 16;
    place.rows_top = y + title_height;
    place_rows(*panel.trace, pitch, place);
    labels = std::max(labels, widest(place.rows));
    if (!place.nodes.empty()) nodes = std::max(nodes, arrange_node_labels(place.nodes) + label_gap + 4);
    y = place.rows_bottom + ruler_height;
  }
  labels = std::max(labels, text_width("time [ms]", small_size) + label_gap);
  layout.plot_left = margin + static_cast<int>(std::ceil(nodes + labels)) + label_gap;
  // Half of the last tick's label stands beyond the plot.
  layout.plot_right = std::max(layout.plot_left + 32, options.width - margin - 14);
  layout.legend_top = y;
  layout.height = y + legend_lines * legend_line_height + margin;
  return layout;
}

}  // namespace gusset::figure
