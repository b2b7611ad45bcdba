#include "sub_rows.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace gusset::figure {
namespace {

constexpr int least_split_height = 20;  // of what is drawn on, in a row of 24 pixels
constexpr int least_spaced_height = 5;
constexpr double least_based_width = 4.0;
constexpr double least_outlined_width = 10.0;

int edge_of(const RowBox& row, std::size_t index, std::size_t count) {
  return row.top + (row.bottom - row.top) * static_cast<int>(index) / static_cast<int>(count);
}

std::size_t category_of(const Panel& panel, traces::TaskId task) {
  if (panel.colouring != nullptr) return panel.colouring->category(task);
  return panel.trace->tasks.type[task.value()].value() % 256;
}

// Whether any run of the next depth lies in a run.
bool has_any_within(const traces::SpanColumns& spans, std::span<const std::uint32_t> deeper,
                    std::uint32_t run) {
  const auto within = std::partition_point(deeper.begin(), deeper.end(), [&](std::uint32_t other) {
    return spans.begin_ns[other] < spans.begin_ns[run];
  });
  return within != deeper.end() && spans.begin_ns[*within] < spans.end_ns[run];
}

}  // namespace

std::size_t sub_rows_of(const PanelDetail& detail, const RowLayout& row, const FigureOptions& options) {
  if (!options.sub_rows || row.lanes.size() != 1 || row.bottom - row.top < least_split_height) return 1;
  return detail.nesting.depths(traces::LaneId(row.lanes.front()));
}

RowBox sub_row(const RowBox& row, std::size_t index, std::size_t count) {
  const bool spaced =
      index + 1 < count && row.bottom - row.top >= least_spaced_height * static_cast<int>(count);
  return {row.left, edge_of(row, index, count), edge_of(row, index + 1, count) - (spaced ? 1 : 0)};
}

void outline_parents(const Panel& panel, const PanelDetail& detail, const TimeAxis& axis, std::size_t lane,
                     const RowBox& row, std::size_t count, std::vector<ParentPaths>& paths) {
  const traces::SpanColumns& spans = panel.trace->lanes[lane].spans;
  const traces::LaneId id(lane);
  for (std::size_t depth = 0; depth + 1 < count; ++depth) {
    const RowBox own = sub_row(row, depth, count);
    for (const std::uint32_t run : detail.nesting.runs(id, depth)) {
      const traces::TaskId task = spans.task[run];
      const double begin = axis.x_from_time(spans.begin_ns[run]);
      const double end = axis.x_from_time(spans.end_ns[run]);
      // Whole pixels keep lines crisp.
      const double left = row.left + std::round(std::clamp<double>(begin, 0.0, axis.columns()));
      const double right = row.left + std::round(std::clamp<double>(end, 0.0, axis.columns()));
      if (task.is_none() || end - begin < least_based_width || right <= left) continue;
      if (panel.shown != nullptr && !(*panel.shown)[task.value()]) continue;
      if (!has_any_within(spans, detail.nesting.runs(id, depth + 1), run)) continue;
      ParentPaths& drawn = paths[category_of(panel, task)];
      drawn.base.rectangle(left, own.bottom - 1, right, own.bottom);
      if (end - begin < least_outlined_width) continue;
      drawn.outline.rectangle(left, own.top, right, own.top + 1);
      drawn.outline.rectangle(left, row.bottom - 1, right, row.bottom);
      if (begin >= 0.0) drawn.outline.rectangle(left, own.top, left + 1.0, row.bottom);
      if (end <= axis.columns()) drawn.outline.rectangle(right - 1.0, own.top, right, row.bottom);
    }
  }
}

Colour shade_of(Colour colour) {
  const auto part = [](std::uint8_t channel) { return static_cast<std::uint8_t>(channel * 5 / 10); };
  return {part(colour.red), part(colour.green), part(colour.blue)};
}

}  // namespace gusset::figure
