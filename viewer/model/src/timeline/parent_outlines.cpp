#include "gusset/viewer/model/timeline/parent_outlines.hpp"

#include <algorithm>
#include <cmath>

#include "gusset/viewer/model/timeline/selection_shapes.hpp"
#include "gusset/viewer/model/timeline/sub_rows.hpp"

namespace gusset::viewer {
namespace {

constexpr std::size_t most_depth = 6;  // deeper ones would fill what they are around
constexpr double outline_width = 1.5;  // at scale 1
constexpr double outline_spacing = 3.0;
constexpr double base_width = 1.0;    // of the line where it was suspended
constexpr int least_inset_share = 8;  // of a sub-row: deeper ones would hide what they are around

constexpr int dark_share = 5;   // tenths of a colour: dark enough on a task of the same, in either theme
constexpr int light_share = 8;  // where outlines stand on dark paper

Rgba shade_of(traces::Colour colour, int tenths) {
  const auto part = [tenths](std::uint8_t channel) {
    return static_cast<std::uint8_t>(channel * tenths / 10);
  };
  return rgba(part(colour.red), part(colour.green), part(colour.blue));
}

struct OpenRun {
  std::size_t span = 0;
  bool is_parent = false;
};

}  // namespace

Rgba outline_shade(traces::Colour colour, traces::Paper paper) {
  return shade_of(colour, paper == traces::Paper::dark ? light_share : dark_share);
}

ParentOutlines::ParentOutlines(const LoadedTrace& loaded) {
  if (loaded.nesting == nullptr) return;
  for (std::size_t row = 0; row < loaded.rows.size(); ++row) {
    if (loaded.depths(row) == 1) continue;
    const traces::SpanColumns& spans = loaded.trace->lanes[loaded.rows[row].lane.value()].spans;
    std::vector<OpenRun> open;  // runs of tasks around the current time
    const auto close_until = [&](std::int64_t time_ns) {
      while (!open.empty() && spans.end_ns[open.back().span] <= time_ns) {
        const OpenRun run = open.back();
        open.pop_back();
        if (!run.is_parent || open.size() >= most_depth) continue;
        while (rows_.size() <= open.size()) rows_.emplace_back(loaded.rows.size());
        rows_[open.size()].add(row, spans.begin_ns[run.span], spans.end_ns[run.span],
                               static_cast<std::uint32_t>(runs_.size()));
        runs_.push_back({spans.task[run.span], loaded.nesting->depth(loaded.rows[row].lane, run.span)});
      }
    };
    for (std::size_t i = 0; i < spans.size(); ++i) {
      close_until(spans.begin_ns[i]);
      if (spans.kind[i] != traces::SpanKind::run || spans.task[i].is_none()) continue;
      if (!open.empty() && spans.task[open.back().span] != spans.task[i]) open.back().is_parent = true;
      if (spans.end_ns[i] > spans.begin_ns[i]) open.push_back({i, false});
    }
    if (!spans.end_ns.empty()) close_until(*std::max_element(spans.end_ns.begin(), spans.end_ns.end()));
  }
  for (MarkedRows& rows : rows_) rows.finish();
}

void ParentOutlines::draw(const Timeline& timeline, std::size_t panel, Shapes& shapes) const {
  if (runs_.empty() || panel >= timeline.layout().panels()) return;
  const TimeAxis axis = timeline.axis(panel);
  const auto [first, end] = timeline.layout().visible_rows(panel, timeline.scrolls()[panel]);
  for (std::size_t place = first; place < end; ++place) {
    const ShownRow& shown = timeline.arrangement(panel).rows()[place];
    if (shown.folded) continue;
    const bool is_split = timeline.sub_rows({panel, shown.rows.front()}) > 1;
    const double least = (is_split ? MarkedRows::least_pixels : least_width) * timeline.scale();
    for (std::size_t around = 0; around < rows_.size(); ++around) {
      for (const MarkedRows::Stretch& run : rows_[around].stretches(shown.rows.front(), axis)) {
        if (run.count == 1 && run.right - run.left >= least)
          outline(timeline, panel, place, around, run, shapes);
      }
    }
  }
}

// One that has `around` others around it.
void ParentOutlines::outline(const Timeline& timeline, std::size_t panel, std::size_t place,
                             std::size_t around, const MarkedRows::Stretch& run, Shapes& shapes) const {
  const auto& [task, depth] = runs_[run.item];
  const LoadedTrace& loaded = timeline.document().panel(panel);
  if (!loaded.shows(task)) return;
  const double scale = timeline.scale();
  const auto px = [scale](double size) { return std::max(1, static_cast<int>(std::lround(size * scale))); };
  const Box plot = timeline.plot();
  const Box clip = rows_box(timeline, panel);
  const int left = plot.left + static_cast<int>(std::lround(std::max(-100.0, run.left)));
  const int right = plot.left + static_cast<int>(std::lround(std::min(plot.width + 100.0, run.right)));
  const traces::Colour colour = timeline.document().colours.of_categories(panel)[loaded.category(task)];
  const std::size_t row = timeline.arrangement(panel).rows()[place].rows.front();
  const std::size_t count = timeline.sub_rows({panel, row});
  const Stretch own = track_at(timeline, panel, place, depth);
  const bool has_sub_rows_below = count > 1 && depth + 1 < count;
  // Those that share a sub-row, or the whole row, stand within each other.
  const std::size_t sharing = count == 1 ? around : around - std::min(around, count - 1);
  const int inset = has_sub_rows_below
                        ? 0
                        : static_cast<int>(std::lround(outline_spacing * scale)) * static_cast<int>(sharing);
  const int bottom = count == 1 ? own.bottom() : track_at(timeline, panel, place, count - 1).bottom();
  const int line = count == 1 ? px(outline_width) : px(1.0);
  const Box box{left, own.top + inset, std::max(line, right - left), bottom - own.top - 2 * inset};
  const bool is_on_dark_paper = count > 1 && timeline.document().appearance.paper == traces::Paper::dark;
  const Rgba shade = shade_of(colour, is_on_dark_paper ? light_share : dark_share);
  if (has_sub_rows_below) {
    const int base = px(base_width);
    shapes.bars.push_back({{box.left, own.bottom() - base, box.width, base}, rgba(colour), clip});
  }
  if (box.height < 4 * line) return;
  if (count > 1 &&
      (run.right - run.left < least_split_width * scale || inset * least_inset_share > own.height))
    return;
  shapes.bars.push_back({{box.left, box.top, box.width, line}, shade, clip});
  shapes.bars.push_back({{box.left, box.bottom() - line, box.width, line}, shade, clip});
  shapes.bars.push_back({{box.left, box.top, line, box.height}, shade, clip});
  shapes.bars.push_back({{box.right() - line, box.top, line, box.height}, shade, clip});
}

}  // namespace gusset::viewer
