#pragma once
#include <cstddef>
#include <vector>

#include "gusset/core/engine/task_arena.hpp"
#include "gusset/core/task.hpp"

namespace gusset::testing {

/// Tasks for queues; they never run.
class BareTasks {
 public:
  explicit BareTasks(std::size_t count) {
    detail::TaskArena::instance();
    for (std::size_t i = 0; i < count; ++i) {
      tasks_.push_back(new (memory_.allocate(Task::min_log2_block_bytes))
                           Task(kind, TaskTypeId(0), 0, Task::min_log2_block_bytes, false));
    }
  }
  ~BareTasks() {
    for (Task* task : tasks_) memory_.give_back(task, Task::min_log2_block_bytes);
  }
  BareTasks(const BareTasks&) = delete;
  BareTasks& operator=(const BareTasks&) = delete;

  std::size_t size() const { return tasks_.size(); }
  Task& operator[](std::size_t index) const { return *tasks_[index]; }

 private:
  static void nothing(Task&) {}
  static constexpr TaskClass kind{&nothing, &nothing};

  detail::TaskAllocator memory_;
  std::vector<Task*> tasks_;
};

}  // namespace gusset::testing
