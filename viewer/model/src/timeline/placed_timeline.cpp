#include "gusset/viewer/model/timeline/placed_timeline.hpp"

#include "gusset/viewer/model/timeline/selection_shapes.hpp"
#include "gusset/viewer/model/timeline/sub_rows.hpp"

namespace gusset::viewer {

PlacedTimeline::PlacedTimeline(const Timeline& timeline, std::size_t panel)
    : timeline_(timeline), panel_(panel) {
  if (panel >= timeline.layout().panels()) return;
  grid_ = timeline.axis(panel).grid();
  clip_ = rows_box(timeline, panel);
}

const traces::Trace& PlacedTimeline::trace() const {
  return *loaded().trace;
}

traces::Paper PlacedTimeline::paper() const {
  return timeline_.document().appearance.paper;
}

std::pair<std::size_t, std::size_t> PlacedTimeline::visible_places() const {
  return timeline_.layout().visible_rows(panel_, timeline_.scrolls()[panel_]);
}

std::optional<std::size_t> PlacedTimeline::place_of(traces::LaneId lane) const {
  return timeline_.arrangement(panel_).place_of(loaded().row_of_lane[lane.value()]);
}

std::optional<traces::LaneId> PlacedTimeline::lane_of(std::size_t place) const {
  const ShownRow& shown = timeline_.arrangement(panel_).rows()[place];
  if (shown.folded) return std::nullopt;
  return loaded().rows[shown.rows.front()].lane;
}

Stretch PlacedTimeline::track(std::size_t place) const {
  const Stretch row = timeline_.layout().row({panel_, place}, timeline_.scrolls()[panel_]);
  return track_of_row(row, timeline_.scale());
}

std::size_t PlacedTimeline::sub_rows(std::size_t place) const {
  const ShownRow& shown = timeline_.arrangement(panel_).rows()[place];
  return shown.folded ? 1 : timeline_.sub_rows({panel_, shown.rows.front()});
}

std::optional<traces::Colour> PlacedTimeline::colour_of(traces::TaskId task) const {
  if (!loaded().shows(task)) return std::nullopt;
  return timeline_.document().colours.of_categories(panel_)[loaded().category(task)];
}

std::vector<std::pair<traces::NodeId, Stretch>> PlacedTimeline::nodes() const {
  std::vector<std::pair<traces::NodeId, Stretch>> nodes;
  const RowArrangement& shown = timeline_.arrangement(panel_);
  std::size_t row = 0;
  for (std::size_t i = 0; i < shown.node_row_counts().size(); row += shown.node_row_counts()[i], ++i) {
    nodes.emplace_back(shown.rows()[row].node,
                       timeline_.layout().node(panel_, i, timeline_.scrolls()[panel_]));
  }
  return nodes;
}

picture::TagSize PlacedTimeline::tag_size() const {
  const picture::TagSize at_scale_1;
  const double scale = timeline_.scale();
  return {at_scale_1.height * scale, at_scale_1.padding * scale, at_scale_1.margin * scale};
}

}  // namespace gusset::viewer
