#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

#include "gusset/traces/model/ids.hpp"

namespace gusset::traces::import {

/// Tasks by the numbers that a file gives them. Numbers below `limit` index a table; larger ones go into a
/// map. `limit` is the file's size: each task takes some bytes, so most numbers are below it.
class NumberedTasks {
 public:
  explicit NumberedTasks(std::size_t limit) : limit_(limit) {}

  /// The task with this number. None until it is set.
  TaskId& operator[](std::uint64_t number) {
    if (number >= limit_) return far_[number];
    if (number >= near_.size())
      near_.resize(std::max(static_cast<std::size_t>(number) + 1, near_.size() * 2));
    return near_[static_cast<std::size_t>(number)];
  }
  TaskId find(std::uint64_t number) const {
    if (number < near_.size()) return near_[static_cast<std::size_t>(number)];
    const auto far = far_.find(number);
    return far == far_.end() ? TaskId() : far->second;
  }

  /// Renumbers the tasks in order of the file's numbers. Returns the new numbers, indexed by the old ones.
  /// Empty if the order is right already, or if some of the `tasks` have no number in the file.
  std::vector<TaskId> renumber(std::size_t tasks) {
    const auto visit_all = [this](auto visit) {
      for (TaskId& task : near_) {
        if (!task.is_none()) visit(task);
      }
      for (auto& [number, task] : far_) visit(task);
    };
    std::size_t next = 0;
    bool is_sorted = true;
    visit_all([&](TaskId task) { is_sorted = (task.value() == next++) && is_sorted; });
    if (is_sorted || next != tasks) return {};
    std::vector<TaskId> numbers(tasks);
    next = 0;
    visit_all([&](TaskId& task) {
      numbers[task.value()] = TaskId(next);
      task = TaskId(next++);
    });
    return numbers;
  }

 private:
  std::size_t limit_;
  std::vector<TaskId> near_;
  std::map<std::uint64_t, TaskId> far_;
};

}  // namespace gusset::traces::import
