#pragma once
#include <cstdint>

namespace gusset::ompt {

/// The call by which a program of g++ creates a task, while it lasts. The runtime tells tools of it too, but
/// for an undeferred task a place within itself, and never which function the task is, without which tasks
/// whose calls g++ gives one line can't be told apart.
struct GnuTaskCall {
  std::uint64_t return_address = 0;  ///< 0: none
  std::uint64_t body = 0;
};

/// The calling thread's.
GnuTaskCall& gnu_task_call();

/// The call of a taskloop, of g++ or clang, while it lasts: the runtime names only a place within itself.
using TaskloopCall = GnuTaskCall;

/// The calling thread's innermost.
TaskloopCall& taskloop_call();

}  // namespace gusset::ompt
