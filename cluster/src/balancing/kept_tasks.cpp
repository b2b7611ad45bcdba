#include "balancing/kept_tasks.hpp"

#include <mutex>
#include <utility>

namespace gusset::cluster {

bool KeptTasks::keep(Task& task, std::uint64_t number, Shapes shapes, std::size_t most) {
  bool is_wanted = false;
  {
    const std::lock_guard guard(lock_);
    tasks_.emplace(number, Kept{&task, std::move(shapes)});
    is_wanted = wanted_.erase(number) > 0;
  }
  drop(most, false);
  return is_wanted;
}

std::optional<KeptTasks::Kept> KeptTasks::take(std::uint64_t number) {
  const std::lock_guard guard(lock_);
  const auto found = tasks_.find(number);
  if (found == tasks_.end()) {
    wanted_.insert(number);
    return std::nullopt;
  }
  Kept kept = std::move(found->second);
  tasks_.erase(found);
  return kept;
}

KeptTasks::Range KeptTasks::promise(bool keeps_all) {
  const std::lock_guard guard(lock_);
  keeps_all_ = keeps_all;
  return tasks_.empty() ? Range{} : Range{tasks_.begin()->first, tasks_.rbegin()->first};
}

void KeptTasks::release(Task& task) const {
  task.destroy();
  engine_.give_back(task);
}

/// `is_forced`: also drops promised tasks.
void KeptTasks::drop(std::size_t most, bool is_forced) {
  std::vector<Task*> dropped;
  {
    const std::lock_guard guard(lock_);
    if (keeps_all_ && !is_forced) return;
    while (tasks_.size() > most) {
      dropped.push_back(tasks_.begin()->second.task);
      tasks_.erase(tasks_.begin());
    }
  }
  for (Task* task : dropped) release(*task);
}

}  // namespace gusset::cluster
