#include "gusset/viewer/model/timeline/drawn_chain.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "gusset/traces/analysis/causes/critical_path.hpp"
#include "gusset/viewer/model/timeline/placed_rows.hpp"

namespace gusset::viewer {
namespace {

using traces::ChainLink;

constexpr double min_framed = 14.0;   // a narrower frame would hide its task
constexpr double letter_width = 7.5;  // approximate; a wait's text is shown only if it surely fits

// A row of the trace and where it is shown.
struct ShownPart {
  std::size_t place = 0;
  std::size_t row = 0;
  bool folded = false;
};

// A stretch of a row in whole pixels of the view, clipped a little outside the view.
Box box_of(const Timeline& timeline, const picture::MarkedRows::Stretch& stretch, Stretch track) {
  const Box plot = timeline.plot();
  const double left = std::clamp(std::floor(stretch.left), -100.0, plot.width + 100.0);
  const double right =
      std::clamp(std::ceil(stretch.right), left + 1.0, std::max(left + 1.0, plot.width + 100.0));
  return {plot.left + static_cast<int>(left), track.top, static_cast<int>(right - left), track.height};
}

}  // namespace

DrawnChain::DrawnChain(const LoadedTrace& loaded, std::vector<ChainLink> links)
    : links_(std::move(links)), runs_(loaded), waits_(loaded) {
  std::optional<std::size_t> row;
  std::size_t depth = 0;
  std::int64_t end_ns = 0;                          // when the last run ended
  std::int64_t received_ns = traces::unknown_time;  // when a later message was received
  for (std::size_t i = 0; i < links_.size(); ++i) {
    const ChainLink& link = links_[i];
    const auto item = static_cast<std::uint32_t>(i);
    const std::optional<std::size_t> here = link.task.is_none() ? row : loaded.row_of(link.task);
    if (!here) continue;
    const std::size_t depth_here = link.task.is_none() ? depth : loaded.depth(link.task);
    if (link.kind != ChainLink::Kind::run) {
      waits_.add(*here, depth_here, link.begin_ns, link.end_ns, item);
      if (link.kind == ChainLink::Kind::message) received_ns = link.end_ns;
      continue;
    }
    if (!link.task.is_none()) runs_.add(*here, depth_here, link.begin_ns, link.end_ns, item);
    if (row && *row != *here)
      hops_.push_back({end_ns, std::max(end_ns, received_ns), *row, *here, depth, depth_here});
    row = here;
    depth = depth_here;
    end_ns = link.end_ns;
    received_ns = traces::unknown_time;
  }
  runs_.finish();
  waits_.finish();
}

std::size_t DrawnChain::draw(const Timeline& timeline, std::size_t panel, std::uint32_t colour,
                             Shapes& shapes) const {
  if (panel >= timeline.layout().panels()) return 0;
  const picture::PlacedRows placed = placed_rows(timeline, panel);
  const double scale = timeline.scale();
  const auto px = [scale](double size) { return std::max(1, static_cast<int>(std::lround(size * scale))); };
  const TimeAxis axis = timeline.axis(panel);
  std::vector<ShownPart> parts;
  for (const std::size_t place : placed.visible) {
    const ShownRow& shown = timeline.arrangement(panel).rows()[place];
    for (const std::size_t row : shown.rows) {
      if (row < runs_.rows()) parts.push_back({place, row, shown.folded});
    }
  }
  for (const auto& [place, row, folded] : parts) {
    const Box clip = placed.clip_of(place);
    for (const auto& [stretch, track] : runs_.marks(timeline, panel, place, row)) {
      const int edge = std::min(px(3), std::max(1, track.height / 3));
      const Box box = box_of(timeline, stretch, track);
      if (!folded && stretch.count == 1 && stretch.right - stretch.left >= min_framed * scale) {
        shapes.frames.push_back({box, colour, clip});
      } else {
        // A halo line below the bar separates it from a task of a similar colour.
        shapes.bars.push_back({{box.left, box.top, box.width, edge + px(1)}, shapes.halo, clip});
        shapes.bars.push_back({{box.left, box.top, box.width, edge}, colour, clip});
      }
    }
    for (const auto& [stretch, track] : waits_.marks(timeline, panel, place, row)) {
      const double middle = track.top + track.height / 2.0;
      const Box box = box_of(timeline, stretch, track);
      if (stretch.count > 1 || stretch.right - stretch.left < picture::MarkedRows::min_pixels) {
        shapes.bars.push_back({{box.left, static_cast<int>(middle), box.width, px(1)}, colour, clip});
        continue;
      }
      const ChainLink& link = links_[stretch.item];
      if (link.kind != ChainLink::Kind::message) {
        shapes.lines.push_back({static_cast<double>(box.left), middle, static_cast<double>(box.right()),
                                middle, colour, true, clip});
      }
      if (folded) continue;
      const std::string text(traces::link_text(link.kind).name);
      const int seen_left = std::max(box.left, clip.left);
      const int seen_right = std::min(box.right(), clip.right());
      const double width = letter_width * scale * static_cast<double>(text.size()) + px(20);
      if (seen_right - seen_left < width || track.height < px(22)) continue;
      const double left = (seen_left + seen_right - width) / 2.0;
      shapes.tags.push_back({left + px(5), std::round(middle - px(9)), text, colour, clip});
    }
  }

  const auto from = std::partition_point(hops_.begin(), hops_.end(), [&](const Hop& hop) {
    return static_cast<double>(hop.end_ns) < axis.begin_ns();
  });
  const auto beyond = std::partition_point(
      from, hops_.end(), [&](const Hop& hop) { return static_cast<double>(hop.begin_ns) < axis.end_ns(); });
  const auto count = static_cast<std::size_t>(std::max<std::ptrdiff_t>(0, beyond - from));
  if (count > max_hops) return count;
  for (auto hop = from; hop < beyond; ++hop) {
    const std::optional<std::size_t> from_place = timeline.arrangement(panel).place_of(hop->from_row);
    const std::optional<std::size_t> to_place = timeline.arrangement(panel).place_of(hop->to_row);
    if (!from_place || !to_place || *from_place == *to_place)
      continue;  // filtered out, or in the same folded row
    const Stretch a = track_at(timeline, panel, *from_place, hop->from_depth);
    const Stretch b = track_at(timeline, panel, *to_place, hop->to_depth);
    // The line joins the facing edges of the two rows. A message's line ends in the middle of the receiving
    // row, where the wait is drawn.
    const bool down = *from_place < *to_place;
    const bool is_message = hop->end_ns > hop->begin_ns;
    double from_y = down ? a.bottom() : a.top;
    double to_y = is_message ? b.top + b.height / 2.0 : down ? b.top : b.bottom();
    const bool is_from_pinned = placed.is_pinned(*from_place);
    const bool is_to_pinned = placed.is_pinned(*to_place);
    // A line from a pinned row to a row that is scrolled out of view ends where rows scroll.
    if (is_to_pinned && !is_from_pinned) from_y = std::max<double>(from_y, placed.scroll_top);
    if (is_from_pinned && !is_to_pinned) to_y = std::max<double>(to_y, placed.scroll_top);
    const Box clip = is_from_pinned || is_to_pinned ? placed.clip : placed.scroll_clip();
    shapes.lines.push_back({timeline.x_from_time(panel, static_cast<double>(hop->begin_ns)), from_y,
                            timeline.x_from_time(panel, static_cast<double>(hop->end_ns)), to_y, colour,
                            is_message, clip});
  }
  return 0;
}

}  // namespace gusset::viewer
