#pragma once
#include <cstddef>

#include "gusset/traces/picture/timeline/placed_rows.hpp"
#include "gusset/viewer/model/timeline/timeline.hpp"

namespace gusset::viewer {

/// The rows of a panel as a timeline shows them, for what is composed over them. Refers to the timeline,
/// which must live as long and not change.
class PlacedTimeline final : public picture::PlacedRows {
 public:
  PlacedTimeline(const Timeline& timeline, std::size_t panel);

  const traces::Trace& trace() const override;
  traces::Paper paper() const override;
  Box clip() const override { return clip_; }
  traces::ColumnGrid grid() const override { return grid_; }
  std::pair<std::size_t, std::size_t> visible_places() const override;
  std::optional<std::size_t> place_of(traces::LaneId lane) const override;
  std::optional<traces::LaneId> lane_of(std::size_t place) const override;
  Stretch track(std::size_t place) const override;
  std::size_t sub_rows(std::size_t place) const override;
  std::size_t depth_of(traces::TaskId task) const override { return loaded().depth(task); }
  std::optional<traces::Colour> colour_of(traces::TaskId task) const override;
  std::vector<std::pair<traces::NodeId, Stretch>> nodes() const override;
  double row_height() const override { return timeline_.layout().row_height(panel_); }
  double scale() const override { return timeline_.scale(); }
  double text_width(std::string_view words) const override { return timeline_.text_width(words); }
  picture::TagSize tag_size() const override;
  bool has_pointer() const override { return true; }

 private:
  const LoadedTrace& loaded() const { return timeline_.document().panel(panel_); }

  const Timeline& timeline_;
  std::size_t panel_;
  traces::ColumnGrid grid_;  // of the panel's own times
  Box clip_;
};

}  // namespace gusset::viewer
