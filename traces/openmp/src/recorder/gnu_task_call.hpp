#pragma once
#include <cstdint>

namespace gusset::ompt {

/// The call by which a g++ program creates a task, while the call lasts. The runtime reports it to tools too,
/// but gives an address inside the runtime for an undeferred task, and never the task's function. Without the
/// function, tasks whose calls g++ puts on one line cannot be distinguished.
struct GnuTaskCall {
  std::uint64_t return_address = 0;  ///< 0: none
  std::uint64_t body = 0;
  bool is_undeferred = false;  ///< the program says that the task is not deferred
};

/// The current call of the calling thread.
GnuTaskCall& gnu_task_call();

/// The call of a taskloop from g++ or clang code, while it lasts. The runtime only gives an address inside
/// itself.
using TaskloopCall = GnuTaskCall;

/// The innermost taskloop call of the calling thread.
TaskloopCall& taskloop_call();

/// The call by which a g++ program begins a region, until the runtime reports the region. g++ gives the call
/// the line at which the function around it begins; the region's function begins at the directive.
using RegionCall = GnuTaskCall;

/// The calling thread's call whose region has not begun.
RegionCall& region_call();

}  // namespace gusset::ompt
