#include "gusset/traces/picture/timeline/sub_rows.hpp"

#include <algorithm>
#include <cmath>

#include "gusset/traces/picture/timeline/placed_rows.hpp"

namespace gusset::picture {
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

Stretch PlacedRows::track_at(std::size_t place, std::size_t depth) const {
  const std::size_t count = sub_rows(place);
  return count == 1 ? track(place) : sub_row(track(place), std::min(depth, count - 1), count, scale());
}

}  // namespace gusset::picture
