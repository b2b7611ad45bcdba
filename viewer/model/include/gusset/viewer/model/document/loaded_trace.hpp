#pragma once
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "gusset/base/result.hpp"
#include "gusset/traces/analysis/time/statistics.hpp"
#include "gusset/traces/analysis/time/task_table.hpp"
#include "gusset/traces/model/names.hpp"
#include "gusset/traces/model/nesting.hpp"
#include "gusset/traces/model/trace.hpp"
#include "gusset/traces/picture/timeline/colouring.hpp"
#include "gusset/traces/picture/timeline/level_of_detail.hpp"
#include "gusset/viewer/model/document/appearance.hpp"
#include "gusset/viewer/model/document/load_progress.hpp"
#include "gusset/viewer/model/document/time_range.hpp"

namespace gusset::viewer {

/// One row as it is shown: a lane of the trace.
struct Row {
  traces::LaneId lane;
  traces::NodeId node;
  std::string label;  ///< the worker's name
};

/// What a trace, or a range of it, says about one type or one category of its colouring.
struct CategoryTotal {
  std::uint64_t tasks = 0;
  std::int64_t busy_ns = 0;
  double share = 0.0;  ///< of all busy time
  friend bool operator==(const CategoryTotal&, const CategoryTotal&) = default;
};

/// A trace with everything the window needs to draw it. Immutable; shared with jobs.
struct LoadedTrace {
  std::filesystem::path path;  ///< where it was read; empty where it was made in memory
  std::string title;           ///< to show instead of program and file; empty: these
  std::shared_ptr<const traces::Trace> trace;
  std::shared_ptr<const traces::LevelOfDetail> detail;
  traces::ColourBy colour_by;  ///< what is shown: by type where the trace lacks the facts for another
  std::shared_ptr<const traces::Colouring> colouring;         ///< null: types
  std::shared_ptr<const traces::TaskSet> shown;               ///< null: all tasks
  std::shared_ptr<const traces::LevelOfDetail> shown_detail;  ///< of the tasks shown alone; null: all
  std::uint64_t shown_tasks = 0;                              ///< of those that ran
  std::shared_ptr<const traces::Nesting> nesting;             ///< null: no runs nest
  /// Of the tasks shown, by depth: what a row's sub-rows show. Null where nothing nests.
  std::shared_ptr<const std::vector<traces::LevelOfDetail>> sub_rows;
  traces::Statistics totals;
  std::vector<CategoryTotal> category_totals;
  traces::TaskTimes times;
  std::vector<Row> rows;                     ///< lanes by node, then by worker
  std::vector<std::size_t> node_row_counts;  ///< rows of each node that has any, in the order of rows
  std::vector<std::size_t> row_of_lane;
  /// Share of all workers' time that was busy, 0…255, in equal parts of the makespan.
  std::vector<std::uint8_t> profile;
  static constexpr std::size_t profile_parts = 2048;

  /// "measured", "predicted" or "imported".
  std::string origin_name() const { return traces::origin_name(trace->metadata.origin); }
  /// The program's name, or the file's where it was not recorded.
  std::string program() const;
  /// Whether there are tasks of which none ran: a task graph without times.
  bool is_graph_alone() const;
  /// Tasks, workers, makespan, busy share, in one line.
  std::string summary() const;
  /// The file's name, or the program's where there is no file.
  std::string name() const;
  /// The row a task is shown in; nothing where it never ran.
  std::optional<std::size_t> row_of(traces::TaskId task) const;
  const std::string& type_name(traces::TaskId task) const;
  bool shows(traces::TaskId task) const { return shown == nullptr || (*shown)[task.value()]; }
  /// Of the tasks that are shown.
  const traces::LevelOfDetail& visible_detail() const { return shown_detail ? *shown_detail : *detail; }
  /// How many sub-rows a row's tasks take: 1 where none ran within another one.
  std::size_t depths(std::size_t row) const { return nesting ? nesting->depths(rows[row].lane) : 1; }
  /// How deep within others a task ran.
  std::size_t depth(traces::TaskId task) const { return nesting ? nesting->depth(*trace, times, task) : 0; }
  /// The category in which the level of detail counts a task.
  std::size_t category(traces::TaskId task) const {
    return colouring != nullptr ? colouring->category(task) : trace->tasks.type[task.value()].value() % 256;
  }
};

/// Indexes a trace on up to `threads` threads. Null where `watch` says that it is cancelled.
std::shared_ptr<const LoadedTrace> index_trace(std::shared_ptr<const traces::Trace> trace,
                                               std::filesystem::path path, unsigned threads,
                                               const Appearance& appearance = {},
                                               const LoadWatch& watch = {});

/// The same trace with another appearance, on up to `threads` threads.
std::shared_ptr<const LoadedTrace> with_appearance(const LoadedTrace& loaded, const Appearance& appearance,
                                                   unsigned threads);

/// The same trace under another title.
std::shared_ptr<const LoadedTrace> retitled(const LoadedTrace& loaded, std::string title);

/// Of each type, or each category of the colouring, in order. `statistics` are the trace's in the range, or
/// of the whole; tasks that never ran count in a graph without times. Linear in tasks.
std::vector<CategoryTotal> totals_by_category(const LoadedTrace& loaded, const traces::Statistics& statistics,
                                              std::optional<TimeRange> range);

/// Reads and indexes a trace of any format. Null where it was cancelled. Fails with one line that names the
/// file and what is wrong.
Result<std::shared_ptr<const LoadedTrace>> load_trace(const std::filesystem::path& path, unsigned threads,
                                                      const Appearance& appearance = {},
                                                      const LoadWatch& watch = {});

/// "gemm A(3,1) #60", or "gemm #60": traces::task_name and the number, as several tasks may have one name.
std::string task_name(const LoadedTrace& loaded, traces::TaskId task);

}  // namespace gusset::viewer
