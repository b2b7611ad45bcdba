#pragma once
#include "gusset/core/engine.hpp"
#include "gusset/core/task.hpp"

namespace gusset::detail {

/// Says, while a kernel runs, which one this thread is in; kernels of several engines may nest.
class RunningTask {
 public:
  RunningTask(const Engine& engine, unsigned worker_index, Task& task)
      : engine_(&engine), worker_(worker_index), task_(&task), outer_(innermost_) {
    innermost_ = this;
  }
  ~RunningTask() { innermost_ = outer_; }
  RunningTask(const RunningTask&) = delete;
  RunningTask& operator=(const RunningTask&) = delete;

  /// Null where this thread is in no kernel of that engine.
  static const RunningTask* of(const Engine& engine) {
    const RunningTask* running = innermost_;
    while (running != nullptr && running->engine_ != &engine) running = running->outer_;
    return running;
  }

  unsigned worker() const { return worker_; }
  Task& task() const { return *task_; }

 private:
  const Engine* engine_;
  unsigned worker_;
  Task* task_;
  const RunningTask* outer_;

  static inline thread_local constinit const RunningTask* innermost_ = nullptr;
};

}  // namespace gusset::detail
