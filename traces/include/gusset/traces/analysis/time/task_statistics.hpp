#pragma once
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "gusset/base/result.hpp"
#include "gusset/traces/analysis/time/distribution.hpp"
#include "gusset/traces/analysis/time/task_filter.hpp"
#include "gusset/traces/model/span_source.hpp"
#include "gusset/traces/model/trace.hpp"

namespace gusset::traces {

/// The key for grouping tasks. A task's worker and node are those of its first run in the range. Its level is
/// 1 without a parent, else one more than the parent's level. `attribute` groups by the values of one
/// attribute.
enum class GroupBy { type, worker, node, level, attribute };

/// An attribute with more values cannot group tasks.
inline constexpr std::size_t max_attribute_groups = 100'000;

/// Selects tasks that have a run in [from_ns, to_ns) and pass the filter.
struct TaskStatisticsOptions {
  GroupBy by = GroupBy::type;
  std::string attribute = {};  ///< its name, for GroupBy::attribute
  std::int64_t from_ns = 0;
  std::int64_t to_ns = std::numeric_limits<std::int64_t>::max();
  TaskFilter filter;
  bool group_histograms = false;  ///< adds a histogram for each group
};

struct TaskGroupStatistics {
  std::uint32_t number = 0;  ///< number of the type, worker or node; the level; the attribute value's rank
  std::string name;  ///< the type's name, "n0 w1" for a worker if there are several nodes, "level 2", or
                     ///< the attribute's value; "without iteration" for tasks that have no value
  Distribution durations;                    ///< exclusive time per task, only within the range
  double share = 0.0;                        ///< share of the time of all selected tasks
  std::vector<HistogramBin> histogram = {};  ///< filled if requested
};

struct TaskStatistics {
  Distribution all;
  std::vector<HistogramBin> histogram;      ///< of all selected tasks
  std::vector<TaskGroupStatistics> groups;  ///< types by time, descending (ties by number), or attribute
                                            ///< values in ascending order, both without empty ones; or all
                                            ///< workers, nodes or levels by number
};

/// Fails if levels are requested but parents were not recorded, or if there is no such attribute or it has
/// too many values. Linear in spans and tasks, except for sorting an attribute's values. Thread-safe if no
/// one modifies the trace.
Result<TaskStatistics> task_statistics(const Trace& trace, const TaskStatisticsOptions& options = {});
/// Computes the statistics from spans lane by lane. Keeps one lane and four bytes per task in memory.
/// Supports neither levels nor attributes nor filters, which need the whole trace. Fails if the source fails.
Result<TaskStatistics> task_statistics(SpanSource& source, const TaskStatisticsOptions& options = {});

/// The tasks that a bar of the histogram counts: those of all tasks, or of one group (its `number`), whose
/// duration in the statistics is in [at_least_ns, below_ns). Ascending. Fails like task_statistics.
Result<std::vector<TaskId>> tasks_lasting(const Trace& trace, const TaskStatisticsOptions& options,
                                          std::optional<std::uint32_t> group, std::int64_t at_least_ns,
                                          std::int64_t below_ns);

}  // namespace gusset::traces
