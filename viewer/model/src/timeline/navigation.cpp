#include "gusset/viewer/model/timeline/navigation.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>

namespace gusset::viewer {
namespace {

using traces::SpanColumns;
using traces::TaskId;

const SpanColumns& spans_of(const LoadedTrace& loaded, std::size_t row) {
  return loaded.trace->lanes[loaded.rows[row].lane.value()].spans;
}

// Whether a span is a run of a task that is shown.
bool is_shown_run(const LoadedTrace& loaded, const SpanColumns& spans, std::size_t i) {
  return spans.kind[i] == traces::SpanKind::run && !spans.task[i].is_none() && loaded.shows(spans.task[i]);
}

// The nearest shown run before (step −1) or after (+1) position `i`, except runs of task `other`. Stops at
// the first span that is `far`.
template <class Far>
std::optional<std::size_t> run_beside(const LoadedTrace& loaded, const SpanColumns& spans, std::ptrdiff_t i,
                                      std::ptrdiff_t step, TaskId other, Far far) {
  for (i += step; i >= 0 && i < static_cast<std::ptrdiff_t>(spans.size()); i += step) {
    const auto at = static_cast<std::size_t>(i);
    if (is_shown_run(loaded, spans, at) && spans.task[at] != other) return at;
    if (far(at)) return std::nullopt;
  }
  return std::nullopt;
}

bool never_far(std::size_t) {
  return false;
}

double distance(const SpanColumns& spans, std::size_t i, double time_ns) {
  const auto begin = static_cast<double>(spans.begin_ns[i]);
  const auto end = static_cast<double>(spans.end_ns[i]);
  return time_ns < begin ? begin - time_ns : time_ns > end ? time_ns - end : 0.0;
}

// Searches the sub-rows of a row, starting at `from`, for a task within `range`. Returns the task nearest to
// the range's middle in the first sub-row that has one.
std::optional<TaskId> task_in_sub_rows(const LoadedTrace& loaded, std::size_t row, std::size_t depths,
                                       std::ptrdiff_t from, std::ptrdiff_t direction, TimeRange range,
                                       TaskId other) {
  const double reach = static_cast<double>(range.duration_ns()) / 2;
  for (auto depth = from; depth >= 0 && depth < static_cast<std::ptrdiff_t>(depths); depth += direction) {
    const auto near = task_near(loaded, row, static_cast<std::size_t>(depth), range.middle_ns(), reach);
    if (near && *near != other) return near;
  }
  return std::nullopt;
}

// The task to select in a row that is entered from above (direction 1) or below (-1).
std::optional<TaskId> task_of_row(const LoadedTrace& loaded, std::size_t row, std::size_t depths,
                                  std::ptrdiff_t direction, TimeRange range) {
  if (depths > 1) {
    const std::ptrdiff_t first = direction > 0 ? 0 : static_cast<std::ptrdiff_t>(depths) - 1;
    const auto near = task_in_sub_rows(loaded, row, depths, first, direction, range, TaskId());
    if (near) return near;
  }
  return task_near(loaded, row, range.middle_ns(), std::numeric_limits<double>::infinity());
}

}  // namespace

std::optional<TaskId> task_near(const LoadedTrace& loaded, std::size_t row, double time_ns,
                                double tolerance_ns) {
  const SpanColumns& spans = spans_of(loaded, row);
  const auto time = static_cast<std::int64_t>(std::floor(time_ns));
  const std::optional<std::size_t> hit = loaded.visible_detail().span_at(loaded.rows[row].lane.value(), time);
  if (hit && is_shown_run(loaded, spans, *hit)) return spans.task[*hit];
  const auto after =
      std::upper_bound(spans.begin_ns.begin(), spans.begin_ns.end(), time) - spans.begin_ns.begin();
  std::optional<TaskId> nearest;
  double least = tolerance_ns;
  const auto far = [&](std::size_t i) { return distance(spans, i, time_ns) > tolerance_ns; };
  for (const auto& beside : {run_beside(loaded, spans, after, -1, TaskId(), far),
                             run_beside(loaded, spans, after - 1, 1, TaskId(), far)}) {
    if (!beside || distance(spans, *beside, time_ns) > least) continue;
    least = distance(spans, *beside, time_ns);
    nearest = spans.task[*beside];
  }
  return nearest;
}

std::optional<TaskId> task_near(const LoadedTrace& loaded, std::size_t row, std::size_t depth, double time_ns,
                                double tolerance_ns) {
  const traces::LaneId lane = loaded.rows[row].lane;
  if (loaded.nesting == nullptr || depth >= loaded.depths(lane)) return std::nullopt;
  const SpanColumns& spans = spans_of(loaded, row);
  const auto time = static_cast<std::int64_t>(std::floor(time_ns));
  const std::optional<std::size_t> running = (*loaded.sub_rows)[depth].span_at(lane.value(), time);
  if (running && is_shown_run(loaded, spans, *running)) return spans.task[*running];
  const std::optional<std::size_t> around = loaded.nesting->run_around(spans, lane, depth, time);
  if (around && is_shown_run(loaded, spans, *around)) return spans.task[*around];
  const std::span<const std::uint32_t> runs = loaded.nesting->runs(lane, depth);
  const auto after = std::partition_point(runs.begin(), runs.end(),
                                          [&](std::uint32_t run) { return spans.begin_ns[run] <= time; });
  std::optional<TaskId> nearest;
  double least = tolerance_ns;
  // Returns whether to look further on that side.
  const auto offer = [&](std::uint32_t run) {
    const double away = distance(spans, run, time_ns);
    if (away > tolerance_ns) return false;
    if (!is_shown_run(loaded, spans, run)) return true;
    if (away <= least) {
      least = away;
      nearest = spans.task[run];
    }
    return false;
  };
  for (auto run = after; run != runs.begin() && offer(*std::prev(run)); --run) {
  }
  for (auto run = after; run != runs.end() && offer(*run); ++run) {
  }
  return nearest;
}

std::optional<TaskReference> neighbour_in_row(const Document& document, TaskReference task, Step step) {
  const std::optional<RowReference> row = document.row_of(task);
  if (!row) return std::nullopt;
  const LoadedTrace& loaded = document.panel(task.panel);
  const SpanColumns& spans = spans_of(loaded, row->row);
  const std::int64_t begin = document.panel(task.panel).times.begin_ns[task.task.value()];
  auto i = std::lower_bound(spans.begin_ns.begin(), spans.begin_ns.end(), begin) - spans.begin_ns.begin();
  while (spans.task[static_cast<std::size_t>(i)] != task.task) ++i;
  const auto beside = run_beside(loaded, spans, i, step == Step::next ? 1 : -1, task.task, never_far);
  return beside ? std::optional(TaskReference{task.panel, spans.task[*beside]}) : std::nullopt;
}

std::optional<TaskReference> neighbour_across_rows(const Timeline& timeline, TaskReference task, Step step) {
  const Document& document = timeline.document();
  const std::optional<RowReference> row = document.row_of(task);
  const std::optional<TimeRange> range = document.range_of(task);
  if (!row || !range) return std::nullopt;
  const std::ptrdiff_t direction = step == Step::next ? 1 : -1;
  const std::optional<std::size_t> place = timeline.arrangement(row->panel).place_of(row->row);
  const std::size_t depths = timeline.sub_rows(*row);
  if (place && depths > 1) {
    const auto own =
        static_cast<std::ptrdiff_t>(std::min(document.panel(row->panel).depth(task.task), depths - 1));
    const auto nested = task_in_sub_rows(document.panel(row->panel), row->row, depths, own + direction,
                                         direction, *range, task.task);
    if (nested) return TaskReference{row->panel, *nested};
  }
  const TimeRange on_axis = document.on_axis(row->panel, *range);
  auto index = static_cast<std::ptrdiff_t>(place.value_or(0)) + direction;
  for (auto panel = static_cast<std::ptrdiff_t>(row->panel);
       panel >= 0 && panel < static_cast<std::ptrdiff_t>(document.traces.size()); panel += direction) {
    const auto at = static_cast<std::size_t>(panel);
    const std::vector<ShownRow>& shown = timeline.arrangement(at).rows();
    const auto rows = static_cast<std::ptrdiff_t>(shown.size());
    if (at != row->panel) index = direction > 0 ? 0 : rows - 1;
    for (; index >= 0 && index < rows; index += direction) {
      const ShownRow& candidate = shown[static_cast<std::size_t>(index)];
      if (candidate.folded) continue;
      const RowReference entered{at, candidate.rows.front()};
      const auto near = task_of_row(document.panel(at), entered.row, timeline.sub_rows(entered), direction,
                                    document.own_range(at, on_axis));
      if (near) return TaskReference{at, *near};
    }
  }
  return std::nullopt;
}

std::optional<TaskReference> neighbour_in_graph(const Document& document, const traces::TaskGraph& graph,
                                                TaskReference task, Step step) {
  if (!document.has(task) || !graph.known()) return std::nullopt;
  const traces::TaskTimes& times = document.panel(task.panel).times;
  const std::vector<TaskId> tasks =
      step == Step::next ? graph.successors(task.task) : graph.predecessors(task.task);
  std::optional<TaskReference> best;
  for (const TaskId candidate : tasks) {
    if (times.begin_ns[candidate.value()] == traces::unknown_time) continue;
    if (best) {
      const std::size_t a = candidate.value();
      const std::size_t b = best->task.value();
      const bool better =
          step == Step::next ? times.begin_ns[a] < times.begin_ns[b] : times.end_ns[a] > times.end_ns[b];
      if (!better) continue;
    }
    best = TaskReference{task.panel, candidate};
  }
  return best;
}

std::optional<TaskReference> neighbour_of_type(const Document& document, TaskReference task, Step step) {
  if (!document.has(task)) return std::nullopt;
  const LoadedTrace& loaded = document.panel(task.panel);
  const std::vector<std::int64_t>& begin_ns = loaded.times.begin_ns;
  const std::vector<traces::TypeId>& types = loaded.trace->tasks.type;
  const std::size_t self = task.task.value();
  if (begin_ns[self] == traces::unknown_time) return std::nullopt;
  const auto place = [&](std::size_t i) { return std::pair(begin_ns[i], i); };
  std::optional<std::size_t> best;
  for (std::size_t i = 0; i < begin_ns.size(); ++i) {
    if (types[i] != types[self] || begin_ns[i] == traces::unknown_time || i == self) continue;
    const bool beyond = step == Step::next ? place(i) > place(self) : place(i) < place(self);
    if (!beyond) continue;
    if (!best || (step == Step::next ? place(i) < place(*best) : place(i) > place(*best))) best = i;
  }
  return best ? std::optional(TaskReference{task.panel, TaskId(*best)}) : std::nullopt;
}

std::optional<TaskReference> first_task(const Document& document) {
  for (std::size_t panel = 0; panel < document.traces.size(); ++panel) {
    for (std::size_t row = 0; row < document.panel(panel).rows.size(); ++row) {
      const SpanColumns& spans = spans_of(document.panel(panel), row);
      if (const auto first = run_beside(document.panel(panel), spans, -1, 1, TaskId(), never_far))
        return TaskReference{panel, spans.task[*first]};
    }
  }
  return std::nullopt;
}

}  // namespace gusset::viewer
