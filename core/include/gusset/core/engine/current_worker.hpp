#pragma once
#include <climits>

#include "gusset/core/engine.hpp"
#include "gusset/core/task.hpp"

namespace gusset::detail {

struct RenamedContents;

/// A thread's state while it executes tasks of an engine; engines may nest.
struct CurrentWorker {
  const Engine* engine = nullptr;
  unsigned index = 0;            ///< the index of the worker that it runs as
  Task* task = nullptr;          ///< the task whose kernel it is in
  bool is_in_then = false;       ///< it is in its task's function `then`
  bool destroys_kernel = false;  ///< it destroys a kernel whose task still holds its accesses
  CurrentWorker* outer = nullptr;
  const RenamedContents* renamed = nullptr;  ///< buffers to write to instead of the handles' contents

  static inline thread_local constinit CurrentWorker* innermost = nullptr;

  /// Identifies a thread uniquely among the live ones; cheaper than the system's thread id.
  static const void* this_thread() { return &innermost; }

  /// Returns null if this thread executes nothing for that engine.
  static CurrentWorker* of(const Engine& engine) {
    CurrentWorker* worker = innermost;
    while (worker != nullptr && worker->engine != &engine) worker = worker->outer;
    return worker;
  }
};

/// The index of the worker of that engine as which this thread executes a kernel; UINT_MAX outside of the
/// engine's kernels.
inline unsigned current_worker_index(const Engine& engine) {
  const CurrentWorker* const worker = CurrentWorker::of(engine);
  return worker != nullptr && worker->task != nullptr ? worker->index : UINT_MAX;
}

}  // namespace gusset::detail
