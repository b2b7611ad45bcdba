#pragma once
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <vector>

#include "gusset/traces/analysis/time/statistics.hpp"
#include "gusset/traces/analysis/time/task_table.hpp"
#include "gusset/traces/model/nesting.hpp"
#include "gusset/traces/model/trace.hpp"
#include "gusset/traces/picture/timeline/colouring.hpp"
#include "gusset/traces/picture/timeline/level_of_detail.hpp"

namespace gusset::picture {

/// The lanes of a trace from the top: by node, then by worker.
std::vector<traces::LaneId> lanes_from_top(const traces::Trace& trace);

/// Totals of one type, or of one category of the colouring, in a trace or a range of it.
struct CategoryTotal {
  std::uint64_t tasks = 0;
  std::int64_t busy_ns = 0;
  double share = 0.0;  ///< of all busy time
  friend bool operator==(const CategoryTotal&, const CategoryTotal&) = default;
};

/// What the rows of one trace show at any scale, coloured and filtered, in windows and figures alike. Copies
/// share the indices. Immutable once made.
struct TraceDetail {
  std::shared_ptr<const traces::Trace> trace;
  std::shared_ptr<const traces::Colouring> colouring;         ///< null: by type
  std::shared_ptr<const traces::LevelOfDetail> detail;        ///< all tasks
  std::shared_ptr<const traces::TaskSet> shown;               ///< null: all tasks
  std::shared_ptr<const traces::LevelOfDetail> shown_detail;  ///< only the shown tasks; null: all tasks
  std::shared_ptr<const traces::Nesting> nesting;             ///< null: no runs nest
  /// Level of detail of the shown tasks by depth, for the sub-rows of rows. Null if nothing nests.
  std::shared_ptr<const std::vector<traces::LevelOfDetail>> sub_rows;
  traces::Statistics totals;
  std::vector<CategoryTotal> category_totals;
  traces::TaskTimes times;

  TraceDetail() = default;
  /// Indexes a trace on up to `threads` threads. The colouring and the set of shown tasks must belong to the
  /// trace; null: by type, and all tasks.
  TraceDetail(std::shared_ptr<const traces::Trace> of, std::shared_ptr<const traces::Colouring> by,
              std::shared_ptr<const traces::TaskSet> shows, unsigned threads);

  // The steps of that constructor, for callers that run them one by one. Each step needs the ones before it.
  void colour(std::shared_ptr<const traces::Colouring> by, unsigned threads);
  void find_nesting();
  void show(std::shared_ptr<const traces::TaskSet> tasks, unsigned threads);

  /// Whether there are tasks but none ran: a task graph that has not run.
  bool is_graph_only() const;
  bool shows(traces::TaskId task) const { return shown == nullptr || (*shown)[task.value()]; }
  /// The level of detail of the shown tasks.
  const traces::LevelOfDetail& visible_detail() const { return shown_detail ? *shown_detail : *detail; }
  /// The number of sub-rows for a lane's tasks; 1 if none ran within another.
  std::size_t depths(traces::LaneId lane) const { return nesting ? nesting->depths(lane) : 1; }
  /// The nesting depth at which a task ran.
  std::size_t depth(traces::TaskId task) const { return nesting ? nesting->depth(*trace, times, task) : 0; }
  /// The category in which the level of detail counts a task.
  std::size_t category(traces::TaskId task) const {
    return colouring != nullptr ? colouring->category(task) : trace->tasks.type[task.value()].value() % 256;
  }
};

/// Returns the totals of each type, or of each category of the colouring, in order, in [begin_ns, end_ns).
/// `statistics` must be the trace's in that range. In a graph that has not run, tasks that never ran count.
/// Linear in tasks.
std::vector<CategoryTotal> totals_by_category(
    const TraceDetail& detail, const traces::Statistics& statistics,
    std::int64_t begin_ns = std::numeric_limits<std::int64_t>::min() / 2,
    std::int64_t end_ns = std::numeric_limits<std::int64_t>::max() / 2);

}  // namespace gusset::picture
