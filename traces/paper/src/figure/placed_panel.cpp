#include "placed_panel.hpp"

#include <algorithm>

#include "canvas/text.hpp"
#include "sub_rows.hpp"

namespace gusset::figure {
namespace {

constexpr double least_scale = 0.45;
constexpr double usual_row = 22.0;  // pixels

}  // namespace

PlacedPanel::PlacedPanel(const Panel& panel, const PanelDetail& detail, std::size_t index,
                         const CategoryColours& colours, const FigureOptions& options, const Layout& layout,
                         const TimeAxis& axis)
    : panel_(panel),
      detail_(detail),
      index_(index),
      colours_(colours),
      options_(options),
      place_(layout.panels[index]),
      layout_(layout),
      axis_(axis) {
  if (detail.nesting.depths() > 1) times_ = traces::task_times(*panel.trace);
  for (std::size_t row = 0; row < place_.rows.size(); ++row) {
    for (const std::size_t lane : place_.rows[row].lanes) row_of_lane_[traces::LaneId(lane)] = row;
  }
}

picture::Box PlacedPanel::clip() const {
  return {layout_.plot_left, place_.rows_top, axis_.columns(), place_.rows_bottom - place_.rows_top};
}

std::optional<std::size_t> PlacedPanel::place_of(traces::LaneId lane) const {
  const auto found = row_of_lane_.find(lane);
  if (found == row_of_lane_.end()) return std::nullopt;
  return found->second;
}

std::optional<traces::LaneId> PlacedPanel::lane_of(std::size_t place) const {
  const std::vector<std::size_t>& lanes = place_.rows[place].lanes;
  if (lanes.size() != 1) return std::nullopt;
  return traces::LaneId(lanes.front());
}

picture::Stretch PlacedPanel::track(std::size_t place) const {
  const RowLayout& row = place_.rows[place];
  return {row.top, row.bottom - row.top};
}

std::size_t PlacedPanel::sub_rows(std::size_t place) const {
  return sub_rows_of(detail_, place_.rows[place], options_);
}

std::size_t PlacedPanel::depth_of(traces::TaskId task) const {
  return detail_.nesting.depths() > 1 ? detail_.nesting.depth(*panel_.trace, times_, task) : 0;
}

std::size_t PlacedPanel::category_of(traces::TaskId task) const {
  if (panel_.colouring != nullptr) return panel_.colouring->category(task);
  return panel_.trace->tasks.type[task.value()].value() % 256;
}

std::optional<Colour> PlacedPanel::colour_of(traces::TaskId task) const {
  if (panel_.shown != nullptr && !(*panel_.shown)[task.value()]) return std::nullopt;
  return colours_.of_categories(index_)[category_of(task)];
}

std::string PlacedPanel::name_of(traces::TaskId task) const {
  return category_name(colours_, index_, category_of(task));
}

std::vector<std::pair<traces::NodeId, picture::Stretch>> PlacedPanel::nodes() const {
  std::map<traces::NodeId, std::pair<int, int>> rows_of_node;
  for (const RowLayout& row : place_.rows) {
    for (const std::size_t lane : row.lanes) {
      const traces::NodeId node = panel_.trace->workers[panel_.trace->lanes[lane].worker.value()].node;
      rows_of_node.try_emplace(node, row.top, row.bottom).first->second.second = row.bottom;
    }
  }
  std::vector<std::pair<traces::NodeId, picture::Stretch>> nodes;
  for (const auto& [node, rows] : rows_of_node)
    nodes.push_back({node, {rows.first, rows.second - rows.first}});
  return nodes;
}

double PlacedPanel::row_height() const {
  return place_.rows.empty() ? usual_row : place_.rows[0].bottom - place_.rows[0].top;
}

double PlacedPanel::scale() const {
  return std::clamp(row_height() / usual_row, least_scale, 1.0);
}

double PlacedPanel::text_width(std::string_view words) const {
  return figure::text_width(words, small_size, true);
}

picture::TagSize PlacedPanel::tag_size() const {
  return {small_size + 4.0, 8.0, 1.0};
}

}  // namespace gusset::figure
