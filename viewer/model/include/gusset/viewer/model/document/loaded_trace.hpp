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

/// One row of the timeline: a lane of the trace.
struct Row {
  traces::LaneId lane;
  traces::NodeId node;
  std::string label;  ///< the worker's name
};

using picture::CategoryTotal;

/// A trace with everything the window needs to draw it. Immutable; shared with jobs.
struct LoadedTrace : picture::TraceDetail {
  std::filesystem::path path;     ///< the file it was read from; empty if it was made in memory
  std::string title;              ///< replaces program and file as the title; empty: no replacement
  traces::ColourBy colour_by;     ///< in use: by type if the trace lacks the facts for another
  bool has_unique_names = false;  ///< whether no two tasks have the same traces::task_name
  std::uint64_t shown_tasks = 0;  ///< tasks that ran and are shown
  std::vector<Row> rows;          ///< lanes by node, then by worker
  std::vector<std::size_t> node_row_counts;  ///< number of rows of each node that has rows, in row order
  std::vector<std::size_t> row_of_lane;
  struct ProfilePart {
    std::uint8_t busy = 0;  ///< busy share of all workers, 0…255, hidden tasks included
    traces::Stack shown;    ///< busy shares of the shown tasks' categories
  };
  /// Equal parts of the makespan.
  std::vector<ProfilePart> profile;
  static constexpr std::size_t profile_parts = 2048;

  /// "measured", "predicted" or "imported"; "graph" if nothing ran.
  std::string origin_name() const {
    return is_graph_only() ? "graph" : traces::origin_name(trace->metadata.origin);
  }
  /// The program's name, or the file's name if the program was not recorded.
  std::string program() const;
  /// Makespan, busy share, tasks, workers, in one line.
  std::string summary() const;
  /// The file's name, or the program's name if there is no file.
  std::string name() const;
  /// The row that shows a task; nothing if the task never ran.
  std::optional<std::size_t> row_of(traces::TaskId task) const;
};

/// Indexes a trace on up to `threads` threads. Returns null if `watch` is cancelled.
std::shared_ptr<const LoadedTrace> index_trace(std::shared_ptr<const traces::Trace> trace,
                                               std::filesystem::path path, unsigned threads,
                                               const Appearance& appearance = {},
                                               const LoadWatch& watch = {});

/// The same trace with another appearance, on up to `threads` threads.
std::shared_ptr<const LoadedTrace> with_appearance(const LoadedTrace& loaded, const Appearance& appearance,
                                                   unsigned threads);

/// The same trace with another title.
std::shared_ptr<const LoadedTrace> retitled(const LoadedTrace& loaded, std::string title);

/// Totals of a time range for each type, or for each category of the colouring. `statistics` must be those of
/// the range.
inline std::vector<CategoryTotal> totals_by_category(const LoadedTrace& loaded,
                                                     const traces::Statistics& statistics, TimeRange range) {
  return picture::totals_by_category(loaded, statistics, range.begin_ns, range.end_ns);
}

/// Reads and indexes a trace of any format. Returns null if cancelled. Fails with one line that names the
/// file and the error.
Result<std::shared_ptr<const LoadedTrace>> load_trace(const std::filesystem::path& path, unsigned threads,
                                                      const Appearance& appearance = {},
                                                      const LoadWatch& watch = {});

/// "long 9", or "gemm A(3,1) #60" if tasks of this trace share names: traces::task_name, then with the task's
/// number.
std::string task_name(const LoadedTrace& loaded, traces::TaskId task);

}  // namespace gusset::viewer
