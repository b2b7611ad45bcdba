#include "gusset/viewer/model/timeline/overlay.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

#include "gusset/base/numbers.hpp"
#include "gusset/base/utf8.hpp"
#include "gusset/traces/model/names.hpp"
#include "gusset/traces/model/predicted_network.hpp"
#include "gusset/traces/picture/timeline/track_text.hpp"
#include "gusset/viewer/model/timeline/placed_rows.hpp"

namespace gusset::viewer {
namespace {

using picture::track_value_text;

const ViewPalette& view_palette_of(const Timeline& timeline) {
  return view_palette_of(timeline.document().appearance);
}

// Positions far outside the view need not be exact but must fit an int.
int bounded(double x) {
  return static_cast<int>(std::clamp(std::round(x), -100000.0, 100000.0));
}

std::optional<Outline> outline(const Timeline& timeline, TaskReference task, Rgba colour) {
  const std::optional<TimeRange> range = timeline.document().range_of(task);
  const std::optional<Stretch> place = track_of(timeline, task);
  const std::optional<RowReference> row = timeline.document().row_of(task);
  if (!range || !place || !row) return std::nullopt;
  const int left = bounded(timeline.x_from_time(task.panel, static_cast<double>(range->begin_ns)));
  const int right = bounded(timeline.x_from_time(task.panel, static_cast<double>(range->end_ns)));
  return Outline{{left, place->top, std::max(1, right - left), place->height},
                 colour,
                 row_box(timeline, task.panel, *timeline.arrangement(task.panel).place_of(row->row))};
}

// Outlines the tasks that the traces are aligned at: like the selected task if it is one of them, else
// fainter.
void add_aligned_tasks(const Timeline& timeline, const OverlayInput& input, Overlay& overlay) {
  const traces::Alignment& alignment = timeline.document().alignment;
  if (alignment.at != traces::AlignAt::task || timeline.document().traces.size() < 2) return;
  const std::optional<TaskReference> selected = input.selection.task();
  const bool is_selected = selected && selected->panel < alignment.tasks.size() &&
                           alignment.tasks[selected->panel] == selected->task;
  const Rgba colour = is_selected ? view_palette_of(timeline).text : view_palette_of(timeline).muted;
  for (std::size_t panel = 0; panel < alignment.tasks.size(); ++panel) {
    const TaskReference task{panel, alignment.tasks[panel]};
    if (task.task.is_none() || task == selected || !timeline.document().has(task)) continue;
    if (const std::optional<Outline> other = outline(timeline, task, colour))
      overlay.outlines.push_back(*other);
  }
}

void add_selection(const Timeline& timeline, const OverlayInput& input, Overlay& overlay) {
  const std::optional<TaskReference> task = input.selection.task();
  if (!task) return;
  const std::optional<Outline> selected = outline(timeline, *task, view_palette_of(timeline).text);
  if (!selected) return;
  if (input.waited_for) {
    if (const std::optional<Outline> before =
            outline(timeline, *input.waited_for, view_palette_of(timeline).accent))
      overlay.outlines.push_back(*before);
  }
  for (const TaskReference& counterpart : input.counterparts) {
    if (!timeline.document().has(counterpart)) continue;
    if (const std::optional<Outline> other = outline(timeline, counterpart, view_palette_of(timeline).muted))
      overlay.outlines.push_back(*other);
  }
  overlay.outlines.push_back(*selected);
}

// "2.517 to 4.609 ms, Δ 2.092 ms"; only the length if there is no room. The Δ marks the length as a duration.
std::string range_text(const Timeline& timeline, std::size_t ruler, TimeRange range, double room) {
  const std::string length =
      "Δ " + duration_text_ns(timeline.document().own_range(ruler, range).duration_ns());
  const TimeAxis axis = timeline.ruler_axis(ruler);
  const double largest_ns = std::max(-timeline.ruler_begin_ns(ruler), axis.end_ns());
  const auto time_of = [&](std::int64_t axis_ns) {
    const double x = timeline.axis().x_from_time(static_cast<double>(axis_ns));
    return time_text(axis.time_from_x(x), axis.ns_per_pixel(), largest_ns);
  };
  std::string from = time_of(range.begin_ns);
  const std::string to = time_of(range.end_ns);
  const auto unit_of = [](const std::string& text) {
    return text.substr(std::min(text.rfind(' '), text.size()));
  };
  if (unit_of(from) == unit_of(to)) from.resize(from.size() - unit_of(from).size());
  const std::string whole = from + " to " + to + ", " + length;
  // Badges use bold text.
  constexpr double bold = 1.15;
  constexpr double padding = 14.0;
  return timeline.text_width(whole) * bold + padding * timeline.scale() <= room ? whole : length;
}

void add_band(const Timeline& timeline, TimeRange range, Overlay& overlay) {
  const Box plot = timeline.plot();
  constexpr double almost = 0.5;  // of a pixel
  const double from = timeline.x_from_time(static_cast<double>(range.begin_ns));
  const double to = timeline.x_from_time(static_cast<double>(range.end_ns));
  const double left = std::max<double>(plot.left, from);
  const double right = std::min<double>(plot.right(), to);
  if (right < left) return;
  const int top = timeline.layout().metrics().ruler_height;
  overlay.bands.push_back(
      {left, right, top, plot.bottom(), from >= plot.left - almost, to <= plot.right() + almost});
  const Document& document = timeline.document();
  for (std::size_t panel = 0; panel < timeline.rulers(); ++panel) {
    overlay.badges.push_back({(left + right) / 2, timeline.layout().ruler(panel).top + 1.0,
                              range_text(timeline, panel, range, right - left), Badge::Anchor::middle,
                              view_palette_of(timeline).accent});
  }
  for (std::size_t panel = 0; panel < document.traces.size(); ++panel) {
    const std::string text =
        percent_text(busy_share(document.panel(panel), document.own_range(panel, range))) +
        " busy in the range";
    const Stretch title = timeline.layout().title(panel);
    overlay.badges.push_back({static_cast<double>(plot.right()), title.top + title.height * 0.15, text,
                              Badge::Anchor::right, view_palette_of(timeline).accent});
  }
}

void add_marks(const Timeline& timeline, const std::vector<Mark>& marks, Overlay& overlay) {
  constexpr std::size_t longest_note = 24;
  const Box plot = timeline.plot();
  for (const Mark& mark : marks) {
    const double x = timeline.x_from_time(0, static_cast<double>(mark.time_ns));
    if (x < plot.left || x >= plot.right()) continue;
    std::string text(beginning(mark.note, longest_note));
    if (text.size() < mark.note.size()) text += "…";
    overlay.flags.push_back({std::floor(x), timeline.layout().metrics().ruler_height, plot.bottom(), text});
  }
}

void add_playback(const Timeline& timeline, const PlaybackCursor& cursor, Overlay& overlay) {
  const Box plot = timeline.plot();
  const auto time_ns = static_cast<double>(cursor.time_ns);
  // Covers each panel's rows separately: titles and gaps between panels have no future to dim.
  for (std::size_t panel = 0; panel < timeline.document().traces.size(); ++panel) {
    const double x = std::floor(timeline.x_from_time(panel, time_ns));
    const Stretch body = timeline.layout().body(panel);
    const int left = std::max(plot.left, bounded(x));
    if (cursor.dims_future && left < plot.right())
      overlay.dimmed.push_back({left, body.top, plot.right() - left, body.height});
    if (x < plot.left || x >= plot.right()) continue;
    auto line = std::find_if(overlay.playback.begin(), overlay.playback.end(),
                             [&](const Overlay::PlaybackLine& other) { return other.x == x; });
    if (line == overlay.playback.end()) {
      const TimeAxis axis = timeline.axis(panel);
      const std::size_t ruler = panel < timeline.rulers() ? panel : 0;
      line = overlay.playback.insert(line, {x,
                                            {},
                                            timeline.layout().ruler(ruler).top + 1.0,
                                            time_text(time_ns, axis.ns_per_pixel(), axis.end_ns())});
    }
    line->stretches.push_back(body);
  }
}

std::string place_name(const LoadedTrace& loaded, const Row& row) {
  if (loaded.trace->nodes.size() < 2) return row.label;
  return row.label + " on " + loaded.trace->nodes[row.node.value()].name;
}

// The time range of the pixel column under a point.
TimeRange column_at(const Timeline& timeline, const Hit& hit) {
  const double pixel = timeline.axis(*hit.panel).ns_per_pixel();
  return {static_cast<std::int64_t>(std::floor(hit.time_ns)),
          static_cast<std::int64_t>(std::ceil(hit.time_ns + pixel))};
}

// Adds the busy share of some workers' time in a column, and the busiest types or categories.
void add_busy(const Timeline& timeline, const Hit& hit, std::size_t workers,
              std::vector<std::int64_t> busy_ns, Tooltip& tooltip) {
  const CategoryColours& colours = timeline.document().colours;
  const TimeRange column = column_at(timeline, hit);
  const auto all = static_cast<double>(std::accumulate(busy_ns.begin(), busy_ns.end(), std::int64_t{0}));
  const double time_ns = static_cast<double>(column.duration_ns()) * static_cast<double>(workers);
  tooltip.lines.push_back(
      {"busy", percent_text(all / time_ns) + " of " + duration_text_ns(column.duration_ns())});
  for (int i = 0; i < 3; ++i) {
    const auto most = std::max_element(busy_ns.begin(), busy_ns.end());
    if (most == busy_ns.end() || *most <= 0) return;
    const auto category = static_cast<std::size_t>(most - busy_ns.begin());
    if (category >= colours.count(*hit.panel)) return;
    tooltip.lines.push_back({colours.names()[colours.name_of(*hit.panel, category)],
                             percent_text(static_cast<double>(*most) / all)});
    *most = 0;
  }
}

std::optional<Tooltip> track_tooltip(const Timeline& timeline, const Hit& hit, Pointer pointer) {
  const std::span<const traces::Track> tracks = timeline.tracks(*hit.panel);
  if (!hit.track || *hit.track >= tracks.size()) return std::nullopt;
  const traces::Track& track = tracks[*hit.track];
  const auto [begin_ns, end_ns] = column_at(timeline, hit);
  Tooltip tooltip{pointer, {}, {{"", track.name}}};
  tooltip.lines.push_back({"mean", track_value_text(track, track.series.mean(begin_ns, end_ns)) + " in " +
                                       duration_text_ns(end_ns - begin_ns)});
  tooltip.lines.push_back({"maximum", track_value_text(track, track.series.largest(begin_ns, end_ns))});
  if (track.limit) tooltip.lines.push_back({"limit", track_value_text(track, *track.limit)});
  return tooltip;
}

// The ruler's time at a point, and the panel's own time if the panel counts from another zero.
std::string read_out(const Timeline& timeline, std::size_t ruler, const Hit& hit) {
  const TimeAxis axis = timeline.ruler_axis(ruler);
  const double largest_ns = std::max(-timeline.ruler_begin_ns(ruler), axis.end_ns());
  const double here_ns = axis.time_from_x(timeline.axis().x_from_time(hit.axis_ns));
  std::string text = time_text(here_ns, axis.ns_per_pixel(), largest_ns);
  const bool is_of_panel = hit.panel && (*hit.panel == ruler || timeline.rulers() == 1);
  if (!is_of_panel || timeline.document().side_by_side.zeros_ns[*hit.panel] == 0) return text;
  return text + " · own time " + time_text(hit.time_ns, axis.ns_per_pixel(), hit.time_ns);
}

// Whether a task of a sub-row is suspended in a column: it has begun and not ended, but does not run.
bool is_suspended(const Timeline& timeline, const Hit& hit) {
  if (!hit.sub_row || !hit.task) return false;
  const LoadedTrace& loaded = timeline.document().panel(hit.task->panel);
  const traces::LaneId lane = loaded.rows[hit.row->row].lane;
  const double pixel = timeline.axis(hit.task->panel).ns_per_pixel();
  const auto time_ns = static_cast<std::int64_t>(std::floor(hit.time_ns + pixel / 2));
  const traces::SpanColumns& spans = loaded.trace->lanes[lane.value()].spans;
  const auto around = loaded.nesting->run_around(spans, lane, *hit.sub_row, time_ns);
  return around && spans.task[*around] == hit.task->task &&
         !(*loaded.sub_rows)[*hit.sub_row].span_at(lane.value(), time_ns);
}

// The title's line may be too short for all of this.
Tooltip title_tooltip(const Timeline& timeline, std::size_t panel, Pointer pointer) {
  const LoadedTrace& loaded = timeline.document().panel(panel);
  Tooltip tooltip{pointer, {}, {{"", panel_title(timeline.document(), panel)}}};
  if (loaded.is_graph_only()) return tooltip;
  const traces::Metadata& metadata = loaded.trace->metadata;
  if (const std::string policy = traces::predicted_policy(metadata); !policy.empty())
    tooltip.lines.push_back({"policy", policy});
  tooltip.lines.push_back({"makespan", duration_text_ns(loaded.totals.makespan_ns)});
  tooltip.lines.push_back({"busy", percent_text(loaded.totals.busy_share)});
  tooltip.lines.push_back({"tasks", count_text(loaded.totals.tasks)});
  tooltip.lines.push_back({"workers", count_text(loaded.trace->workers.size())});
  return tooltip;
}

// How busy a folded node's workers are in a column.
std::optional<Tooltip> folded_tooltip(const Timeline& timeline, const Hit& hit, Pointer pointer) {
  const LoadedTrace& loaded = timeline.document().panel(*hit.panel);
  const ShownRow& row = timeline.arrangement(*hit.panel).rows()[*hit.place];
  const TimeRange column = column_at(timeline, hit);
  std::vector<std::int64_t> busy_ns(loaded.detail->categories(), 0);
  std::set<traces::WorkerId> workers;
  for (const std::size_t one : row.rows) {
    const traces::LaneId lane = loaded.rows[one].lane;
    workers.insert(loaded.trace->lanes[lane.value()].worker);
    loaded.detail->add_busy_ns(lane.value(), column.begin_ns, column.end_ns, busy_ns);
  }
  if (std::all_of(busy_ns.begin(), busy_ns.end(), [](std::int64_t ns) { return ns <= 0; }))
    return std::nullopt;
  Tooltip tooltip{pointer, {}, {{"", row.label}, {"workers", count_text(workers.size())}}};
  add_busy(timeline, hit, workers.size(), std::move(busy_ns), tooltip);
  return tooltip;
}

}  // namespace

std::optional<Tooltip> tooltip_at(const Timeline& timeline, Pointer pointer) {
  const Hit hit = timeline.hit(pointer.x, pointer.y);
  if (hit.area == Hit::Area::labels && hit.row) {
    const LoadedTrace& loaded = timeline.document().panel(hit.row->panel);
    const Row& row = loaded.rows[hit.row->row];
    const traces::WorkerId worker = loaded.trace->lanes[row.lane.value()].worker;
    Tooltip tooltip{pointer, {}, {{"", row.label}, {"node", loaded.trace->nodes[row.node.value()].name}}};
    for (const traces::WorkerStatistics& totals : loaded.totals.workers) {
      if (totals.worker != worker) continue;
      tooltip.lines.push_back({"tasks", count_text(totals.tasks)});
      tooltip.lines.push_back(
          {"busy", duration_text_ns(totals.busy_ns) + " · " + percent_text(totals.busy_share)});
      tooltip.lines.push_back({"idle", duration_text_ns(totals.idle_ns)});
    }
    return tooltip;
  }
  if (hit.area == Hit::Area::title) return title_tooltip(timeline, *hit.panel, pointer);
  if (hit.area == Hit::Area::track) return track_tooltip(timeline, hit, pointer);
  if (hit.area == Hit::Area::row && !hit.row) return folded_tooltip(timeline, hit, pointer);
  if (hit.area != Hit::Area::row || !hit.task) return std::nullopt;
  const LoadedTrace& loaded = timeline.document().panel(hit.row->panel);
  const Row& row = loaded.rows[hit.row->row];
  const std::size_t i = hit.task->task.value();
  const std::string where = place_name(loaded, row);
  const double pixel = timeline.axis(hit.row->panel).ns_per_pixel();
  const auto length = static_cast<double>(loaded.times.end_ns[i] - loaded.times.begin_ns[i]);
  const TimeRange column = column_at(timeline, hit);
  const auto& begins = loaded.trace->lanes[row.lane.value()].spans.begin_ns;
  const auto first = std::lower_bound(begins.begin(), begins.end(), column.begin_ns) - begins.begin();
  const auto last = std::lower_bound(begins.begin(), begins.end(), column.end_ns) - begins.begin();
  const auto& spans = loaded.trace->lanes[row.lane.value()].spans;
  const std::size_t depth = loaded.depth(hit.task->task);
  std::ptrdiff_t in_column = last - first;
  for (auto span = static_cast<std::size_t>(first); span < static_cast<std::size_t>(last); ++span) {
    const traces::TaskId task = spans.task[span];
    const bool elsewhere = hit.sub_row && loaded.nesting->depth(row.lane, span) != depth;
    if (task.is_none() || !loaded.shows(task) || elsewhere) --in_column;
  }
  if (length < traces::triangle_columns * pixel && in_column > 1) {
    // The pixel covers several tasks, so describe all of them instead of an arbitrary one.
    const traces::LevelOfDetail& detail = hit.sub_row ? (*loaded.sub_rows)[depth] : loaded.visible_detail();
    Tooltip tooltip{
        pointer, {}, {{"", count_text(static_cast<std::uint64_t>(in_column)) + " tasks begin here"}}};
    add_busy(timeline, hit, 1, detail.busy_ns(row.lane.value(), column.begin_ns, column.end_ns), tooltip);
    tooltip.lines.push_back({"worker", where});
    return tooltip;
  }
  const std::size_t category = loaded.category(hit.task->task);
  Tooltip tooltip{pointer,
                  timeline.document().colours.of_categories(hit.row->panel)[category],
                  {{"", task_name(loaded, hit.task->task)}}};
  tooltip.lines.push_back({"duration", duration_text_ns(loaded.times.duration_ns[i])});
  if (traces::is_serial_type(*loaded.trace, loaded.trace->tasks.type[i]))
    tooltip.lines.push_back({"runs", std::string(traces::outside_regions_text)});
  if (is_suspended(timeline, hit)) tooltip.lines.push_back({"state", "suspended"});
  tooltip.lines.push_back({"worker", where});
  if (loaded.trace->recorded.ready && loaded.trace->tasks.ready_ns[i] != traces::unknown_time) {
    tooltip.lines.push_back(
        {"ready → start", duration_text_ns(loaded.times.begin_ns[i] - loaded.trace->tasks.ready_ns[i])});
  }
  return tooltip;
}

Overlay compose_overlay(const Timeline& timeline, const OverlayInput& input) {
  Overlay overlay;
  overlay.message = input.message;
  overlay.background = timeline.document().appearance.background;
  overlay.is_projected = timeline.document().appearance.is_projected;
  if (timeline.document().empty()) return overlay;
  overlay.overview = timeline.overview();
  if (input.playback) add_playback(timeline, *input.playback, overlay);
  if (input.dragged) {
    add_band(timeline, *input.dragged, overlay);
  } else if (input.selection.range) {
    add_band(timeline, *input.selection.range, overlay);
  }
  add_aligned_tasks(timeline, input, overlay);
  add_selection(timeline, input, overlay);
  add_marks(timeline, input.marks, overlay);
  if (!input.pointer) return overlay;
  const Hit hit = timeline.hit(input.pointer->x, input.pointer->y);
  const bool on_plot = hit.area == Hit::Area::row || hit.area == Hit::Area::gap ||
                       (hit.area == Hit::Area::track && input.pointer->x >= timeline.plot().left) ||
                       hit.area == Hit::Area::ruler ||
                       (hit.area == Hit::Area::title && input.pointer->x >= timeline.plot().left);
  if (on_plot) {
    overlay.cursor_x = std::floor(input.pointer->x);
    overlay.cursor_bottom = timeline.plot().bottom();
    for (std::size_t panel = 0; panel < timeline.rulers(); ++panel) {
      overlay.badges.push_back({*overlay.cursor_x, timeline.layout().ruler(panel).top + 1.0,
                                read_out(timeline, panel, hit), Badge::Anchor::middle,
                                view_palette_of(timeline).text});
    }
  }
  if (!input.dragged) overlay.tooltip = input.tooltip ? input.tooltip : tooltip_at(timeline, *input.pointer);
  return overlay;
}

}  // namespace gusset::viewer
