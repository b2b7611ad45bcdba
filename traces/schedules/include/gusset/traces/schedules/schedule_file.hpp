#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gusset/base/result.hpp"
#include "gusset/traces/analysis/compare/compare.hpp"
#include "gusset/traces/analysis/graph/task_graph.hpp"
#include "gusset/traces/model/trace.hpp"
#include "gusset/traces/schedules/find_schedule.hpp"

namespace gusset::schedules {

/// One task of a schedule file. The fields from `type` to `copy` identify it in each run of the program.
struct ScheduledTask {
  std::string type;
  std::string place;          ///< the first handle that it modifies, else its detail; empty for neither
  std::uint32_t version = 0;  ///< the version of the handle that it waits for
  std::uint32_t copy = 0;     ///< its number among the tasks with equal fields above, by submission
  std::int64_t begin_ns = 0;  ///< in the schedule
  friend bool operator==(const ScheduledTask&, const ScheduledTask&) = default;
};

/// A schedule in a file. docs/schedule_file.md specifies the document.
struct ScheduleFile {
  std::string program;  ///< may be empty
  /// How tasks are identified, as `compare` does: by written version, or by type and order of submission.
  traces::MatchRule rule = traces::MatchRule::written_version;
  std::int64_t found_ns = 0;
  std::int64_t bound_ns = 0;
  std::vector<std::vector<ScheduledTask>> workers;  ///< per worker: its tasks in order
  friend bool operator==(const ScheduleFile&, const ScheduleFile&) = default;
};

/// The file of a found schedule of the trace's tasks.
ScheduleFile schedule_file(const traces::Trace& trace, const FoundSchedule& found);

/// The document. Equal files give equal bytes.
std::string schedule_file_text(const ScheduleFile& file);
/// Reads what schedule_file_text wrote. `name` is the file's name in errors. Fails if the text is no such
/// document, has unknown fields, names a task twice, or has a worker with tasks beyond `threads`.
Result<ScheduleFile> parse_schedule_file(std::string_view text, const std::string& name);
/// Reads a file. Fails like parse_schedule_file, and if the file cannot be read.
Result<ScheduleFile> read_schedule_file(const std::string& path);

/// A file's schedule for the tasks of one trace.
struct ResolvedSchedule {
  static constexpr std::uint32_t unknown = ~std::uint32_t{0};
  std::vector<std::uint32_t> worker;               ///< per task; `unknown` if the file does not have the task
  std::vector<std::int64_t> begin_ns;              ///< per task; 0 if the file does not have the task
  std::vector<std::vector<traces::TaskId>> lists;  ///< per worker: its tasks in order
  std::uint64_t unknown_tasks = 0;                 ///< tasks of the trace that the file does not have
  std::uint64_t unused = 0;                        ///< tasks of the file that the trace does not have
};

/// Finds the file's tasks in a trace. `graph` must be the trace's graph; `name` is the file's name in errors.
/// Fails if no task is found (a file of another program), and if a worker's order contradicts the
/// dependencies.
Result<ResolvedSchedule> resolve(const ScheduleFile& file, const traces::Trace& trace,
                                 const traces::TaskGraph& graph, const std::string& name);

}  // namespace gusset::schedules
