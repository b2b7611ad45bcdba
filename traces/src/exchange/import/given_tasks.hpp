#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

#include "gusset/traces/model/ids.hpp"

namespace gusset::traces::import {

/// Tasks by the numbers that Gusset's own files give them. These are below `limit` (the file's size: each
/// takes some bytes), so that a table is all it takes.
class GivenTasks {
 public:
  explicit GivenTasks(std::size_t limit) : limit_(limit) {}

  bool takes(std::uint64_t number) const { return number < limit_; }
  /// None where it was not added.
  TaskId find(std::uint64_t number) const {
    return number < tasks_.size() ? tasks_[static_cast<std::size_t>(number)] : TaskId();
  }
  void add(std::uint64_t number, TaskId task) {
    if (number >= tasks_.size()) tasks_.resize(static_cast<std::size_t>(number) + 1);
    tasks_[static_cast<std::size_t>(number)] = task;
    ++count_;
  }
  std::size_t size() const { return count_; }

  /// Numbers the tasks anew, by their given numbers; returns where each went.
  std::vector<TaskId> renumber() {
    std::vector<TaskId> numbers(count_);
    std::size_t next = 0;
    for (TaskId& task : tasks_) {
      if (task.is_none()) continue;
      numbers[task.value()] = TaskId(next);
      task = TaskId(next++);
    }
    return numbers;
  }

 private:
  std::size_t limit_;
  std::vector<TaskId> tasks_;
  std::size_t count_ = 0;
};

}  // namespace gusset::traces::import
