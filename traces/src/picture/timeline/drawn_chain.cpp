#include "gusset/traces/picture/timeline/drawn_chain.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "gusset/base/numbers.hpp"

namespace gusset::picture {
namespace {

using traces::ChainLink;

constexpr double letter_width = 7.5;  // approximate; a wait's text is shown only if it surely fits

// A lane and the row that shows it.
struct ShownPart {
  std::size_t place = 0;
  traces::LaneId lane;
  bool is_aggregate = false;
};

// A stretch of a row in whole pixels of the picture, clipped a little outside the rows.
Box pixels_of(const PlacedRows& rows, const MarkedRows::Stretch& stretch, Stretch track) {
  const Box& clip = rows.clip;
  const double left = std::clamp(std::floor(stretch.left), -100.0, clip.width + 100.0);
  const double right =
      std::clamp(std::ceil(stretch.right), left + 1.0, std::max(left + 1.0, clip.width + 100.0));
  return {clip.left + static_cast<int>(left), track.top, static_cast<int>(right - left), track.height};
}

int scaled_pixels(double size, double scale) {
  return std::max(1, static_cast<int>(std::lround(size * scale)));
}

// Where the bar of a run is in the run's track: at the upper edge, but below the line of a frame.
Stretch bar_of(Stretch track, double scale) {
  constexpr double min_height_for_frame = 12.0;
  const int below_frame =
      track.height < scaled_pixels(min_height_for_frame, scale) ? 0 : scaled_pixels(2, scale);
  return {track.top + below_frame, std::min(scaled_pixels(3, scale), std::max(1, track.height / 3))};
}

double middle_of(Stretch stretch) {
  return stretch.top + stretch.height / 2.0;
}

}  // namespace

DrawnChain::DrawnChain(const TraceDetail& detail, std::vector<ChainLink> links)
    : links_(std::move(links)), runs_(detail), waits_(detail) {
  traces::LaneId lane;  // none before the first run
  std::size_t depth = 0;
  std::int64_t end_ns = 0;                          // when the last run ended
  std::int64_t received_ns = traces::unknown_time;  // when a later message was received
  for (std::size_t i = 0; i < links_.size(); ++i) {
    const ChainLink& link = links_[i];
    const auto item = static_cast<std::uint32_t>(i);
    const traces::LaneId here = link.task.is_none() ? lane : detail.times.lane[link.task.value()];
    if (here.is_none()) continue;
    const std::size_t depth_here = link.task.is_none() ? depth : detail.depth(link.task);
    if (link.kind != ChainLink::Kind::run) {
      waits_.add(here, depth_here, link.begin_ns, link.end_ns, item);
      if (link.kind == ChainLink::Kind::message) received_ns = link.end_ns;
      continue;
    }
    if (!link.task.is_none()) runs_.add(here, depth_here, link.begin_ns, link.end_ns, item);
    if (!lane.is_none() && lane != here)
      hops_.push_back({end_ns, std::max(end_ns, received_ns), link.begin_ns, lane, here, depth, depth_here});
    lane = here;
    depth = depth_here;
    end_ns = link.end_ns;
    received_ns = traces::unknown_time;
  }
  runs_.finish();
  waits_.finish();
}

std::size_t DrawnChain::draw(const PlacedRows& rows, Rgba colour, const std::string& name,
                             Shapes& shapes) const {
  const double scale = rows.scale;
  const auto px = [scale](double size) { return scaled_pixels(size, scale); };
  std::vector<ShownPart> parts;
  for (const std::size_t place : rows.visible) {
    for (const std::size_t lane : rows.table->lanes_of(place))
      parts.push_back({place, traces::LaneId(lane), rows.row(place).is_aggregate});
  }
  for (const auto& [place, lane, is_aggregate] : parts) {
    const Box clip = rows.clip_of(place);
    for (const auto& [stretch, track] : runs_.marks(rows, place, lane)) {
      const Box box = pixels_of(rows, stretch, bar_of(track, scale));
      // The halo separates the bar from a task of a similar colour.
      shapes.bars.push_back(
          {{box.left, track.top, box.width, box.bottom() + px(1) - track.top}, shapes.halo, clip, name});
      shapes.bars.push_back({box, colour, clip, name});
    }
    for (const auto& [stretch, track] : waits_.marks(rows, place, lane)) {
      const double middle = middle_of(track);
      const Box box = pixels_of(rows, stretch, track);
      if (stretch.count > 1 || stretch.right - stretch.left < MarkedRows::min_pixels) {
        shapes.bars.push_back({{box.left, static_cast<int>(middle), box.width, px(1)}, colour, clip, name});
        continue;
      }
      const ChainLink& link = links_[stretch.item];
      if (link.kind != ChainLink::Kind::message) {
        shapes.lines.push_back({static_cast<double>(box.left), middle, static_cast<double>(box.right()),
                                middle, colour, true, clip, name});
      }
      if (is_aggregate) continue;
      const std::string text(traces::link_text(link.kind).name);
      const int seen_left = std::max(box.left, clip.left);
      const int seen_right = std::min(box.right(), clip.right());
      const double letters = letter_width * scale * static_cast<double>(text.size());
      const double width = std::max(letters, rows.text_width(text)) + px(20);
      if (seen_right - seen_left < width || track.height < rows.tag_size.height + rows.tag_size.margin)
        continue;
      const double left = (seen_left + seen_right - width) / 2.0;
      shapes.tags.push_back(
          {left + px(5), std::round(middle - std::floor(rows.tag_size.height / 2)), text, colour, clip});
    }
  }

  const double begin_ns = rows.grid.time_from_column(0.0);
  const double end_ns = rows.grid.time_from_column(rows.clip.width);
  const auto from = std::partition_point(
      hops_.begin(), hops_.end(), [&](const Hop& hop) { return static_cast<double>(hop.end_ns) < begin_ns; });
  const auto beyond = std::partition_point(
      from, hops_.end(), [&](const Hop& hop) { return static_cast<double>(hop.begin_ns) < end_ns; });
  const auto count = static_cast<std::size_t>(std::max<std::ptrdiff_t>(0, beyond - from));
  if (count > max_hops) return count;
  for (auto hop = from; hop < beyond; ++hop) {
    const std::optional<std::size_t> from_place = rows.table->place_of(hop->from_lane);
    const std::optional<std::size_t> to_place = rows.table->place_of(hop->to_lane);
    if (!from_place || !to_place || *from_place == *to_place)
      continue;  // filtered out, or in the same folded row
    const Stretch a = rows.track_at(*from_place, hop->from_depth);
    const Stretch b = rows.track_at(*to_place, hop->to_depth);
    // The line joins the bars of the two runs. It also meets a wait before the second run, if it is wide
    // enough to see, in the middle of the row. A message's line ends there.
    const bool is_message = hop->end_ns > hop->begin_ns;
    const bool has_wait = rows.x_from_time(static_cast<double>(hop->run_ns)) -
                              rows.x_from_time(static_cast<double>(hop->end_ns)) >=
                          MarkedRows::min_pixels;
    const bool is_downward = *from_place < *to_place;
    double from_y = middle_of(bar_of(a, scale));
    double to_y = middle_of(is_message || (has_wait && is_downward) ? b : bar_of(b, scale));
    const bool is_from_pinned = rows.is_pinned(*from_place);
    const bool is_to_pinned = rows.is_pinned(*to_place);
    // A line from a pinned row to a row that is scrolled out of view ends where rows scroll.
    if (is_to_pinned && !is_from_pinned) from_y = std::max<double>(from_y, rows.scroll_top);
    if (is_from_pinned && !is_to_pinned) to_y = std::max<double>(to_y, rows.scroll_top);
    const Box clip = is_from_pinned || is_to_pinned ? rows.clip : rows.scroll_clip();
    shapes.lines.push_back({rows.x_from_time(static_cast<double>(hop->begin_ns)), from_y,
                            rows.x_from_time(static_cast<double>(hop->end_ns)), to_y, colour, is_message,
                            clip, name});
  }
  return 0;
}

void draw_critical_path(const PlacedRows& rows, const DrawnChain& chain, const MarkedTasks& bound_tasks,
                        Rgba chain_colour, Rgba bound_colour, Shapes& shapes) {
  const auto named = [&](const char* name) { return rows.has_pointer ? std::string() : std::string(name); };
  frame_tasks(rows, bound_tasks, bound_colour, named("critical path"), shapes);
  const std::size_t hidden = chain.draw(rows, chain_colour, named("critical chain"), shapes);
  if (hidden == 0) return;
  shapes.tags.push_back(
      {rows.clip.left + 6 * rows.scale, rows.clip.top + 3 * rows.scale,
       "critical chain: " + count_text(hidden) +
           (rows.has_pointer ? " changes of row here; zoom in to see them" : " changes of row are not drawn"),
       chain_colour, rows.clip});
}

}  // namespace gusset::picture
