#include "gusset/viewer/model/timeline/search_shapes.hpp"

#include <algorithm>
#include <cmath>

#include "gusset/viewer/model/timeline/placed_rows.hpp"

namespace gusset::viewer {
namespace {

using picture::MarkedTasks;

constexpr std::uint8_t dimming = 205;
constexpr double tick_height = 6.0;

// The dimmed boxes of one track, from left to right.
struct DimmedTrack {
  Stretch track;
  Box clip;
  std::vector<Box> boxes;

  bool covers(const Shapes::Name& name) const {
    // A row that is partly scrolled out of view lies behind a pinned row, whose names it does not cover.
    if (name.clip.top != clip.top || name.y < track.top || name.y >= track.bottom()) return false;
    const auto next = std::upper_bound(boxes.begin(), boxes.end(), name.x,
                                       [](double at, const Box& box) { return at < box.left; });
    return next != boxes.begin() && name.x < std::prev(next)->right();
  }
};

// Everything of a track but the matches, from the first to the last of the columns that the trace's rows
// fill.
DimmedTrack dimmed_track(const std::vector<MarkedTasks::Mark>& marks, Stretch track, Box clip,
                         std::pair<int, int> columns) {
  std::vector<std::pair<int, int>> matches;
  for (const MarkedTasks::Mark& mark : marks) {
    if (mark.track.top != track.top) continue;
    const double from = std::clamp(mark.stretch.left, 0.0, static_cast<double>(clip.width));
    const double to = std::clamp(mark.stretch.right, 0.0, static_cast<double>(clip.width));
    const int left = static_cast<int>(std::floor(from));
    matches.emplace_back(left, std::max(left + 1, static_cast<int>(std::ceil(to))));
  }
  std::sort(matches.begin(), matches.end());
  DimmedTrack dimmed{track, clip, {}};
  const int top = std::max(track.top, clip.top);
  const int height = std::min(track.bottom(), clip.bottom()) - top;
  int from = columns.first;
  const auto add_until = [&](int to) {
    if (to > from && height > 0) dimmed.boxes.push_back({clip.left + from, top, to - from, height});
  };
  for (const auto& [left, right] : matches) {
    add_until(std::min(left, columns.second));
    from = std::max(from, right);
  }
  add_until(columns.second);
  return dimmed;
}

void dim_panel(const Timeline& timeline, std::size_t panel, const MarkedTasks& matches, Rgba colour,
               Picture& picture) {
  const picture::PlacedRows placed = placed_rows(timeline, panel);
  const auto column_of = [&](std::int64_t time_ns) {
    const double column = placed.grid.column_from_time(static_cast<double>(time_ns));
    return std::clamp(column, 0.0, static_cast<double>(placed.clip.width));
  };
  const std::pair<int, int> columns{
      static_cast<int>(std::floor(column_of(0))),
      static_cast<int>(std::ceil(column_of(timeline.document().panel(panel).totals.makespan_ns)))};
  std::vector<DimmedTrack> tracks;
  for (const std::size_t place : placed.visible) {
    std::vector<MarkedTasks::Mark> marks;
    for (const std::size_t lane : placed.table->lanes_of(place)) {
      const std::vector<MarkedTasks::Mark> of_lane = matches.marks(placed, place, traces::LaneId(lane));
      marks.insert(marks.end(), of_lane.begin(), of_lane.end());
    }
    const std::size_t count = placed.row(place).sub_rows;
    for (std::size_t depth = 0; depth < count; ++depth) {
      const Stretch track = count == 1 ? placed.track(place) : placed.track_at(place, depth);
      tracks.push_back(dimmed_track(marks, track, placed.clip_of(place), columns));
      for (const Box& box : tracks.back().boxes) picture.over_fills.push_back({box, colour});
    }
  }
  std::erase_if(picture.shapes.names, [&](const Shapes::Name& name) {
    return std::any_of(tracks.begin(), tracks.end(),
                       [&](const DimmedTrack& track) { return track.covers(name); });
  });
}

void mark_in_overview(const Timeline& timeline, std::size_t panel, const std::vector<bool>& parts,
                      Rgba colour, Picture& picture) {
  const Box box = timeline.overview();
  if (box.height <= 0 || timeline.document().extent_ns == 0) return;
  const TimeAxis whole = timeline.overview_axis().of(timeline.document().side_by_side.placements[panel]);
  const double part_ns = static_cast<double>(timeline.document().panel(panel).totals.makespan_ns) /
                         static_cast<double>(parts.size());
  const int height = std::max(2, static_cast<int>(std::lround(tick_height * timeline.scale())));
  const auto panels = static_cast<int>(timeline.layout().panels());
  const int top = box.top + box.height * static_cast<int>(panel) / panels;
  int free_from = 0;  // several parts may share a column
  for (std::size_t part = 0; part < parts.size(); ++part) {
    if (!parts[part]) continue;
    const int x =
        static_cast<int>(std::floor(whole.x_from_time((static_cast<double>(part) + 0.5) * part_ns)));
    if (x < free_from || x >= box.width) continue;
    picture.over_fills.push_back({{box.left + x, top, 1, height}, colour});
    free_from = x + 1;
  }
}

}  // namespace

void add_search_shapes(const Timeline& timeline, const SearchResult& found, Picture& picture) {
  const ViewPalette& palette = view_palette_of(timeline.document().appearance);
  for (std::size_t panel = 0; panel < timeline.layout().panels(); ++panel) {
    if (panel < found.parts.size())
      mark_in_overview(timeline, panel, found.parts[panel], palette.why, picture);
    if (found.matches != nullptr && found.count > 0 && panel < found.matches->panels.size())
      dim_panel(timeline, panel, found.matches->panels[panel], with_alpha(palette.track, dimming), picture);
  }
}

}  // namespace gusset::viewer
