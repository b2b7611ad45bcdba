#include "drawing.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <utility>

#include "canvas/text.hpp"
#include "gusset/traces/picture/timeline/arrow_shapes.hpp"
#include "gusset/traces/picture/timeline/level_of_detail.hpp"
#include "gusset/traces/picture/timeline/message_shapes.hpp"
#include "gusset/traces/picture/timeline/task_names.hpp"
#include "gusset/traces/picture/timeline/track_text.hpp"
#include "idle_painter.hpp"
#include "path_legend.hpp"
#include "queue_painter.hpp"
#include "row_painter.hpp"
#include "shapes_painter.hpp"
#include "time_axis.hpp"

namespace gusset::paper {
namespace {

constexpr Colour grid_colour{0xEC, 0xEC, 0xEC};
constexpr Colour line_colour{0x9A, 0x9A, 0x9A};
constexpr Colour note_colour{0x66, 0x66, 0x66};
constexpr Colour moment_colour{0xC0, 0x1C, 0x28};
constexpr double future_fade = 0.78;
constexpr double caption_gap = 28.0;  // from the axis's caption to the axis
constexpr const char* sub_rows_note = "below a task: tasks nested in it; grey: busy in another sub-row";
constexpr const char* off_core_note = "hatched: the thread had no processor";

TimeAxis recorded_axis(const std::vector<PanelDetail>& details, const FigureOptions& options, int columns) {
  std::int64_t begin_ns = 0;
  std::int64_t end_ns = 0;
  for (const PanelDetail& detail : details) {
    for (const traces::Lane& lane : detail.trace->lanes) {
      if (!lane.spans.begin_ns.empty()) begin_ns = std::min(begin_ns, lane.spans.begin_ns.front());
    }
    end_ns = std::max(end_ns, detail.totals.makespan_ns);
  }
  return TimeAxis(options.from_ns.value_or(begin_ns), options.to_ns.value_or(end_ns), columns);
}

// Makes the axis of each panel.
std::vector<TimeAxis> axes_of(const std::vector<PanelDetail>& details, const FigureOptions& options,
                              int columns) {
  if (!options.side_by_side)
    return std::vector<TimeAxis>(details.size(), recorded_axis(details, options, columns));
  const traces::SideBySide& both = *options.side_by_side;
  std::vector<TimeAxis> axes;
  for (std::size_t i = 0; i < details.size(); ++i) {
    axes.push_back(TimeAxis::placed(options.from_ns.value_or(0), options.to_ns.value_or(both.extent_ns),
                                    columns, both.placements[i], both.zeros_ns[i]));
  }
  return axes;
}

picture::NameSize name_metrics() {
  return {name_line, 3.0, [](std::string_view text) { return text_width(text, name_size); }};
}

/// Returns what readers must know about the rows. A narrow figure has no room and leaves it to its caption.
std::string note_of(const PanelDetail& detail, const PanelLayout& place, const FigureOptions& options) {
  const bool has_sub_rows = std::any_of(place.rows.begin(), place.rows.end(), [&](const RowLayout& row) {
    return sub_rows_of(detail, row, options) > 1;
  });
  std::string note = has_sub_rows && options.width >= roomy_width ? sub_rows_note : place.note;
  if (!detail.off_core.empty() && options.width >= roomy_width)
    note += (note.empty() ? "" : "; ") + std::string(off_core_note);
  return note;
}

double width_beside(const std::string& note, const Layout& layout) {
  return layout.plot_right - margin - (note.empty() ? 0.0 : text_width(note, small_size) + 20.0);
}

struct PanelTitle {
  std::string text;
  double width = 0.0;  ///< available width
  double max_size = 0.0;
};

PanelTitle title_of(const Panel& panel, const PanelLayout& place, const std::string& note,
                    const Layout& layout) {
  constexpr double any_size = std::numeric_limits<double>::max();
  if (place.subtitle_baseline > 0)
    return {printable(panel.title), layout.width - 2.0 * margin,
            layout.width < narrow_width ? narrow_title_size : any_size};
  const std::string suffix = panel.subtitle.empty() ? "" : title_separator + panel.subtitle;
  return {printable(panel.title + suffix), width_beside(note, layout), any_size};
}

void add_bounds(const Panel& panel, const picture::PlacedRows& placed, picture::Shapes& shapes) {
  for (const PathBound& bound : bounds_of(panel)) {
    const double x = placed.x_from_time(static_cast<double>(bound.time_ns));
    shapes.lines.push_back({x, static_cast<double>(placed.clip.top), x,
                            static_cast<double>(placed.clip.bottom()), bound.colour, true, placed.clip,
                            bound.name});
  }
}

// Draws one panel.
class Drawing {
 public:
  Drawing(Canvas& canvas, const Layout& layout, const TimeAxis& axis, const CategoryColours& colours,
          std::string caption, double title_size)
      : canvas_(canvas),
        layout_(layout),
        axis_(axis),
        colours_(colours),
        caption_(std::move(caption)),
        title_size_(title_size),
        ticks_(axis.ticks(tick_spacing(axis))) {}

  void panel(const Panel& panel, const PanelDetail& detail, std::size_t index, const FigureOptions& options) {
    const PanelLayout& place = layout_.panels[index];
    grid(place, detail.totals.makespan_ns);
    tracks(panel, place);
    const picture::PlacedRows placed = placed_rows(detail, index, colours_, options, layout_, axis_);
    if (panel.idle != nullptr) draw_idle(canvas_, placed, *panel.idle);
    draw_rows(canvas_, placed, axis_, options.boxes);
    std::optional<std::int64_t> moment_ns;
    if (options.moment_ns) moment_ns = own_time_ns(options, index, *options.moment_ns);
    picture::Shapes shapes;
    detail.outlines.draw(placed, shapes);
    detail.off_core.draw(placed, shapes);
    picture::add_task_names(placed, name_metrics(), options.boxes, shapes);
    if (panel.critical_path != nullptr) {
      picture::draw_critical_path(placed, detail.chain, detail.bound_tasks, picture::chain_on_white,
                                  picture::bound_on_white, shapes);
    }
    add_bounds(panel, placed, shapes);
    picture::outline_tasks(placed, detail.selected, {selected_on_white, 0, selected_name}, shapes);
    if (detail.traffic != nullptr) add_message_shapes(placed, *detail.traffic, shapes, moment_ns);
    if (!panel.arrows.empty()) add_arrow_shapes(placed, bundle_arrows(placed, panel.arrows), shapes);
    draw_shapes(canvas_, shapes, placed, ShapesPart::in_time);
    if (moment_ns) {
      moment(place, *moment_ns);
      draw_queues(canvas_, panel, placed, place, layout_, *moment_ns);
    }
    // Drawn after the moment, so that the moment does not fade timeless shapes.
    draw_shapes(canvas_, shapes, placed, ShapesPart::timeless);
    ruler(place);
    labels(place);
    titles(panel, place, note_of(detail, place, options), title_size_);
  }

 private:
  static double tick_spacing(const TimeAxis& axis) {
    double widest = 0.0;
    for (const picture::TimeTick& tick : axis.ticks(axis.columns() / 4.0))
      widest = std::max(widest, text_width(tick.label, small_size));
    // A narrow plot, for example beside queues in a column, still has three ticks.
    return std::max(std::min(80.0, axis.columns() / 3.0), widest + 30.0);
  }
  int x(const picture::TimeTick& tick) const {
    const double column = axis_.grid().column_from_time(tick.time_ns);
    return layout_.plot_left + static_cast<int>(std::lround(column));
  }

  void tracks(const Panel& panel, const PanelLayout& place) {
    for (std::size_t i = 0; i < place.tracks.size(); ++i) {
      const TrackLayout& where = place.tracks[i];
      draw_track(canvas_, (*panel.tracks)[i], axis_, {layout_.plot_left, where.top, where.bottom});
      // Two lines: the track's name, and the meaning of its full height.
      const double middle = (where.top + where.bottom) / 2.0;
      canvas_.text({layout_.plot_left - 8.0, middle - 1.0}, where.label,
                   {.size = label_size, .anchor = Anchor::end});
      canvas_.text({layout_.plot_left - 8.0, middle + small_size - 2.0},
                   picture::track_top_text((*panel.tracks)[i]),
                   {.size = small_size - 2.0, .anchor = Anchor::end, .colour = note_colour});
    }
  }

  /// Draws lines at ticks over the whole axis; those under rows reach from the trace's start to its end.
  void grid(const PanelLayout& place, std::int64_t end_ns) {
    for (const picture::TimeTick& tick : ticks_) {
      if (tick.label.empty()) continue;
      canvas_.hairline(x(tick), place.rows_top, x(tick), place.rows_bottom, grid_colour);
    }
    const double end_x = std::clamp<double>(std::ceil(axis_.x_from_time(end_ns)), 0.0, axis_.columns());
    const int end = layout_.plot_left + static_cast<int>(end_x);
    const double start_x = std::clamp<double>(std::floor(axis_.x_from_time(0)), 0.0, axis_.columns());
    const int start = layout_.plot_left + static_cast<int>(start_x);
    if (start > layout_.plot_left)
      canvas_.hairline(start, place.rows_top, start, place.rows_bottom, line_colour);
    if (end < layout_.plot_right) canvas_.hairline(end, place.rows_top, end, place.rows_bottom, line_colour);
    if (place.rows.empty() || place.rows[0].bottom - place.rows[0].top < 8) return;
    for (const RowLayout& row : place.rows) {
      canvas_.hairline(start, row.bottom, std::min(end, layout_.plot_right - 1), row.bottom, grid_colour);
    }
  }

  /// Marks the moment with a line on its pixel and fades everything later.
  void moment(const PanelLayout& place, std::int64_t time_ns) {
    const double column = std::floor(axis_.x_from_time(time_ns));
    const int right = layout_.plot_right - 1;
    if (column >= axis_.columns()) return;  // everything is in the past
    const int at = layout_.plot_left + static_cast<int>(std::max(column, -1.0));
    const int top = place.tracks.empty() ? place.rows_top : place.tracks.front().top;
    if (at < right) canvas_.fade(at + 1, top, right, place.rows_bottom - 1, future_fade);
    if (column < 0.0) return;
    canvas_.hairline(at, top - 3, std::min(at + 1, right), place.rows_bottom + 3, moment_colour);
  }

  void ruler(const PanelLayout& place) {
    const int y = place.rows_bottom;
    canvas_.hairline(layout_.plot_left, y, layout_.plot_right - 1, y, line_colour);
    for (const picture::TimeTick& tick : ticks_) {
      canvas_.hairline(x(tick), y, x(tick), y + (tick.label.empty() ? 2 : 5), line_colour);
      if (tick.label.empty()) continue;
      // A long label at an end of the axis would lose its unit at the figure's edge, or cover the caption.
      const double half = text_width(tick.label, small_size) / 2.0;
      const double least = layout_.plot_left - caption_gap + 4.0 + half;
      const double middle = std::min(std::max(x(tick) + 0.5, least), layout_.width - 2.0 - half);
      canvas_.text({middle, y + 17.0}, tick.label, {.size = small_size, .anchor = Anchor::middle});
    }
    canvas_.text({layout_.plot_left - caption_gap, y + 17.0}, caption_,
                 {.size = small_size, .anchor = Anchor::end, .colour = note_colour});
  }

  void labels(const PanelLayout& place) {
    for (const RowLayout& row : place.rows) {
      if (row.label.empty()) continue;
      const double height = row.bottom - row.top;
      const double size = height >= label_size ? label_size : small_size;
      canvas_.text({layout_.plot_left - 8.0, row.top + height / 2 + size * 0.36}, row.label,
                   {.size = size, .anchor = Anchor::end});
    }
    const int right = margin + 4 + static_cast<int>(place.node_label_width);
    for (const NodeLayout& node : place.nodes) {
      canvas_.hairline(right, node.top + 1, right, node.bottom - 1, line_colour);
      if (node.label.empty()) continue;
      const double middle = (node.top + node.bottom) / 2.0;
      if (node.upwards) {
        canvas_.text({margin + label_size * 0.8, middle}, node.label,
                     {.size = label_size, .anchor = Anchor::middle, .upwards = true});
      } else {
        canvas_.text({right - 5.0, middle + label_size * 0.36}, node.label,
                     {.size = label_size, .anchor = Anchor::end});
      }
    }
  }

  void titles(const Panel& panel, const PanelLayout& place, const std::string& note, double size) {
    const bool has_lines = place.subtitle_baseline > 0;
    const PanelTitle title = title_of(panel, place, note, layout_);
    const FittedTitle fitted = fitted_title(title.text, title.width, size, size);
    canvas_.text({static_cast<double>(margin), static_cast<double>(place.title_baseline)}, fitted.text,
                 {.size = fitted.size, .bold = true});
    const double baseline = has_lines ? place.subtitle_baseline : place.title_baseline;
    if (has_lines) {
      canvas_.text({static_cast<double>(margin), baseline},
                   shortened(printable(panel.subtitle), width_beside(note, layout_), small_size),
                   {.size = small_size});
    }
    if (!note.empty()) {
      canvas_.text({static_cast<double>(layout_.plot_right), baseline}, note,
                   {.size = small_size, .anchor = Anchor::end, .colour = note_colour});
    }
  }

  Canvas& canvas_;
  const Layout& layout_;
  const TimeAxis& axis_;
  const CategoryColours& colours_;
  std::string caption_;
  double title_size_;
  std::vector<picture::TimeTick> ticks_;
};

}  // namespace

double title_size_of(const std::vector<Panel>& panels, const std::vector<PanelDetail>& details,
                     const FigureOptions& options, const Layout& layout) {
  double size = options.title_size;
  for (std::size_t i = 0; i < panels.size(); ++i) {
    const PanelLayout& place = layout.panels[i];
    const PanelTitle title = title_of(panels[i], place, note_of(details[i], place, options), layout);
    size = fitted_title(title.text, title.width, std::min(size, title.max_size), min_title_size).size;
  }
  return size;
}

void draw_on(Canvas& canvas, const std::vector<Panel>& panels, const std::vector<PanelDetail>& details,
             const FigureOptions& options, const Layout& layout, const CategoryColours& colours,
             const Legend& legend) {
  const std::vector<TimeAxis> axes = axes_of(details, options, layout.plot_right - layout.plot_left);
  const std::string caption = options.ruler_text.empty() ? "time" : options.ruler_text;
  const double size = title_size_of(panels, details, options, layout);
  for (std::size_t i = 0; i < panels.size(); ++i)
    Drawing(canvas, layout, axes[i], colours, caption, size).panel(panels[i], details[i], i, options);
  legend.draw(canvas, margin, layout.legend_top);
}

}  // namespace gusset::paper
