#pragma once
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "gusset/traces/level_of_detail.hpp"
#include "gusset/traces/result.hpp"
#include "gusset/traces/statistics.hpp"
#include "gusset/traces/task_table.hpp"
#include "gusset/traces/trace.hpp"

namespace gusset::viewer {

/// One row as it is shown: a lane of the trace.
struct Row {
  traces::LaneId lane;
  traces::NodeId node;
  std::string label;  ///< the worker's name
};

/// A trace with everything the window needs to draw it. Immutable; shared with jobs.
struct LoadedTrace {
  std::filesystem::path path;  ///< where it was read; empty where it was made in memory
  std::shared_ptr<const traces::Trace> trace;
  std::shared_ptr<const traces::LevelOfDetail> detail;
  traces::Statistics totals;
  traces::TaskTimes times;
  std::vector<Row> rows;                     ///< lanes by node, then by worker
  std::vector<std::size_t> node_row_counts;  ///< rows of each node that has any, in the order of rows
  std::vector<std::size_t> row_of_lane;
  /// Share of all workers' time that was busy, 0…255, in equal parts of the makespan.
  std::vector<std::uint8_t> profile;
  static constexpr std::size_t profile_parts = 2048;

  /// "measured", "predicted" or "imported".
  std::string origin_name() const;
  /// The program's name, or the file's where it was not recorded.
  std::string program() const;
  /// Tasks, workers, makespan, busy share, in one line.
  std::string summary() const;
  /// The file's name, or the program's where there is no file.
  std::string name() const;
  /// The row a task is shown in; nothing where it never ran.
  std::optional<std::size_t> row_of(traces::TaskId task) const;
  const std::string& type_name(traces::TaskId task) const;
  /// The category in which the level of detail counts a type.
  static std::size_t category(traces::TypeId type) { return type.value() % 256; }
};

/// Indexes a trace on up to `threads` threads.
std::shared_ptr<const LoadedTrace> index_trace(std::shared_ptr<const traces::Trace> trace,
                                               std::filesystem::path path, unsigned threads);

/// Reads and indexes a .gus file. Fails with one line that names the file and what is wrong.
traces::Result<std::shared_ptr<const LoadedTrace>> load_trace(const std::filesystem::path& path,
                                                              unsigned threads);

}  // namespace gusset::viewer
