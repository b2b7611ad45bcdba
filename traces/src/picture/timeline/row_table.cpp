#include "gusset/traces/picture/timeline/row_table.hpp"

#include <algorithm>

namespace gusset::picture {

void RowTable::add_row(std::span<const std::size_t> lanes, bool is_aggregate, Stretch track,
                       std::size_t sub_rows) {
  for (const std::size_t lane : lanes) {
    place_of_lane_.resize(std::max(place_of_lane_.size(), lane + 1));
    place_of_lane_[lane] = rows_.size();
  }
  rows_.push_back({track, sub_rows, is_aggregate, lanes_.size()});
  lanes_.insert(lanes_.end(), lanes.begin(), lanes.end());
}

std::span<const std::size_t> RowTable::lanes_of(std::size_t place) const {
  const std::size_t first = rows_[place].first_lane;
  const std::size_t end = place + 1 < rows_.size() ? rows_[place + 1].first_lane : lanes_.size();
  return std::span(lanes_).subspan(first, end - first);
}

std::optional<std::size_t> RowTable::place_of(traces::LaneId lane) const {
  return lane.value() < place_of_lane_.size() ? place_of_lane_[lane.value()] : std::nullopt;
}

std::optional<traces::LaneId> RowTable::lane_of(std::size_t place) const {
  if (rows_[place].is_aggregate) return std::nullopt;
  return traces::LaneId(lanes_[rows_[place].first_lane]);
}

}  // namespace gusset::picture
