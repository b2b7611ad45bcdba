#include "gusset/traces/analysis/time/task_statistics.hpp"

#include <algorithm>
#include <utility>

#include "analysis/time/range.hpp"
#include "analysis/time/ratio.hpp"
#include "analysis/time/task_runs.hpp"
#include "attribute_groups.hpp"
#include "duration_set.hpp"
#include "gusset/base/quoting.hpp"
#include "gusset/traces/model/names.hpp"

namespace gusset::traces {
namespace {

std::string worker_heading(const Trace& trace, std::size_t worker) {
  const Worker& named = trace.workers[worker];
  return trace.nodes.size() > 1 ? trace.nodes[named.node.value()].name + " " + named.name : named.name;
}

/// The groups without their tasks, and the mapping from tasks to groups.
class Grouping {
 public:
  Grouping(const SpanSource& source, const TaskStatisticsOptions& options)
      : source_(source), trace_(source.frame()), by_(options.by) {
    switch (by_) {
      case GroupBy::type:
        for (const std::string& type : trace_.types) names_.push_back(type);
        break;
      case GroupBy::worker:
        for (std::size_t w = 0; w < trace_.workers.size(); ++w) names_.push_back(worker_heading(trace_, w));
        break;
      case GroupBy::node:
        for (const Node& node : trace_.nodes) names_.push_back(node.name);
        break;
      case GroupBy::level:
        levels_ = task_levels(trace_);
        if (!levels_.empty()) {
          const std::uint32_t deepest = *std::max_element(levels_.begin(), levels_.end());
          for (std::uint32_t level = 1; level <= deepest; ++level) {
            names_.push_back("level " + std::to_string(level));
          }
        }
        break;
      case GroupBy::attribute:
        if (const Attribute* attribute = find_attribute(trace_, options.attribute)) {
          values_ = AttributeGroups(*attribute, trace_.tasks.size());
          names_ = values_.names;
        }
        break;
    }
  }

  const std::vector<std::string>& names() const { return names_; }

  std::size_t group_of(TaskId task, LaneId lane) const {
    switch (by_) {
      case GroupBy::type:
        return source_.type(task).value();
      case GroupBy::worker:
        return trace_.lanes[lane.value()].worker.value();
      case GroupBy::node:
        return node_of_lane(trace_, lane).value();
      case GroupBy::attribute:
        return values_.of_task[task.value()];
      case GroupBy::level:
        break;
    }
    return levels_[task.value()] - 1;
  }

 private:
  const SpanSource& source_;
  const Trace& trace_;
  GroupBy by_;
  std::vector<std::string> names_;
  std::vector<std::uint32_t> levels_;
  AttributeGroups values_;
};

// Whether the tasks of the trace can be grouped in this way.
Result<Done> check_key(const Trace& trace, const TaskStatisticsOptions& options, std::size_t groups) {
  if (options.by == GroupBy::level && !trace.recorded.parents)
    return Error{"levels", "a trace that records parents", "one that does not"};
  if (options.by != GroupBy::attribute) return Done{};
  const std::string where = "attribute " + in_quotes(options.attribute);
  if (find_attribute(trace, options.attribute) == nullptr)
    return Error{where, "an attribute of the trace", "none of that name"};
  if (groups > max_attribute_groups)
    return Error{where, "at most " + std::to_string(max_attribute_groups) + " values",
                 std::to_string(groups)};
  return Done{};
}

/// Calls add(task, lane, duration_ns) for each selected task.
template <class Add>
Result<Done> for_each_task(SpanSource& source, const TaskStatisticsOptions& options, const Grouping& grouping,
                           Add add) {
  if (auto done = check_key(source.frame(), options, grouping.names().size()); !done) return done;
  Range range;
  range.begin_ns = std::max<std::int64_t>(options.from_ns, 0);
  range.end_ns = std::max(range.begin_ns, options.to_ns);
  const auto add_one = [&](TaskId task, LaneId lane, std::int64_t duration_ns) {
    if (options.filter.matches(task)) add(task, lane, duration_ns);
  };
  auto runs = TaskRuns::find(source, range);
  if (!runs) return runs.error();
  for (std::size_t lane = 0; lane < source.frame().lanes.size(); ++lane) {
    const auto spans = source.spans(LaneId(lane));
    if (!spans) return spans.error();
    runs->take(**spans, LaneId(lane), add_one, [](std::int64_t, std::int64_t) {});
  }
  runs->finish(add_one);
  return Done{};
}

/// The number of a group. Levels count from 1.
std::uint32_t number_of_group(GroupBy by, std::size_t group) {
  return static_cast<std::uint32_t>(by == GroupBy::level ? group + 1 : group);
}

}  // namespace

Result<TaskStatistics> task_statistics(const Trace& trace, const TaskStatisticsOptions& options) {
  TraceSpans spans(trace);
  return task_statistics(spans, options);
}

Result<TaskStatistics> task_statistics(SpanSource& source, const TaskStatisticsOptions& options) {
  const Grouping grouping(source, options);
  std::vector<DurationSet> durations(grouping.names().size());
  const auto visited =
      for_each_task(source, options, grouping, [&](TaskId task, LaneId lane, std::int64_t duration_ns) {
        durations[grouping.group_of(task, lane)].add(duration_ns);
      });
  if (!visited) return visited.error();

  TaskStatistics result;
  result.histogram = DurationSet::histogram_of(durations);
  result.all = DurationSet::distribution_of(durations);
  for (std::size_t g = 0; g < durations.size(); ++g) {
    const bool lists_all = options.by != GroupBy::type && options.by != GroupBy::attribute;
    if (durations[g].size() == 0 && !lists_all) continue;
    TaskGroupStatistics group{
        number_of_group(options.by, g), grouping.names()[g], durations[g].distribution(), 0.0, {}};
    if (options.group_histograms) group.histogram = DurationSet::histogram_of({&durations[g], 1});
    group.share = ratio(group.durations.total_ns, result.all.total_ns);
    result.groups.push_back(std::move(group));
  }
  if (options.by == GroupBy::type) {
    std::stable_sort(result.groups.begin(), result.groups.end(), [](const auto& a, const auto& b) {
      return a.durations.total_ns > b.durations.total_ns;
    });
  }
  return result;
}

Result<std::vector<TaskId>> tasks_lasting(const Trace& trace, const TaskStatisticsOptions& options,
                                          std::optional<std::uint32_t> group, std::int64_t at_least_ns,
                                          std::int64_t below_ns) {
  TraceSpans source(trace);
  const Grouping grouping(source, options);
  std::vector<TaskId> tasks;
  const auto visited =
      for_each_task(source, options, grouping, [&](TaskId task, LaneId lane, std::int64_t duration_ns) {
        if (duration_ns < at_least_ns || duration_ns >= below_ns) return;
        if (group && number_of_group(options.by, grouping.group_of(task, lane)) != *group) return;
        tasks.push_back(task);
      });
  if (!visited) return visited.error();
  std::sort(tasks.begin(), tasks.end());
  return tasks;
}

}  // namespace gusset::traces
