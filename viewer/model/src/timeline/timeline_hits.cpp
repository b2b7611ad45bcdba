// Finds what is at a point of a timeline.
#include <algorithm>
#include <cmath>

#include "gusset/viewer/model/timeline/navigation.hpp"
#include "gusset/viewer/model/timeline/placed_rows.hpp"
#include "gusset/viewer/model/timeline/timeline.hpp"

namespace gusset::viewer {
namespace {

constexpr double pick_pixels = 3.0;  // how far from a task a click still selects it

}  // namespace

Hit Timeline::hit(double x, double y) const {
  Hit hit;
  if (x < 0 || y < 0 || x >= width_ || y >= height_) return hit;
  if (overview().contains(x, y)) {
    hit.area = Hit::Area::overview;
    hit.time_ns = hit.axis_ns = overview_axis().time_from_x(x - overview().left);
    return hit;
  }
  const Box area = plot();
  const int line = static_cast<int>(y);
  hit.time_ns = hit.axis_ns = time_from_x(x);
  const auto find_row = [&] {
    const std::optional<RowReference> shown = layout_.row_at(line, scrolls_);
    if (!shown) return;
    hit.place = shown->row;
    const ShownRow& row = arrangements_[shown->panel].rows()[shown->row];
    if (!row.folded) hit.row = RowReference{shown->panel, row.rows.front()};
  };
  hit.panel = layout_.panel_at(line);
  if (hit.panel) hit.time_ns = axis(*hit.panel).time_from_x(x - area.left);
  if (hit.panel && layout_.title(*hit.panel).contains(line)) {
    hit.area = Hit::Area::title;
  } else if (hit.panel && layout_.ruler(*hit.panel).contains(line)) {
    hit.area = x < area.left ? Hit::Area::labels : x >= area.right() ? Hit::Area::outside : Hit::Area::ruler;
  } else if (hit.panel && !layout_.body(*hit.panel).contains(line)) {
    hit.area = Hit::Area::track;
    hit.track =
        static_cast<std::size_t>((line - layout_.track(*hit.panel, 0).top) / layout_.metrics().track_height);
  } else if (x < area.left) {
    hit.area = Hit::Area::labels;
    find_row();
  } else if (x >= area.right()) {
    hit.area = Hit::Area::outside;
  } else if (line < layout_.metrics().ruler_height) {
    hit.area = Hit::Area::ruler;
  } else {
    find_row();
    hit.area = hit.place ? Hit::Area::row : Hit::Area::gap;
  }
  if (hit.area == Hit::Area::row && hit.row) find_task(x, line, hit);
  return hit;
}

// In a split row, finds a running or suspended task of the sub-row at that height. If there is none, finds
// any task that runs in the row, because the worker is busy there.
void Timeline::find_task(double x, int y, Hit& hit) const {
  const RowReference row = *hit.row;
  const LoadedTrace& loaded = document_->panel(row.panel);
  const TimeAxis own = axis(row.panel);
  const double middle = own.time_from_x(std::floor(x) + 0.5 - plot().left);
  const double tolerance = pick_pixels * scale_ * own.ns_per_pixel();
  const std::size_t count = sub_rows(row);
  std::optional<traces::TaskId> task;
  if (count > 1) {
    const Stretch track = track_of_row(layout_.row({row.panel, *hit.place}, scrolls_[row.panel]), scale_);
    hit.sub_row = picture::sub_row_at(track, count, y);
    task = task_near(loaded, row.row, *hit.sub_row, middle, tolerance);
  }
  if (!task) task = task_near(loaded, row.row, middle, tolerance);
  if (task) hit.task = TaskReference{row.panel, *task};
}

std::int64_t Timeline::snapped_time(double x, double y) const {
  constexpr double snap_pixels = 6.0;
  const Hit at = hit(std::clamp(x, static_cast<double>(plot().left), plot().right() - 1.0), y);
  if (!at.row) return std::llround(time_from_x(x));
  const TimeAxis own = axis(at.row->panel);
  const double here_ns = own.time_from_x(x - plot().left);
  const std::int64_t here = std::llround(here_ns);
  std::int64_t best = here;
  const LoadedTrace& loaded = document_->panel(at.row->panel);
  const auto& spans = loaded.trace->lanes[loaded.rows[at.row->row].lane.value()].spans;
  double least = snap_pixels * scale_ * own.ns_per_pixel();
  const auto offer = [&](std::int64_t edge_ns) {
    const double away = std::fabs(static_cast<double>(edge_ns) - here_ns);
    if (away > least) return;
    least = away;
    best = edge_ns;
  };
  // The spans of nearby edges are neighbours: few spans begin within reach of a span wide enough to be seen.
  constexpr std::size_t few = 64;
  const auto offer_around = [&](std::size_t after, std::size_t count, const auto& span_at) {
    for (std::size_t i = after > few ? after - few : 0; i < std::min(after + few, count); ++i) {
      const std::size_t span = span_at(i);
      if (spans.kind[span] != traces::SpanKind::run || spans.task[span].is_none() ||
          !loaded.shows(spans.task[span]))
        continue;
      offer(spans.begin_ns[span]);
      offer(spans.end_ns[span]);
    }
  };
  if (sub_rows(*at.row) > 1 && at.sub_row) {
    const auto runs = loaded.nesting->runs(loaded.rows[at.row->row].lane, *at.sub_row);
    const auto after = std::partition_point(runs.begin(), runs.end(),
                                            [&](std::uint32_t run) { return spans.begin_ns[run] <= here; });
    offer_around(static_cast<std::size_t>(after - runs.begin()), runs.size(),
                 [&](std::size_t i) { return runs[i]; });
  }
  if (best == here) {
    const auto after = std::upper_bound(spans.begin_ns.begin(), spans.begin_ns.end(), here);
    offer_around(static_cast<std::size_t>(after - spans.begin_ns.begin()), spans.size(),
                 [](std::size_t i) { return i; });
  }
  if (best == here) return std::llround(time_from_x(x));
  return document_->on_axis(at.row->panel, {best, best}).begin_ns;
}

}  // namespace gusset::viewer
