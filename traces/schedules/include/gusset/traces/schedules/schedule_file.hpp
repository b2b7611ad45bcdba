#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "gusset/base/result.hpp"
#include "gusset/base/schedule_file.hpp"
#include "gusset/traces/analysis/graph/task_graph.hpp"
#include "gusset/traces/model/trace.hpp"
#include "gusset/traces/schedules/find_schedule.hpp"

namespace gusset::schedules {

/// The file of a found schedule of the trace's tasks.
ScheduleFile schedule_file(const traces::Trace& trace, const FoundSchedule& found);

/// A file's schedule for the tasks of one trace.
struct ResolvedSchedule {
  static constexpr std::uint32_t unknown = ~std::uint32_t{0};
  std::vector<std::uint32_t> worker;  ///< per task; `unknown` if the file does not have the task
  /// Per task: its place in one order of all begins (begin_ranks); 0 if the file does not have the task.
  std::vector<std::uint32_t> rank;
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
