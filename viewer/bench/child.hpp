#pragma once
#include <sys/types.h>

#include <string>
#include <vector>

namespace gusset::bench {

/// Starts a program, found in PATH, as the first of a process group of its own; what it writes to
/// standard output is dropped. Throws std::runtime_error where there is none.
pid_t start_child(std::vector<std::string> command);

/// A quantity of memory from a process's status, in megabytes: "VmHWM" (the most that was resident) or
/// "RssAnon" (resident now, files not counted); see proc(5). 0 once it is gone.
double memory_mb(pid_t process, const std::string& quantity);

}  // namespace gusset::bench
