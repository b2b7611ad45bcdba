#include "gusset/traces/task_statistics.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "exclusive_time.hpp"
#include "gus_reserve.hpp"
#include "gusset/traces/task_waits.hpp"
#include "range.hpp"

namespace gusset::traces {
namespace {

/// What each task did in a range.
struct RangedTasks {
  std::vector<std::int64_t> duration_ns;
  std::vector<LaneId> lane;  ///< of the first run in the range; none without any
};

RangedTasks tasks_in(const Trace& trace, const Range& range) {
  RangedTasks tasks;
  gus::fill(tasks.duration_ns, trace.tasks.size(), std::int64_t{0});
  gus::fill(tasks.lane, trace.tasks.size(), LaneId());
  std::vector<std::int64_t> first_begin_ns;
  gus::fill(first_begin_ns, trace.tasks.size(), unknown_time);
  for (std::size_t lane = 0; lane < trace.lanes.size(); ++lane) {
    const SpanColumns& spans = trace.lanes[lane].spans;
    const auto counts = [&](std::size_t i, std::int64_t begin, std::int64_t end) {
      return spans.kind[i] == SpanKind::run && !spans.task[i].is_none() && range.touches(begin, end) &&
             range.begin_ns < range.end_ns;
    };
    for (std::size_t i = 0; i < spans.size(); ++i) {
      if (!counts(i, spans.begin_ns[i], spans.end_ns[i])) continue;
      const std::size_t task = spans.task[i].value();
      if (!tasks.lane[task].is_none() && first_begin_ns[task] <= spans.begin_ns[i]) continue;
      first_begin_ns[task] = spans.begin_ns[i];
      tasks.lane[task] = LaneId(lane);
    }
    for_each_exclusive(spans, [&](std::size_t i, std::int64_t begin, std::int64_t end) {
      if (!counts(i, begin, end)) return;
      const auto [from, to] = range.cut(begin, end);
      tasks.duration_ns[spans.task[i].value()] += to - from;
    });
  }
  return tasks;
}

std::string worker_name(const Trace& trace, std::size_t worker) {
  const Worker& named = trace.workers[worker];
  return trace.nodes.size() > 1 ? trace.nodes[named.node.value()].name + " " + named.name : named.name;
}

/// The groups, still empty, and which of them a task belongs to.
class Grouping {
 public:
  Grouping(const Trace& trace, GroupBy by) : trace_(trace), by_(by) {
    switch (by) {
      case GroupBy::type:
        for (const std::string& type : trace.types) names_.push_back(type);
        break;
      case GroupBy::worker:
        for (std::size_t w = 0; w < trace.workers.size(); ++w) names_.push_back(worker_name(trace, w));
        break;
      case GroupBy::node:
        for (const Node& node : trace.nodes) names_.push_back(node.name);
        break;
      case GroupBy::level:
        levels_ = task_levels(trace);
        if (!levels_.empty()) {
          const std::uint32_t deepest = *std::max_element(levels_.begin(), levels_.end());
          for (std::uint32_t level = 1; level <= deepest; ++level) {
            names_.push_back("level " + std::to_string(level));
          }
        }
        break;
    }
  }

  const std::vector<std::string>& names() const { return names_; }

  std::size_t group_of(std::size_t task, LaneId lane) const {
    switch (by_) {
      case GroupBy::type:
        return trace_.tasks.type[task].value();
      case GroupBy::worker:
        return trace_.lanes[lane.value()].worker.value();
      case GroupBy::node:
        return node_of_lane(trace_, lane).value();
      case GroupBy::level:
        break;
    }
    return levels_[task] - 1;
  }

 private:
  const Trace& trace_;
  GroupBy by_;
  std::vector<std::string> names_;
  std::vector<std::uint32_t> levels_;
};

}  // namespace

Result<TaskStatistics> task_statistics(const Trace& trace, const TaskStatisticsOptions& options) {
  if (options.by == GroupBy::level && !trace.recorded.parents) {
    return Error{"levels", "a trace that knows parents", "one that does not"};
  }
  Range range;
  range.begin_ns = std::max<std::int64_t>(options.from_ns, 0);
  range.end_ns = std::max(range.begin_ns, options.to_ns);
  const RangedTasks tasks = tasks_in(trace, range);
  const Grouping grouping(trace, options.by);

  std::vector<std::vector<std::int64_t>> durations(grouping.names().size());
  std::vector<std::int64_t> all;
  gus::reserve(all, trace.tasks.size());
  for (std::size_t task = 0; task < trace.tasks.size(); ++task) {
    if (tasks.lane[task].is_none() || !options.filter.matches(TaskId(task))) continue;
    all.push_back(tasks.duration_ns[task]);
    durations[grouping.group_of(task, tasks.lane[task])].push_back(tasks.duration_ns[task]);
  }
  TaskStatistics result;
  result.histogram = histogram_of(all);
  result.all = distribution_of(all);
  for (std::size_t g = 0; g < durations.size(); ++g) {
    if (durations[g].empty() && options.by == GroupBy::type) continue;
    const std::size_t number = options.by == GroupBy::level ? g + 1 : g;
    TaskGroupStatistics group{static_cast<std::uint32_t>(number), grouping.names()[g],
                              distribution_of(durations[g]), 0.0};
    if (result.all.total_ns > 0) {
      group.share = static_cast<double>(group.durations.total_ns) / static_cast<double>(result.all.total_ns);
    }
    result.groups.push_back(std::move(group));
  }
  if (options.by == GroupBy::type) {
    std::stable_sort(result.groups.begin(), result.groups.end(), [](const auto& a, const auto& b) {
      return a.durations.total_ns > b.durations.total_ns;
    });
  }
  return result;
}

}  // namespace gusset::traces
