#include "gusset/viewer/model/timeline/arrow_bundles.hpp"

#include <algorithm>
#include <vector>

#include "gusset/viewer/model/timeline/sub_rows.hpp"

namespace gusset::viewer {

ArrowEnd arrow_end(const Timeline& timeline, std::size_t panel, traces::LaneId lane, std::int64_t time_ns,
                   traces::TaskId task) {
  using Where = ArrowEnd::Where;
  const std::size_t row = timeline.document().panel(panel).row_of_lane[lane.value()];
  const std::optional<std::size_t> place = timeline.arrangement(panel).place_of(row);
  if (!place) return {Where::filtered, 0, 0.0, 0.0};
  const Box plot = timeline.plot();
  const Stretch body = timeline.layout().body(panel);
  const bool is_split = !task.is_none() && timeline.sub_rows({panel, row}) > 1;
  const std::size_t depth = is_split ? timeline.document().panel(panel).depth(task) : 0;
  const Stretch track = track_at(timeline, panel, *place, depth);
  const double x = timeline.x_from_time(panel, static_cast<double>(time_ns));
  const double y = track.top + track.height / 2.0;
  const double seen_x = std::clamp<double>(x, plot.left, plot.right());
  if (y < body.top) return {Where::above, 0, seen_x, static_cast<double>(body.top)};
  if (y >= body.bottom()) return {Where::below, 0, seen_x, static_cast<double>(body.bottom())};
  const Where where = x < plot.left ? Where::earlier : x > plot.right() ? Where::later : Where::inside;
  return {where, *place, seen_x, y};
}

BundledArrows bundle_arrows(const Timeline& timeline, std::size_t panel,
                            std::span<const traces::TaskArrow> arrows, std::size_t most) {
  if (panel >= timeline.layout().panels()) {
    BundledArrows unseen;
    unseen.unseen = arrows.size();
    return unseen;
  }
  std::vector<traces::PlacedArrow> placed;
  placed.reserve(arrows.size());
  for (const traces::TaskArrow& arrow : arrows) {
    const ArrowEnd to = arrow_end(timeline, panel, arrow.to_lane, arrow.to_ns, arrow.to_task);
    const ArrowEnd until =
        arrow_end(timeline, panel, arrow.to_lane, std::max(arrow.to_ns, arrow.until_ns), arrow.to_task);
    placed.push_back({arrow_end(timeline, panel, arrow.from_lane, arrow.from_ns, arrow.from_task),
                      traces::with_wait(to, until), arrow.is_message, arrow.is_strong, arrow.bytes, until.x});
  }
  return traces::bundle_arrows(placed, most);
}

}  // namespace gusset::viewer
