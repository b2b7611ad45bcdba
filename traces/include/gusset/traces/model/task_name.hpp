#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "gusset/base/result.hpp"
#include "gusset/traces/model/trace.hpp"

namespace gusset::traces {

/// What the names of handles begin with that an import makes up for groups of tasks that commute: they name
/// no task.
inline constexpr const char* commuting_group_name = "commuting group ";

/// "gemm A(3,1)": the type and the first modified handle that has a name of its own, or what the source says
/// of it beside the type ("middle 5"), else "gemm #17".
std::string task_name(const Trace& trace, TaskId task);

/// What of that stands behind the type, "A(3,1)" or "5"; empty where only the number does. Lives as long as
/// the trace.
std::string_view task_name_detail(const Trace& trace, TaskId task);

/// Tasks that somebody means.
struct FoundTasks {
  TaskId first;                ///< in order of submission
  std::uint64_t count = 0;     ///< of all tasks that the name fits
  std::vector<TaskId> others;  ///< the next few of them
};

/// Finds tasks by number ("17", "#17") or by name: a whole task_name ("gemm A(3,1)", "gemm #17"), or else a
/// type alone ("gemm"); a name may be followed by the number ("gemm A(3,1) #17"). A name that is a number is
/// taken for the number. Fails, naming `where`, where nothing fits. Linear in tasks.
Result<FoundTasks> find_tasks(const Trace& trace, std::string_view name, const std::string& where);

}  // namespace gusset::traces
