#pragma once
#include <cstdint>
#include <vector>

#include "gusset/traces/model/task_times.hpp"
#include "gusset/traces/model/trace.hpp"

namespace gusset::traces {

/// For each task, the total size of the handles that it is the first on its node to use, in order of start
/// times. The system maps memory when it is first used, which takes time. 0 for tasks that never ran.
std::vector<std::uint64_t> first_use_bytes(const Trace& trace, const TaskTimes& times);

/// For each task, the page faults that its thread met while the task ran, at least. The faults of an interval
/// of processor_time count evenly in what ran in it. Zeros if they were not recorded.
std::vector<double> page_faults(const Trace& trace);

/// The tasks of one type that were the first to use some memory.
struct FirstUses {
  TypeId type;
  std::vector<TaskId> tasks;
  std::uint64_t bytes = 0;        ///< total size of the handles that they were the first to use
  std::uint64_t page_faults = 0;  ///< that they met, if that is how they were found
  std::int64_t median_ns = 0;     ///< median duration of these tasks
  std::int64_t later_ns = 0;      ///< median duration of the type's other tasks, above 0
  /// What these tasks took beyond that, in total, at most median_ns each.
  std::int64_t excess_ns = 0;
  double ratio() const { return static_cast<double>(median_ns) / static_cast<double>(later_ns); }
};
/// The types of which at least three tasks were the first to use a handle and three were not, in order of
/// type.
std::vector<FirstUses> first_uses(const Trace& trace, const TaskTimes& times);

/// The types of which at least three tasks met page faults and three met hardly any, in order of type: for
/// traces without the sizes of handles. Leaves out types whose tasks are shorter than the intervals between
/// a thread's samples.
std::vector<FirstUses> first_uses_by_faults(const Trace& trace, const TaskTimes& times);

}  // namespace gusset::traces
