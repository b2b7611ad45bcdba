#include "layout.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "canvas/text.hpp"
#include "gusset/traces/model/names.hpp"

namespace gusset::paper {
namespace {

using traces::NodeId;
using traces::Trace;

constexpr int panel_title_height = 30;
constexpr int subtitle_height = 16;
constexpr int panel_distance = 14;
constexpr int min_row_height = 3;
constexpr int label_gap = 8;
constexpr int track_pitch = 36;
constexpr int narrow_track_pitch = 24;  // for a column of a paper

/// The most room for the name of a worker or node, in pixels.
double widest_label(int width) {
  return std::min(180.0, width / 5.0);
}

NodeId node_of(const Trace& trace, std::size_t lane) {
  return traces::node_of_lane(trace, traces::LaneId(lane));
}

std::size_t count_nodes(const Panel& panel) {
  std::vector<NodeId> nodes;
  for (const std::size_t lane : lanes_of(panel)) nodes.push_back(node_of(*panel.trace, lane));
  std::sort(nodes.begin(), nodes.end());
  return static_cast<std::size_t>(std::unique(nodes.begin(), nodes.end()) - nodes.begin());
}

std::string worker_name(const Trace& trace, std::size_t lane) {
  return printable(traces::worker_name(trace, trace.lanes[lane].worker));
}

std::string printed_node(const Trace& trace, NodeId node) {
  return printable(traces::node_name(trace, node));
}

/// How rows share the height.
struct Pitch {
  int row_height = 1;
  std::size_t lanes_per_row = 1;
  bool across_nodes = false;  // a row may hold lanes of several nodes

  int node_gap() const { return std::clamp(row_height / 3, 1, 8); }
};

/// Returns the lanes of each row of a panel.
std::vector<std::vector<std::size_t>> grouped(const Panel& panel, const Pitch& pitch) {
  const Trace& trace = *panel.trace;
  std::vector<std::vector<std::size_t>> rows;
  for (const std::size_t lane : lanes_of(panel)) {
    const auto is_other_node = [&] {
      return !pitch.across_nodes && node_of(trace, rows.back().front()) != node_of(trace, lane);
    };
    if (rows.empty() || rows.back().size() >= pitch.lanes_per_row || is_other_node()) rows.emplace_back();
    rows.back().push_back(lane);
  }
  return rows;
}

int rows_height(const std::vector<Panel>& panels, const Pitch& pitch) {
  std::size_t height = 0;
  for (const Panel& panel : panels) {
    height += grouped(panel, pitch).size() * static_cast<std::size_t>(pitch.row_height);
    const std::size_t nodes = pitch.across_nodes ? 1 : count_nodes(panel);
    if (nodes > 1) height += (nodes - 1) * static_cast<std::size_t>(pitch.node_gap());
  }
  return static_cast<int>(std::min<std::size_t>(height, std::numeric_limits<int>::max()));
}

/// Makes rows fit: first rows shrink, then several lanes of a node share one, finally lanes of several nodes
/// do.
Pitch choose_pitch(const std::vector<Panel>& panels, int wanted_row_height, int available) {
  Pitch pitch;
  pitch.row_height = wanted_row_height;
  while (rows_height(panels, pitch) > available && pitch.row_height > min_row_height) --pitch.row_height;
  std::size_t lanes = 1;
  for (const Panel& panel : panels) lanes = std::max(lanes, lanes_of(panel).size());
  for (const bool across_nodes : {false, true}) {
    pitch.across_nodes = across_nodes;
    for (pitch.lanes_per_row = 1; pitch.lanes_per_row < lanes;
         pitch.lanes_per_row += 1 + pitch.lanes_per_row / 8) {
      if (rows_height(panels, pitch) <= available) return pitch;
    }
  }
  return pitch;
}

int padding(int row_height) {
  return row_height >= 20 ? 4 : row_height >= 10 ? 2 : row_height >= 5 ? 1 : 0;
}

/// Returns "w0", for several lanes "w0 – w3", or for several nodes "node0 – node3".
std::string row_label(const Trace& trace, const std::vector<std::size_t>& lanes) {
  const NodeId first_node = node_of(trace, lanes.front());
  const NodeId last_node = node_of(trace, lanes.back());
  const std::string first =
      first_node != last_node ? printed_node(trace, first_node) : worker_name(trace, lanes.front());
  const std::string last =
      first_node != last_node ? printed_node(trace, last_node) : worker_name(trace, lanes.back());
  return first == last ? first : first + " \xE2\x80\x93 " + last;
}

/// Labels every n-th row, so that labels do not touch.
void label_rows(const Trace& trace, int row_height, int width, std::vector<RowLayout>& rows) {
  const auto least = static_cast<int>(small_size) + 1;
  const auto every = static_cast<std::size_t>((least + row_height - 1) / row_height);
  for (std::size_t i = 0; i < rows.size(); i += every) {
    rows[i].label = shortened(row_label(trace, rows[i].lanes), widest_label(width), label_size);
  }
}

void place_rows(const Panel& what, const Pitch& pitch, int width, PanelLayout& panel) {
  const Trace& trace = *what.trace;
  int y = panel.rows_top;
  const bool show_nodes = !pitch.across_nodes && count_nodes(what) > 1;
  NodeId node;
  for (std::vector<std::size_t>& lanes : grouped(what, pitch)) {
    const bool is_new = show_nodes && (panel.rows.empty() || node_of(trace, lanes.front()) != node);
    node = node_of(trace, lanes.front());
    if (is_new) {
      if (!panel.rows.empty()) y += pitch.node_gap();
      panel.nodes.push_back(
          {y, y, shortened(printed_node(trace, node), widest_label(width), label_size), false});
    }
    panel.rows.push_back({std::move(lanes), y + padding(pitch.row_height), y + pitch.row_height, {}});
    y += pitch.row_height;
    if (show_nodes) panel.nodes.back().bottom = y;
  }
  panel.rows_bottom = std::max(y, panel.rows_top + 1);
  // If nodes are named, workers are named only if each of them has room.
  if (!show_nodes || pitch.row_height > static_cast<int>(small_size)) {
    label_rows(trace, pitch.row_height, width, panel.rows);
  }
  if (pitch.lanes_per_row > 1) {
    panel.note = "each row: up to " + std::to_string(pitch.lanes_per_row) + " workers, height = busy share";
  }
}

int track_height(const FigureOptions& options) {
  return options.width < narrow_width ? narrow_track_pitch : track_pitch;
}

int tracks_of(const Panel& panel) {
  return panel.tracks == nullptr ? 0 : static_cast<int>(panel.tracks->size());
}

void place_tracks(const Panel& what, const FigureOptions& options, int top, PanelLayout& panel) {
  constexpr int gap = 5;
  for (int i = 0; i < tracks_of(what); ++i, top += track_height(options)) {
    const std::string& name = (*what.tracks)[static_cast<std::size_t>(i)].name;
    panel.tracks.push_back({top, top + track_height(options) - gap,
                            shortened(printable(name), widest_label(options.width), label_size)});
  }
}

/// Whether a subtitle has its own line, because the figure is narrow or the title too long. In frames of one
/// film, it does not depend on the title, which changes.
bool has_subtitle_line(const Panel& panel, const FigureOptions& options) {
  constexpr double share_of_title = 0.75;  // of the width; the rest is for a note
  if (panel.subtitle.empty() || options.width < roomy_width) return !panel.subtitle.empty();
  const std::string both = printable(panel.title + title_separator + panel.subtitle);
  return !options.moment_ns && text_width(both, min_title_size, true) > share_of_title * options.width;
}

int height_above_rows(const Panel& panel, const FigureOptions& options) {
  return panel_title_height + (has_subtitle_line(panel, options) ? subtitle_height : 0);
}

/// Share of the whole width for the queues beside the rows.
constexpr double queues_share = 0.3;

bool has_queues(const std::vector<Panel>& panels, const FigureOptions& options) {
  return options.moment_ns && std::any_of(panels.begin(), panels.end(),
                                          [](const Panel& panel) { return panel.schedule != nullptr; });
}

double widest(const auto& labelled) {
  double width = 0.0;
  for (const auto& each : labelled) width = std::max(width, text_width(each.label, label_size));
  return width;
}

/// Rotates the names of nodes if all of them fit that way. Otherwise they are horizontal, and names without
/// room are left out. Returns the width that they need.
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

Layout lay_out(const std::vector<Panel>& panels, const FigureOptions& options, int legend_lines,
               std::size_t depths) {
  const auto count = static_cast<int>(panels.size());
  const int fixed =
      2 * margin + count * ruler_height + (count - 1) * panel_distance + legend_lines * legend_line_height +
      std::accumulate(panels.begin(), panels.end(), 0, [&](int height, const Panel& panel) {
        return height + height_above_rows(panel, options) + tracks_of(panel) * track_height(options);
      });
  const int deeper = options.sub_rows ? static_cast<int>(depths) - 1 : 0;
  const int row_height = options.row_height + deeper * options.row_height / 2;
  const Pitch pitch = choose_pitch(panels, row_height, options.max_height - fixed);
  Layout layout;
  layout.width = options.width;
  double labels = 0.0;
  double nodes = 0.0;
  int y = margin + std::max(0, options.min_height - fixed - rows_height(panels, pitch)) / 2;
  for (const Panel& panel : panels) {
    if (!layout.panels.empty()) y += panel_distance;
    PanelLayout& place = layout.panels.emplace_back();
    place.title_baseline = y + 16;
    if (has_subtitle_line(panel, options)) place.subtitle_baseline = place.title_baseline + subtitle_height;
    const int top = y + height_above_rows(panel, options);
    place_tracks(panel, options, top, place);
    place.rows_top = top + tracks_of(panel) * track_height(options);
    place_rows(panel, pitch, options.width, place);
    labels = std::max({labels, widest(place.rows), widest(place.tracks)});
    place.node_label_width = arrange_node_labels(place.nodes);
    if (!place.nodes.empty()) nodes = std::max(nodes, place.node_label_width + label_gap + 4);
    y = place.rows_bottom + ruler_height;
  }
  const std::string caption = options.ruler_text.empty() ? "time" : options.ruler_text;
  // The ruler's caption may also extend below the names of nodes.
  labels = std::max(labels, text_width(caption, small_size) + 12.0 + label_gap - nodes);
  layout.plot_left = margin + static_cast<int>(std::ceil(nodes + labels)) + label_gap;
  // Leaves room for the half of the last tick's label beyond the plot.
  const int queues = has_queues(panels, options) ? static_cast<int>(options.width * queues_share) : 0;
  layout.plot_right = std::max(layout.plot_left + 32, options.width - margin - 14 - queues);
  if (queues > 0) layout.queues_left = layout.plot_right + margin;
  layout.legend_top = y;
  layout.height = std::max(options.min_height, y + legend_lines * legend_line_height + margin);
  return layout;
}

std::size_t sub_rows_of(const PanelDetail& detail, const RowLayout& row, const FigureOptions& options) {
  constexpr int min_split_height = 20;  // of the track, in a row of picture::min_split_row
  if (!options.sub_rows || row.lanes.size() != 1 || row.bottom - row.top < min_split_height) return 1;
  return detail.depths(traces::LaneId(row.lanes.front()));
}

picture::PlacedRows placed_rows(const PanelDetail& detail, std::size_t panel,
                                const picture::CategoryColours& colours, const FigureOptions& options,
                                const Layout& layout, const TimeAxis& axis) {
  constexpr double min_scale = 0.45;
  constexpr double typical_row = 22.0;  // pixels
  const PanelLayout& place = layout.panels[panel];
  picture::PlacedRows rows;
  rows.detail = &detail;
  rows.colours = &colours;
  rows.panel = panel;
  rows.clip = {layout.plot_left, place.rows_top, axis.columns(), place.rows_bottom - place.rows_top};
  rows.grid = axis.grid();
  auto table = std::make_shared<picture::RowTable>();
  for (const RowLayout& row : place.rows) {
    const picture::Stretch track{row.top, row.bottom - row.top};
    table->add_row(row.lanes, row.lanes.size() > 1, track, sub_rows_of(detail, row, options));
    for (const std::size_t lane : row.lanes) {
      picture::Stretch& node = table->nodes.try_emplace(node_of(*detail.trace, lane), track).first->second;
      node.height = row.bottom - node.top;
    }
  }
  rows.table = std::move(table);
  rows.visible.scrolled_end = place.rows.size();
  rows.row_height = place.rows.empty() ? typical_row : place.rows[0].bottom - place.rows[0].top;
  // Arrows are smaller on low rows.
  rows.scale = std::clamp(rows.row_height / typical_row, min_scale, 1.0);
  rows.text_width = [](std::string_view text) { return text_width(text, small_size, true); };
  rows.tag_size = {small_size + 4.0, 8.0, 1.0};
  return rows;
}

}  // namespace gusset::paper
