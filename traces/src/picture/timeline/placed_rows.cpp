#include "gusset/traces/picture/timeline/placed_rows.hpp"

#include <algorithm>
#include <cmath>

namespace gusset::picture {
namespace {

constexpr double min_spaced = 5.0;  // sub-rows below this height have no gap, in pixels of a plain display

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

std::optional<traces::Colour> PlacedRows::colour_of(traces::TaskId task) const {
  if (!detail->shows(task)) return std::nullopt;
  return colours->of_categories(panel)[detail->category(task)];
}

std::string PlacedRows::name_of(traces::TaskId task) const {
  return has_pointer ? std::string() : printable(colours->category_name(panel, detail->category(task)));
}

bool PlacedRows::is_pinned(traces::NodeId node) const {
  const auto rows = table->nodes.find(node);
  return rows != table->nodes.end() && rows->second.top < scroll_top;
}

Box PlacedRows::scroll_clip() const {
  const int top = std::max(clip.top, scroll_top);
  return {clip.left, top, clip.width, clip.bottom() - top};
}

Box PlacedRows::clip_of(std::size_t place) const {
  return is_pinned(place) ? Box{clip.left, clip.top, clip.width, scroll_top - clip.top} : scroll_clip();
}

Stretch PlacedRows::track(std::size_t place) const {
  const Stretch track = row(place).track;
  return {track.top - (is_pinned(place) ? 0 : scroll), track.height};
}

std::optional<double> PlacedRows::middle_of(traces::NodeId node) const {
  const auto rows = table->nodes.find(node);
  if (rows == table->nodes.end()) return std::nullopt;
  return rows->second.top - (is_pinned(node) ? 0 : scroll) + rows->second.height / 2.0;
}

Stretch PlacedRows::track_at(std::size_t place, std::size_t depth) const {
  const std::size_t count = row(place).sub_rows;
  return count == 1 ? track(place) : sub_row(track(place), std::min(depth, count - 1), count, scale);
}

std::vector<RowLayer> PlacedRows::layers() const {
  std::vector<RowLayer> layers;
  for (const std::size_t place : visible) {
    const std::size_t sub_rows = row(place).sub_rows;
    const bool has_all_work = detail->shown != nullptr || sub_rows > 1;
    if (has_all_work) layers.push_back({place, track(place), true});
    if (sub_rows == 1) layers.push_back({place, track(place), false, has_all_work});
    for (std::size_t depth = 0; sub_rows > 1 && depth < sub_rows; ++depth)
      layers.push_back({place, track_at(place, depth), false, true, depth});
  }
  return layers;
}

const traces::LevelOfDetail& PlacedRows::detail_of(const RowLayer& layer) const {
  if (layer.is_all_work) return *detail->detail;
  return layer.depth ? (*detail->sub_rows)[*layer.depth] : detail->visible_detail();
}

}  // namespace gusset::picture
