#include "gusset/traces/picture/timeline/parent_outlines.hpp"

#include <algorithm>
#include <cmath>
#include <string>

namespace gusset::picture {
namespace {

constexpr std::size_t max_depth = 6;   // deeper outlines would cover their contents
constexpr double outline_width = 1.5;  // at scale 1
constexpr double outline_spacing = 3.0;
constexpr double base_width = 1.0;  // width of the line where the task was suspended
constexpr int min_inset_share = 8;  // of a sub-row: larger insets would hide the contents

// Shades in tenths of a colour: dark enough to be visible on a task of that colour, in either theme.
constexpr int dark_share = 5;
constexpr int light_share = 8;  // for outlines on a dark background

traces::Colour shade_of(traces::Colour colour, int tenths) {
  const auto part = [tenths](std::uint8_t channel) {
    return static_cast<std::uint8_t>(channel * tenths / 10);
  };
  return {part(colour.red), part(colour.green), part(colour.blue)};
}

struct OpenRun {
  std::size_t span = 0;
  std::size_t depth = 0;
  bool is_parent = false;
};

}  // namespace

traces::Colour outline_shade(traces::Colour colour, traces::Background background) {
  return shade_of(colour, background == traces::Background::dark ? light_share : dark_share);
}

ParentOutlines::ParentOutlines(const traces::Trace& trace, const traces::Nesting* nesting) {
  for (std::size_t lane = 0; lane < trace.lanes.size(); ++lane) {
    const traces::LaneId id(lane);
    const traces::SpanColumns& spans = trace.lanes[lane].spans;
    std::vector<OpenRun> open;  // runs of tasks around the current time
    const auto close_until = [&](std::int64_t time_ns) {
      while (!open.empty() && spans.end_ns[open.back().span] <= time_ns) {
        const OpenRun run = open.back();
        open.pop_back();
        if (!run.is_parent || open.size() >= max_depth) continue;
        while (lanes_.size() <= open.size()) lanes_.emplace_back(trace.lanes.size());
        lanes_[open.size()].add(lane, spans.begin_ns[run.span], spans.end_ns[run.span],
                                static_cast<std::uint32_t>(runs_.size()));
        const auto sharing = std::count_if(open.begin(), open.end(),
                                           [&](const OpenRun& around) { return around.depth == run.depth; });
        runs_.push_back({spans.task[run.span], run.depth, static_cast<std::size_t>(sharing)});
      }
    };
    for (std::size_t i = 0; i < spans.size(); ++i) {
      close_until(spans.begin_ns[i]);
      if (spans.kind[i] != traces::SpanKind::run || spans.task[i].is_none()) continue;
      if (!open.empty() && spans.task[open.back().span] != spans.task[i]) open.back().is_parent = true;
      if (spans.end_ns[i] > spans.begin_ns[i])
        open.push_back({i, nesting == nullptr ? 0 : nesting->depth(id, i), false});
    }
    if (!spans.end_ns.empty()) close_until(*std::max_element(spans.end_ns.begin(), spans.end_ns.end()));
  }
  for (MarkedRows& lanes : lanes_) lanes.finish();
}

void ParentOutlines::draw(const PlacedRows& rows, Shapes& shapes) const {
  if (runs_.empty() || rows.clip.width <= 0) return;
  const traces::ColumnGrid grid = rows.grid;
  for (const std::size_t place : rows.visible) {
    const std::optional<traces::LaneId> lane = rows.table->lane_of(place);
    if (!lane) continue;
    const bool is_split = rows.row(place).sub_rows > 1;
    const double least = (is_split ? MarkedRows::min_pixels : min_width) * rows.scale;
    for (std::size_t around = 0; around < lanes_.size(); ++around) {
      for (const MarkedRows::Stretch& run : lanes_[around].stretches(lane->value(), grid, rows.clip.width)) {
        if (run.count == 1 && run.right - run.left >= least) outline(rows, place, around, run, shapes);
      }
    }
  }
}

// Draws the outline of a run that has `around` runs around it.
void ParentOutlines::outline(const PlacedRows& rows, std::size_t place, std::size_t around,
                             const MarkedRows::Stretch& run, Shapes& shapes) const {
  const auto& [task, depth, sharing_sub_row] = runs_[run.item];
  const std::optional<traces::Colour> colour = rows.colour_of(task);
  if (!colour) return;
  const double scale = rows.scale;
  const auto px = [scale](double size) { return std::max(1, static_cast<int>(std::lround(size * scale))); };
  const Box clip = rows.clip_of(place);
  const int left = clip.left + static_cast<int>(std::lround(std::max(-100.0, run.left)));
  const int right = clip.left + static_cast<int>(std::lround(std::min(clip.width + 100.0, run.right)));
  const std::size_t count = rows.row(place).sub_rows;
  const Stretch own = rows.track_at(place, depth);
  const bool has_sub_rows_below = count > 1 && depth + 1 < count;
  // Outlines that share a sub-row, or the whole row, are nested.
  const std::size_t sharing = count == 1 ? around : sharing_sub_row;
  const int inset = has_sub_rows_below
                        ? 0
                        : static_cast<int>(std::lround(outline_spacing * scale)) * static_cast<int>(sharing);
  const int bottom = count == 1 ? own.bottom() : rows.track_at(place, count - 1).bottom();
  const int line = count == 1 ? px(outline_width) : px(1.0);
  const Box box{left, own.top + inset, std::max(line, right - left), bottom - own.top - 2 * inset};
  const bool is_on_dark_background = count > 1 && rows.background == traces::Background::dark;
  const Rgba shade = rgba(shade_of(*colour, is_on_dark_background ? light_share : dark_share));
  const std::string name = rows.name_of(task);
  if (has_sub_rows_below) {
    const int base = px(base_width);
    shapes.bars.push_back({{box.left, own.bottom() - base, box.width, base}, rgba(*colour), clip, name});
  }
  if (box.height < 4 * line) return;
  if (count > 1 && (run.right - run.left < min_split_width * scale || inset * min_inset_share > own.height))
    return;
  const std::string outlined = name.empty() ? name : name + ", with nested tasks";
  for (const Box& edge :
       {Box{box.left, box.top, box.width, line}, Box{box.left, box.bottom() - line, box.width, line},
        Box{box.left, box.top, line, box.height}, Box{box.right() - line, box.top, line, box.height}}) {
    shapes.bars.push_back({edge, shade, clip, outlined});
  }
}

}  // namespace gusset::picture
