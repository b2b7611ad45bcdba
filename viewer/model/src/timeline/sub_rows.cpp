#include "gusset/viewer/model/timeline/sub_rows.hpp"

#include <algorithm>
#include <cmath>

namespace gusset::viewer {
namespace {

constexpr double least_spaced = 5.0;  // lower ones touch each other

int edge_of(Stretch track, std::size_t index, std::size_t count) {
  return track.top + track.height * static_cast<int>(index) / static_cast<int>(count);
}

}  // namespace

Stretch sub_row(Stretch track, std::size_t index, std::size_t count, double scale) {
  const int top = edge_of(track, index, count);
  const int bottom = edge_of(track, index + 1, count);
  const bool spaced = index + 1 < count && track.height >= least_spaced * scale * static_cast<double>(count);
  const int distance = spaced ? std::max(1, static_cast<int>(std::lround(scale))) : 0;
  return {top, std::max(1, bottom - top - distance)};
}

std::size_t sub_row_at(Stretch track, std::size_t count, int y) {
  std::size_t index = 0;
  while (index + 1 < count && y >= edge_of(track, index + 1, count)) ++index;
  return index;
}

Stretch track_at(const Timeline& timeline, std::size_t panel, std::size_t place, std::size_t depth) {
  const Stretch track =
      track_of_row(timeline.layout().row({panel, place}, timeline.scrolls()[panel]), timeline.scale());
  const ShownRow& shown = timeline.arrangement(panel).rows()[place];
  const std::size_t count = shown.folded ? 1 : timeline.sub_rows({panel, shown.rows.front()});
  return count == 1 ? track : sub_row(track, std::min(depth, count - 1), count, timeline.scale());
}

std::optional<Stretch> track_of(const Timeline& timeline, TaskReference task) {
  const std::optional<RowReference> row = timeline.document().row_of(task);
  if (!row || row->panel >= timeline.arrangements().size()) return std::nullopt;
  const std::optional<std::size_t> place = timeline.arrangement(row->panel).place_of(row->row);
  if (!place) return std::nullopt;
  return track_at(timeline, row->panel, *place, timeline.document().panel(row->panel).depth(task.task));
}

}  // namespace gusset::viewer
