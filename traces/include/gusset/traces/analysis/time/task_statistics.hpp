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

/// What tasks are put together by. A task's worker and node are those of its first run in the range; its
/// level is 1 without a parent, else one more than the parent's.
enum class GroupBy { type, worker, node, level };

/// Which tasks count: those with a run in [from_ns, to_ns) that the filter lets pass.
struct TaskStatisticsOptions {
  GroupBy by = GroupBy::type;
  std::int64_t from_ns = 0;
  std::int64_t to_ns = std::numeric_limits<std::int64_t>::max();
  TaskFilter filter;
  bool group_histograms = false;  ///< a histogram of each group besides
};

struct TaskGroupStatistics {
  std::uint32_t number = 0;  ///< of the type, worker, node, or the level
  std::string name;          ///< the type's, "n0 w1" for a worker where there are several nodes, "level 2"
  Distribution durations;    ///< per task, exclusive, as far as they lie in the range
  double share = 0.0;        ///< of the time of all tasks that count
  std::vector<HistogramBin> histogram = {};  ///< where it was asked for
};

struct TaskStatistics {
  Distribution all;
  std::vector<HistogramBin> histogram;      ///< of all
  std::vector<TaskGroupStatistics> groups;  ///< types by time, descending (ties by number), without those of
                                            ///< no task; all workers, nodes or levels by number
};

/// Fails where levels are asked for and parents were not recorded. Linear in spans and tasks. Thread-safe on
/// a trace nobody changes.
Result<TaskStatistics> task_statistics(const Trace& trace, const TaskStatisticsOptions& options = {});
/// The same, of spans that come lane by lane: four bytes per task and one lane are in memory. Without levels
/// and filters, for which the whole trace is needed. Fails like the source.
Result<TaskStatistics> task_statistics(SpanSource& source, const TaskStatisticsOptions& options = {});

/// The tasks that a bar of the histogram counts: of all, or of one group (its `number`), those whose
/// duration, as the statistics count it, is in [at_least_ns, below_ns). Ascending. Fails as task_statistics.
Result<std::vector<TaskId>> tasks_lasting(const Trace& trace, const TaskStatisticsOptions& options,
                                          std::optional<std::uint32_t> group, std::int64_t at_least_ns,
                                          std::int64_t below_ns);

}  // namespace gusset::traces
