#include "gusset/viewer/model/parent_outlines.hpp"

#include <algorithm>
#include <cmath>

#include "gusset/viewer/model/picture.hpp"
#include "gusset/viewer/model/selection_shapes.hpp"

namespace gusset::viewer {
namespace {

constexpr std::size_t most_depth = 6;  // deeper ones would fill what they are around
constexpr double outline_width = 1.5;  // at scale 1
constexpr double outline_spacing = 3.0;

// Dark enough on a task of the same colour, in either theme.
Rgba shade_of(traces::Colour colour) {
  const auto part = [](std::uint8_t channel) { return static_cast<std::uint8_t>(channel * 5 / 10); };
  return rgba(part(colour.red), part(colour.green), part(colour.blue));
}

struct OpenRun {
  std::size_t span = 0;
  bool is_parent = false;
};

}  // namespace

ParentOutlines::ParentOutlines(const LoadedTrace& loaded) {
  for (std::size_t row = 0; row < loaded.rows.size(); ++row) {
    const traces::SpanColumns& spans = loaded.trace->lanes[loaded.rows[row].lane.value()].spans;
    std::vector<OpenRun> open;  // runs of tasks around the current time
    const auto close_until = [&](std::int64_t time_ns) {
      while (!open.empty() && spans.end_ns[open.back().span] <= time_ns) {
        const OpenRun run = open.back();
        open.pop_back();
        if (!run.is_parent || open.size() >= most_depth) continue;
        while (rows_.size() <= open.size()) rows_.emplace_back(loaded.rows.size());
        rows_[open.size()].add(row, spans.begin_ns[run.span], spans.end_ns[run.span],
                               static_cast<std::uint32_t>(tasks_.size()));
        tasks_.push_back(spans.task[run.span]);
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
  if (tasks_.empty() || panel >= timeline.layout().panels()) return;
  const LoadedTrace& loaded = timeline.document().panel(panel);
  const double scale = timeline.scale();
  const TimeAxis axis = timeline.axis(panel);
  const Box plot = timeline.plot();
  const Box clip = rows_box(timeline, panel);
  const int scroll = timeline.scrolls()[panel];
  const int line = std::max(1, static_cast<int>(std::lround(outline_width * scale)));
  const auto [first, end] = timeline.layout().visible_rows(panel, scroll);
  for (std::size_t place = first; place < end; ++place) {
    const ShownRow& shown = timeline.arrangement(panel).rows()[place];
    if (shown.folded) continue;
    const Stretch track = track_of_row(timeline.layout().row({panel, place}, scroll), scale);
    for (std::size_t depth = 0; depth < rows_.size(); ++depth) {
      const int inset = static_cast<int>(std::lround(outline_spacing * scale)) * static_cast<int>(depth);
      if (track.height - 2 * inset < 4 * line) break;
      for (const MarkedRows::Stretch& run : rows_[depth].stretches(shown.rows.front(), axis)) {
        if (run.count > 1 || run.right - run.left < least_width * scale) continue;
        const traces::TaskId task = tasks_[run.item];
        if (!loaded.shows(task)) continue;
        const int left = plot.left + static_cast<int>(std::lround(std::max(-100.0, run.left)));
        const int right = plot.left + static_cast<int>(std::lround(std::min(plot.width + 100.0, run.right)));
        const Box box{left, track.top + inset, std::max(line, right - left), track.height - 2 * inset};
        const Rgba colour = shade_of(timeline.document().colours.of_categories(panel)[loaded.category(task)]);
        shapes.bars.push_back({{box.left, box.top, box.width, line}, colour, clip});
        shapes.bars.push_back({{box.left, box.bottom() - line, box.width, line}, colour, clip});
        shapes.bars.push_back({{box.left, box.top, line, box.height}, colour, clip});
        shapes.bars.push_back({{box.right() - line, box.top, line, box.height}, colour, clip});
      }
    }
  }
}

}  // namespace gusset::viewer
