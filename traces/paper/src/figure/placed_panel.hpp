#pragma once
#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "category_colours.hpp"
#include "gusset/traces/analysis/time/task_table.hpp"
#include "gusset/traces/paper/figure/figure.hpp"
#include "gusset/traces/picture/timeline/placed_rows.hpp"
#include "layout.hpp"
#include "panel_detail.hpp"
#include "time_axis.hpp"

namespace gusset::figure {

/// The rows of a panel as a figure lays them out, for what is composed over them. Refers to all that it is
/// made of.
class PlacedPanel final : public picture::PlacedRows {
 public:
  /// `index`: the panel's.
  PlacedPanel(const Panel& panel, const PanelDetail& detail, std::size_t index,
              const CategoryColours& colours, const FigureOptions& options, const Layout& layout,
              const TimeAxis& axis);

  const traces::Trace& trace() const override { return *panel_.trace; }
  picture::Box clip() const override;
  traces::ColumnGrid grid() const override { return axis_.grid(); }
  std::pair<std::size_t, std::size_t> visible_places() const override { return {0, place_.rows.size()}; }
  std::optional<std::size_t> place_of(traces::LaneId lane) const override;
  std::optional<traces::LaneId> lane_of(std::size_t place) const override;
  picture::Stretch track(std::size_t place) const override;
  std::size_t sub_rows(std::size_t place) const override;
  std::size_t depth_of(traces::TaskId task) const override;
  std::optional<Colour> colour_of(traces::TaskId task) const override;
  std::string name_of(traces::TaskId task) const override;
  std::vector<std::pair<traces::NodeId, picture::Stretch>> nodes() const override;
  double row_height() const override;
  /// Arrows are smaller where rows are low.
  double scale() const override;
  double text_width(std::string_view words) const override;
  picture::TagSize tag_size() const override;

 private:
  std::size_t category_of(traces::TaskId task) const;

  const Panel& panel_;
  const PanelDetail& detail_;
  std::size_t index_;
  const CategoryColours& colours_;
  const FigureOptions& options_;
  const PanelLayout& place_;
  const Layout& layout_;
  const TimeAxis& axis_;
  traces::TaskTimes times_;  // where tasks nest
  std::map<traces::LaneId, std::size_t> row_of_lane_;
};

}  // namespace gusset::figure
