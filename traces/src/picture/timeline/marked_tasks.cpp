#include "gusset/traces/picture/timeline/marked_tasks.hpp"

#include <algorithm>
#include <cmath>

namespace gusset::picture {
namespace {

constexpr double min_framed = 14.0;  // a narrower frame would hide its task

/// Calls visit(mark, is_aggregate, clip) for each visible mark.
template <class Visit>
void for_each_mark(const PlacedRows& rows, const MarkedTasks& tasks, Visit visit) {
  for (const std::size_t place : rows.visible) {
    for (const std::size_t lane : rows.table->lanes_of(place)) {
      for (const MarkedTasks::Mark& mark : tasks.marks(rows, place, traces::LaneId(lane)))
        visit(mark, rows.row(place).is_aggregate, rows.clip_of(place));
    }
  }
}

/// A mark in whole pixels of the picture, clipped a little outside the rows.
Box box_of(const MarkedTasks::Mark& mark, const Box& clip) {
  const auto& [stretch, track] = mark;
  const int left = clip.left + static_cast<int>(std::floor(std::max(-100.0, stretch.left)));
  const int right = clip.left + static_cast<int>(std::ceil(std::min(clip.width + 100.0, stretch.right)));
  return {left, track.top, std::max(1, right - left), track.height};
}

}  // namespace

MarkedTasks::MarkedTasks(const TraceDetail& detail) : all_(detail.trace->lanes.size()) {
  if (detail.nesting != nullptr) by_depth_.assign(detail.nesting->depths(), all_);
}

void MarkedTasks::add(traces::LaneId lane, std::size_t depth, std::int64_t begin_ns, std::int64_t end_ns,
                      std::uint32_t item) {
  all_.add(lane.value(), begin_ns, end_ns, item);
  if (!by_depth_.empty())
    by_depth_[std::min(depth, by_depth_.size() - 1)].add(lane.value(), begin_ns, end_ns, item);
}

void MarkedTasks::add(const TraceDetail& detail, traces::TaskId task) {
  const traces::LaneId lane = detail.times.lane[task.value()];
  if (lane.is_none()) return;
  add(lane, detail.depth(task), detail.times.begin_ns[task.value()], detail.times.end_ns[task.value()],
      task.value());
}

void MarkedTasks::finish() {
  all_.finish();
  for (MarkedRows& rows : by_depth_) rows.finish();
}

std::vector<MarkedTasks::Mark> MarkedTasks::marks(const PlacedRows& rows, std::size_t place,
                                                  traces::LaneId lane) const {
  std::vector<Mark> found;
  if (lane.value() >= all_.rows()) return found;
  const auto add_from = [&](const MarkedRows& marked, picture::Stretch track) {
    for (const auto& stretch : marked.stretches(lane.value(), rows.grid, rows.clip.width))
      found.push_back({stretch, track});
  };
  const std::size_t count = rows.row(place).sub_rows;
  if (count == 1) {
    add_from(all_, rows.track(place));
    return found;
  }
  for (std::size_t depth = 0; depth < std::min(count, by_depth_.size()); ++depth)
    add_from(by_depth_[depth], rows.track_at(place, depth));
  return found;
}

void outline_tasks(const PlacedRows& rows, const MarkedTasks& tasks, const OutlineLook& look,
                   Shapes& shapes) {
  for_each_mark(rows, tasks, [&](const MarkedTasks::Mark& mark, bool is_aggregate, const Box& clip) {
    const Box box = box_of(mark, clip);
    const bool is_narrow = mark.stretch.right - mark.stretch.left < MarkedRows::min_pixels;
    if (!is_aggregate && !is_narrow && mark.stretch.count == 1) {
      shapes.frames.push_back({box, look.colour, clip, look.name});
      return;
    }
    // Frames around many small tasks would hide them.
    const int line = std::max(1, static_cast<int>(std::lround(rows.scale)));
    if (look.tint != 0) shapes.bars.push_back({box, look.tint, clip, look.name});
    shapes.bars.push_back({{box.left, box.top, box.width, line}, look.colour, clip, look.name});
    shapes.bars.push_back({{box.left, box.bottom() - line, box.width, line}, look.colour, clip, look.name});
  });
}

void frame_tasks(const PlacedRows& rows, const MarkedTasks& tasks, Rgba colour, const std::string& name,
                 Shapes& shapes) {
  for_each_mark(rows, tasks, [&](const MarkedTasks::Mark& mark, bool is_aggregate, const Box& clip) {
    const Box box = box_of(mark, clip);
    const double width = mark.stretch.right - mark.stretch.left;
    if (!is_aggregate && mark.stretch.count == 1 && width >= min_framed * rows.scale) {
      shapes.frames.push_back({box, colour, clip, name});
      return;
    }
    const int edge =
        std::clamp(static_cast<int>(std::lround(5 * rows.scale)), 1, std::max(1, box.height / 3));
    shapes.bars.push_back({{box.left, box.bottom() - edge, box.width, edge}, colour, clip, name});
  });
}

}  // namespace gusset::picture
