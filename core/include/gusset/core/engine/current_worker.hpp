#pragma once
#include <climits>

#include "gusset/core/engine.hpp"
#include "gusset/core/task.hpp"

namespace gusset::detail {

struct RenamedContents;

/// What a thread is while it executes tasks of an engine; engines may nest.
struct CurrentWorker {
  const Engine* engine = nullptr;
  unsigned index = 0;            ///< of the worker as which it executes
  Task* task = nullptr;          ///< whose kernel it is in
  bool destroys_kernel = false;  ///< of a task that has run, and holds its accesses still
  CurrentWorker* outer = nullptr;
  const RenamedContents* renamed = nullptr;  ///< what the task writes to instead of the handles' contents

  static inline thread_local constinit CurrentWorker* innermost = nullptr;

  /// What tells threads apart that live at one time; cheaper than the system's answer.
  static const void* this_thread() { return &innermost; }

  /// Null where this thread executes nothing of that engine.
  static CurrentWorker* of(const Engine& engine) {
    CurrentWorker* worker = innermost;
    while (worker != nullptr && worker->engine != &engine) worker = worker->outer;
    return worker;
  }
};

/// The index of the worker of that engine as which this thread executes a kernel; UINT_MAX outside of its
/// kernels.
inline unsigned current_worker_index(const Engine& engine) {
  const CurrentWorker* const worker = CurrentWorker::of(engine);
  return worker != nullptr && worker->task != nullptr ? worker->index : UINT_MAX;
}

}  // namespace gusset::detail
