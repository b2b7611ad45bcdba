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
    return name.clip.top == clip.top && covers(name.x, name.y);
  }
  bool covers(const Shapes::Hatch& line) const {
    const double y = (line.from_y + line.to_y) / 2;
    return y >= clip.top && y < clip.bottom() && covers((line.from_x + line.to_x) / 2, y);
  }
  bool covers(double x, double y) const {
    if (y < track.top || y >= track.bottom()) return false;
    const auto next = std::upper_bound(boxes.begin(), boxes.end(), x,
                                       [](double at, const Box& box) { return at < box.left; });
    return next != boxes.begin() && x < std::prev(next)->right();
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
      Stretch track = count == 1 ? placed.track(place) : placed.track_at(place, depth);
      // The work in other sub-rows shows through the gap below.
      if (depth + 1 < count) track.height = placed.track_at(place, depth + 1).top - track.top;
      tracks.push_back(dimmed_track(marks, track, placed.clip_of(place), columns));
      for (const Box& box : tracks.back().boxes) picture.over_fills.push_back({box, colour});
    }
  }
  const auto is_dimmed = [&](const auto& shape) {
    return std::any_of(tracks.begin(), tracks.end(),
                       [&](const DimmedTrack& track) { return track.covers(shape); });
  };
  std::erase_if(picture.shapes.names, is_dimmed);
  for (Shapes::Hatch& line : picture.shapes.hatching) {
    if (is_dimmed(line)) line.colour = with_alpha(line.colour, 255 - dimming);
  }
}

// Whether a match ran in each of the overview's columns. `parts` are those of SearchResult.
std::vector<bool> matched_columns(const Timeline& timeline, std::size_t panel,
                                  const std::vector<bool>& parts) {
  std::vector<bool> columns(static_cast<std::size_t>(timeline.overview().width));
  const TimeAxis whole = timeline.overview_axis().of(timeline.document().side_by_side.placements[panel]);
  const double part_ns = static_cast<double>(timeline.document().panel(panel).totals.makespan_ns) /
                         static_cast<double>(parts.size());
  for (std::size_t part = 0; part < parts.size(); ++part) {
    const double x = std::floor(whole.x_from_time((static_cast<double>(part) + 0.5) * part_ns));
    if (parts[part] && x >= 0.0 && x < static_cast<double>(columns.size()))
      columns[static_cast<std::size_t>(x)] = true;
  }
  // A part may be wider than a column.
  for (std::size_t x = 0; x < columns.size(); ++x) {
    const double at = whole.time_from_x(static_cast<double>(x) + 0.5) / part_ns;
    if (at >= 0.0 && at < static_cast<double>(parts.size()) && parts[static_cast<std::size_t>(at)])
      columns[x] = true;
  }
  return columns;
}

void mark_in_overview(const Timeline& timeline, std::size_t panel, const std::vector<bool>& columns,
                      Rgba colour, Picture& picture) {
  const Box box = timeline.overview();
  const int height = std::max(2, static_cast<int>(std::lround(tick_height * timeline.scale())));
  const auto panels = static_cast<int>(timeline.layout().panels());
  const int top = box.top + box.height * static_cast<int>(panel) / panels;
  for (std::size_t x = 0; x < columns.size(); ++x) {
    if (columns[x]) picture.over_fills.push_back({{box.left + static_cast<int>(x), top, 1, height}, colour});
  }
}

// Dims the columns of a trace's busy share in which no match ran.
void dim_overview(const Timeline& timeline, std::size_t panel, const std::vector<bool>& columns, Rgba colour,
                  Picture& picture) {
  const Box strip = overview_strip(timeline, panel);
  const int first = timeline.overview().left;
  std::vector<Fill> dimmed;
  for (int x = strip.left; x < strip.right(); ++x) {
    if (columns[static_cast<std::size_t>(x - first)]) continue;
    if (!dimmed.empty() && dimmed.back().box.right() == x) {
      ++dimmed.back().box.width;
    } else {
      dimmed.push_back({{x, strip.top, 1, strip.height}, colour});
    }
  }
  // Below the frame around the visible part.
  picture.over_fills.insert(picture.over_fills.begin(), dimmed.begin(), dimmed.end());
}

}  // namespace

void add_search_shapes(const Timeline& timeline, const SearchResult& found, Picture& picture) {
  const ViewPalette& palette = view_palette_of(timeline.document().appearance);
  const Rgba dim_colour = with_alpha(palette.track, dimming);
  const bool has_overview = timeline.overview().height > 0 && timeline.document().extent_ns > 0;
  for (std::size_t panel = 0; panel < timeline.layout().panels(); ++panel) {
    const bool dims = found.matches != nullptr && found.count > 0 && panel < found.matches->panels.size();
    if (has_overview && panel < found.parts.size()) {
      const std::vector<bool> columns = matched_columns(timeline, panel, found.parts[panel]);
      mark_in_overview(timeline, panel, columns, palette.why, picture);
      if (dims) dim_overview(timeline, panel, columns, dim_colour, picture);
    }
    if (dims) dim_panel(timeline, panel, found.matches->panels[panel], dim_colour, picture);
  }
}

}  // namespace gusset::viewer
