#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "gusset/base/result.hpp"
#include "gusset/traces/model/trace.hpp"

namespace gusset::traces {

/// Prefix of the handle names that importers make up for groups of commuting tasks. `task_name` ignores these
/// handles.
inline constexpr const char* commuting_group_name = "commuting group ";

/// "gemm A(3,1)": the type and the first modified handle that has a name in the source and is no event. Falls
/// back to the detail that the source gives ("middle 5"), then to the number ("gemm #17").
std::string task_name(const Trace& trace, TaskId task);

/// The part of the name after the type, "A(3,1)" or "5". Empty if that part is only the number. Lives as long
/// as the trace.
std::string_view task_name_detail(const Trace& trace, TaskId task);

/// Whether no two tasks have the same name. Looks at 10 000 tasks at most, and answers no if there are more.
bool are_task_names_unique(const Trace& trace);

/// The tasks that match a name.
struct FoundTasks {
  TaskId first;                ///< in order of submission
  std::uint64_t count = 0;     ///< number of matching tasks
  std::vector<TaskId> others;  ///< the next few matching tasks
};

/// Finds tasks by number ("17", "#17"), by full task_name ("gemm A(3,1)", "gemm #17"), or by type ("gemm"). A
/// number may follow the name ("gemm A(3,1) #17"). Text that parses as a number is always a number, even if a
/// task has that name. Fails, naming `where`, if no task matches. Linear in tasks.
Result<FoundTasks> find_tasks(const Trace& trace, std::string_view name, const std::string& where);

}  // namespace gusset::traces
