#include "gusset/traces/picture/timeline/off_core.hpp"

#include <algorithm>
#include <cmath>

#include "analysis/time/preemptions.hpp"
#include "gusset/traces/picture/timeline/hatching.hpp"
#include "model/exclusive_time.hpp"

namespace gusset::picture {
namespace {

constexpr double hatch_distance = 6.0;  // at scale 1
constexpr Rgba hatch_on_white = rgba(0x22, 0x22, 0x22);
constexpr Rgba hatch_on_dark = rgba(0xF0, 0xF0, 0xF0);

Box common_part(const Box& a, const Box& b) {
  const int left = std::max(a.left, b.left);
  const int top = std::max(a.top, b.top);
  return {left, top, std::min(a.right(), b.right()) - left, std::min(a.bottom(), b.bottom()) - top};
}

}  // namespace

OffCore::OffCore(const traces::Trace& trace, const traces::Nesting* nesting) : lanes_(trace.lanes.size()) {
  if (!trace.recorded.processor_time) return;
  const traces::Preemptions preemptions(trace);
  for (std::size_t lane = 0; lane < trace.lanes.size(); ++lane) {
    const traces::SpanColumns& spans = trace.lanes[lane].spans;
    const auto intervals = preemptions.of(trace.lanes[lane].worker);
    if (intervals.empty()) continue;
    auto next = intervals.begin();
    traces::for_each_exclusive(spans, [&](std::size_t i, std::int64_t begin_ns, std::int64_t end_ns) {
      if (spans.kind[i] != traces::SpanKind::run || spans.task[i].is_none()) return;
      while (next != intervals.end() && next->end_ns <= begin_ns) ++next;
      for (auto each = next; each != intervals.end() && each->begin_ns < end_ns; ++each) {
        const std::int64_t from_ns = std::max(each->begin_ns, begin_ns);
        const std::int64_t to_ns = std::min(each->end_ns, end_ns);
        if (from_ns >= to_ns) continue;
        lanes_.add(lane, from_ns, to_ns, static_cast<std::uint32_t>(stretches_.size()));
        stretches_.push_back(
            {spans.task[i], nesting == nullptr ? 0 : nesting->depth(traces::LaneId(lane), i)});
        sums_.push_back({spans.task[i], to_ns - from_ns});
      }
    });
  }
  lanes_.finish();
  std::ranges::stable_sort(sums_, {}, &Sum::task);
  std::vector<Sum> joined;
  for (const Sum& sum : sums_) {
    if (joined.empty() || joined.back().task != sum.task) joined.push_back({sum.task, 0});
    joined.back().ns += sum.ns;
  }
  sums_ = std::move(joined);
}

std::int64_t OffCore::of(traces::TaskId task) const {
  const auto found = std::ranges::lower_bound(sums_, task, {}, &Sum::task);
  return found != sums_.end() && found->task == task ? found->ns : 0;
}

void OffCore::draw(const PlacedRows& rows, Shapes& shapes) const {
  if (empty() || rows.clip.width <= 0) return;
  const bool is_dark = rows.background == traces::Background::dark;
  for (const std::size_t place : rows.visible) {
    const std::optional<traces::LaneId> lane = rows.table->lane_of(place);
    if (!lane) continue;
    for (const MarkedRows::Stretch& found : lanes_.stretches(lane->value(), rows.grid, rows.clip.width)) {
      if (found.count > 1 || found.right - found.left < MarkedRows::min_pixels) continue;
      const auto& [task, depth] = stretches_[found.item];
      if (!rows.colour_of(task)) continue;  // a filter hides it
      const int left = rows.clip.left + static_cast<int>(std::floor(std::max(0.0, found.left)));
      const double last = std::min<double>(rows.clip.width, found.right);
      const int right = rows.clip.left + static_cast<int>(std::ceil(last));
      const picture::Stretch track = rows.track_at(place, depth);
      for_each_hatch_line(
          common_part({left, track.top, right - left, track.height}, rows.clip_of(place)), Hatching::rising,
          hatch_distance * std::max(1.0, rows.scale), [&](const Point& from, const Point& to) {
            shapes.hatching.push_back({from.x, from.y, to.x, to.y, is_dark ? hatch_on_dark : hatch_on_white});
          });
    }
  }
}

}  // namespace gusset::picture
