#include "gusset/viewer/model/timeline/sub_rows.hpp"

#include <algorithm>

namespace gusset::viewer {
Stretch track_at(const Timeline& timeline, std::size_t panel, std::size_t place, std::size_t depth) {
  const Stretch track =
      track_of_row(timeline.layout().row({panel, place}, timeline.scrolls()[panel]), timeline.scale());
  const ShownRow& shown = timeline.arrangement(panel).rows()[place];
  const std::size_t count = shown.folded ? 1 : timeline.sub_rows({panel, shown.rows.front()});
  return count == 1 ? track : picture::sub_row(track, std::min(depth, count - 1), count, timeline.scale());
}

std::optional<Stretch> track_of(const Timeline& timeline, TaskReference task) {
  const std::optional<RowReference> row = timeline.document().row_of(task);
  if (!row || row->panel >= timeline.arrangements().size()) return std::nullopt;
  const std::optional<std::size_t> place = timeline.arrangement(row->panel).place_of(row->row);
  if (!place) return std::nullopt;
  return track_at(timeline, row->panel, *place, timeline.document().panel(row->panel).depth(task.task));
}

}  // namespace gusset::viewer
