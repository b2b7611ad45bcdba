#include "gusset/traces/picture/timeline/placed_rows.hpp"

#include <algorithm>
#include <cmath>

namespace gusset::picture {
namespace {

constexpr double min_spaced = 5.0;  // lower sub-rows have no gap

int edge_of(Stretch track, std::size_t index, std::size_t count) {
  return track.top + track.height * static_cast<int>(index) / static_cast<int>(count);
}

}  // namespace

Stretch sub_row(Stretch track, std::size_t index, std::size_t count, double scale) {
  const int top = edge_of(track, index, count);
  const int bottom = edge_of(track, index + 1, count);
  const bool spaced = index + 1 < count && track.height >= min_spaced * scale * static_cast<double>(count);
  const int distance = spaced ? std::max(1, static_cast<int>(std::lround(scale))) : 0;
  return {top, std::max(1, bottom - top - distance)};
}

std::size_t sub_row_at(Stretch track, std::size_t count, int y) {
  std::size_t index = 0;
  while (index + 1 < count && y >= edge_of(track, index + 1, count)) ++index;
  return index;
}

void PlacedRows::add_row(std::span<const std::size_t> lanes_of_row, bool is_aggregate, Stretch track,
                         std::size_t sub_rows) {
  place_of_lane_.resize(trace().lanes.size());
  for (const std::size_t lane : lanes_of_row) place_of_lane_[lane] = rows.size();
  rows.push_back({track, sub_rows, is_aggregate, lanes.size()});
  lanes.insert(lanes.end(), lanes_of_row.begin(), lanes_of_row.end());
}

std::span<const std::size_t> PlacedRows::lanes_of(std::size_t place) const {
  const std::size_t first = rows[place].first_lane;
  const std::size_t end = place + 1 < rows.size() ? rows[place + 1].first_lane : lanes.size();
  return std::span(lanes).subspan(first, end - first);
}

std::optional<std::size_t> PlacedRows::place_of(traces::LaneId lane) const {
  return lane.value() < place_of_lane_.size() ? place_of_lane_[lane.value()] : std::nullopt;
}

std::optional<traces::LaneId> PlacedRows::lane_of(std::size_t place) const {
  if (rows[place].is_aggregate) return std::nullopt;
  return traces::LaneId(lanes[rows[place].first_lane]);
}

std::optional<traces::Colour> PlacedRows::colour_of(traces::TaskId task) const {
  if (!detail->shows(task)) return std::nullopt;
  return colours->of_categories(panel)[detail->category(task)];
}

std::string PlacedRows::name_of(traces::TaskId task) const {
  return has_pointer ? std::string() : printable(colours->category_name(panel, detail->category(task)));
}

Stretch PlacedRows::track_at(std::size_t place, std::size_t depth) const {
  const auto& [track, count, is_aggregate, first_lane] = rows[place];
  return count == 1 ? track : sub_row(track, std::min(depth, count - 1), count, scale);
}

std::vector<RowLayer> PlacedRows::layers() const {
  std::vector<RowLayer> layers;
  for (std::size_t place = visible.first; place < visible.second; ++place) {
    const Row& row = rows[place];
    const bool has_all_work = detail->shown != nullptr || row.sub_rows > 1;
    if (has_all_work) layers.push_back({place, row.track, true});
    if (row.sub_rows == 1) layers.push_back({place, row.track, false, has_all_work});
    for (std::size_t depth = 0; row.sub_rows > 1 && depth < row.sub_rows; ++depth)
      layers.push_back({place, track_at(place, depth), false, true, depth});
  }
  return layers;
}

const traces::LevelOfDetail& PlacedRows::detail_of(const RowLayer& layer) const {
  if (layer.is_all_work) return *detail->detail;
  return layer.depth ? (*detail->sub_rows)[*layer.depth] : detail->visible_detail();
}

}  // namespace gusset::picture
