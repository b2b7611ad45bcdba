#include "model/run_segments.hpp"

#include <algorithm>
#include <tuple>

#include "gusset/base/columns.hpp"
#include "model/exclusive_time.hpp"

namespace gusset::traces {

RunSegments::RunSegments(const Trace& trace) : last_lane_(trace.tasks.size()) {
  std::size_t spans = 0;
  for (const Lane& lane : trace.lanes) spans += lane.spans.size();
  columns::reserve(segments_, spans);
  std::vector<std::int64_t> last_end_ns;
  columns::fill(last_end_ns, trace.tasks.size(), unknown_time);
  for (std::size_t lane = 0; lane < trace.lanes.size(); ++lane) {
    lane_first_.push_back(segments_.size());
    const SpanColumns& columns = trace.lanes[lane].spans;
    for_each_exclusive(columns, [&](std::size_t i, std::int64_t begin, std::int64_t end) {
      if (columns.kind[i] == SpanKind::run) segments_.push_back({begin, end, columns.task[i], LaneId(lane)});
    });
    for (std::size_t i = 0; i < columns.size(); ++i) {
      const TaskId task = columns.task[i];
      if (columns.kind[i] != SpanKind::run || task.is_none()) continue;
      if (columns.end_ns[i] <= last_end_ns[task.value()]) continue;
      last_end_ns[task.value()] = columns.end_ns[i];
      last_lane_[task.value()] = LaneId(lane);
    }
  }
  lane_first_.push_back(segments_.size());
  link_segments_of_tasks(trace.tasks.size());
}

void RunSegments::link_segments_of_tasks(std::size_t task_count) {
  std::vector<std::uint32_t> count(task_count, 0);
  for (const Segment& segment : segments_) {
    if (!segment.task.is_none()) ++count[segment.task.value()];
  }
  std::vector<std::size_t> several;  // segments of tasks with more than one segment: few
  for (std::size_t i = 0; i < segments_.size(); ++i) {
    if (!segments_[i].task.is_none() && count[segments_[i].task.value()] > 1) several.push_back(i);
  }
  if (several.empty()) return;
  previous_.assign(segments_.size(), none);
  std::sort(several.begin(), several.end(), [this](std::size_t a, std::size_t b) {
    return std::tie(segments_[a].task, segments_[a].begin_ns, a) <
           std::tie(segments_[b].task, segments_[b].begin_ns, b);
  });
  for (std::size_t i = 1; i < several.size(); ++i) {
    if (segments_[several[i]].task == segments_[several[i - 1]].task) previous_[several[i]] = several[i - 1];
  }
}

std::size_t RunSegments::last_to_end() const {
  if (segments_.empty()) return none;
  const auto last = std::ranges::max_element(segments_, {}, &Segment::end_ns);
  return static_cast<std::size_t>(last - segments_.begin());
}

std::size_t RunSegments::previous_on_lane(std::size_t segment) const {
  return segment == lane_first_[segments_[segment].lane.value()] ? none : segment - 1;
}

std::size_t RunSegments::previous_of_task(std::size_t segment) const {
  return previous_.empty() ? none : previous_[segment];
}

std::size_t RunSegments::at(LaneId lane, TaskId task, std::int64_t time_ns) const {
  if (lane.is_none()) return none;
  const auto begin = segments_.begin();
  const auto first = begin + static_cast<std::ptrdiff_t>(lane_first_[lane.value()]);
  const auto last = begin + static_cast<std::ptrdiff_t>(lane_first_[lane.value() + 1]);
  const auto now = std::lower_bound(first, last, time_ns,
                                    [](const Segment& s, std::int64_t time) { return s.begin_ns < time; });
  for (auto s = now; s != last && s->begin_ns == time_ns; ++s) {
    if (s->task == task && s->end_ns == time_ns) return static_cast<std::size_t>(s - begin);
  }
  return now == first ? none : static_cast<std::size_t>(now - begin) - 1;
}

std::size_t RunSegments::first_of(LaneId lane, TaskId task, std::int64_t begin_ns) const {
  if (lane.is_none()) return none;
  const auto first = segments_.begin() + static_cast<std::ptrdiff_t>(lane_first_[lane.value()]);
  const auto last = segments_.begin() + static_cast<std::ptrdiff_t>(lane_first_[lane.value() + 1]);
  auto found = std::lower_bound(first, last, begin_ns,
                                [](const Segment& s, std::int64_t time) { return s.begin_ns < time; });
  while (found != last && found->task != task) ++found;  // skips spans that are nested at its start
  return found == last ? none : static_cast<std::size_t>(found - segments_.begin());
}

}  // namespace gusset::traces
