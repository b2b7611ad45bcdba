#pragma once
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "gusset/base/result.hpp"
#include "gusset/traces/model/names.hpp"
#include "gusset/traces/picture/timeline/trace_detail.hpp"
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

using picture::CategoryTotal;

/// A trace with everything the window needs to draw it. Immutable; shared with jobs.
struct LoadedTrace : picture::TraceDetail {
  std::filesystem::path path;     ///< where it was read; empty where it was made in memory
  std::string title;              ///< to show instead of program and file; empty: these
  traces::ColourBy colour_by;     ///< what is shown: by type where the trace lacks the facts for another
  std::uint64_t shown_tasks = 0;  ///< of those that ran
  std::vector<Row> rows;          ///< lanes by node, then by worker
  std::vector<std::size_t> node_row_counts;  ///< rows of each node that has any, in the order of rows
  std::vector<std::size_t> row_of_lane;
  /// Share of all workers' time that was busy, 0…255, in equal parts of the makespan.
  std::vector<std::uint8_t> profile;
  static constexpr std::size_t profile_parts = 2048;

  /// "measured", "predicted" or "imported".
  std::string origin_name() const { return traces::origin_name(trace->metadata.origin); }
  /// The program's name, or the file's where it was not recorded.
  std::string program() const;
  /// Tasks, workers, makespan, busy share, in one line.
  std::string summary() const;
  /// The file's name, or the program's where there is no file.
  std::string name() const;
  /// The row a task is shown in; nothing where it never ran.
  std::optional<std::size_t> row_of(traces::TaskId task) const;
  const std::string& type_name(traces::TaskId task) const;
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

/// What a range of the trace's time says of each type, or each category of its colouring. `statistics` are of
/// the range.
inline std::vector<CategoryTotal> totals_by_category(const LoadedTrace& loaded,
                                                     const traces::Statistics& statistics, TimeRange range) {
  return picture::totals_by_category(loaded, statistics, range.begin_ns, range.end_ns);
}

/// Reads and indexes a trace of any format. Null where it was cancelled. Fails with one line that names the
/// file and what is wrong.
Result<std::shared_ptr<const LoadedTrace>> load_trace(const std::filesystem::path& path, unsigned threads,
                                                      const Appearance& appearance = {},
                                                      const LoadWatch& watch = {});

/// "gemm A(3,1) #60", or "gemm #60": traces::task_name and the number, as several tasks may have one name.
std::string task_name(const LoadedTrace& loaded, traces::TaskId task);

}  // namespace gusset::viewer
