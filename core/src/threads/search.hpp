#pragma once
// Members of ThreadedEngine, included only by threaded_engine.hpp: how a worker looks for a task and executes
// it.
#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>

#include "threads/threaded_engine.hpp"

namespace gusset::detail {

template <class Recorder>
inline Task* ThreadedEngine<Recorder>::find_task(Worker& self, bool alone) {
  if (Task* const task = find_own(self, alone)) return task;
  return find_elsewhere(self);
}

/// Takes a task from the worker's own rings.
template <class Recorder>
inline Task* ThreadedEngine<Recorder>::find_own(Worker& self, bool alone) {
  if (pause_.is_on()) [[unlikely]]
    return nullptr;
  if (!self.bound.empty()) [[unlikely]] {
    if (Task* const task = self.bound.pop()) return task;
  }
  if (Task* const task = self.stack.take_newest(alone)) return task;
  return self.queue.take_oldest(alone);
}

/// Takes a task from anywhere but the worker's own rings.
template <class Recorder>
[[gnu::noinline]] Task* ThreadedEngine<Recorder>::find_elsewhere(Worker& self) {
  if (pause_.is_on()) return nullptr;
  Worker& home = self.is_foreign ? *program_worker_ : self;
  if (self.is_foreign) {
    if (Task* const task = home.bound.pop()) return task;
  }
  if (Task* const task = home.inbox.pop_front()) return task;
  if (Task* const task = home.guided.pop()) return task;
  if (Task* const task = workers_.shared.pop()) return task;
  if (is_solo_ && !self.is_foreign) return nullptr;
  // First, because a search of all victims takes longer, and finds nothing if all tasks are guided.
  if (Task* const task = steal_guided(self)) return task;
  if (Task* const task = steal(self)) return task;
  return workers_.pools.empty() ? nullptr : take_from_pools(self);
}

/// Takes a task from the pools of a policy with squads.
template <class Recorder>
Task* ThreadedEngine<Recorder>::take_from_pools(Worker& self) {
  if (self.is_foreign) {
    for (TaskQueue& pool : workers_.pools) {
      if (Task* const task = pool.pop_front()) return task;
    }
    return nullptr;
  }
  const auto since = recorder_.now();
  for (std::size_t attempt = 0;; ++attempt) {
    const std::optional<DomainId> domain = self.policy->next_pool(attempt);
    if (!domain) return nullptr;
    TaskQueue& pool = workers_.pools[domain->value()];
    const bool is_own = *domain == workers_.domains[self.index];
    Task* const task = is_own ? pool.pop_back() : pool.pop_front();
    if (task == nullptr) continue;
    if (!is_own) recorder_.stole(self.index, since, workers_.head_of(*domain), std::span(&task, 1));
    return task;
  }
}

/// Takes the guided task with the highest priority, whichever worker has it.
template <class Recorder>
Task* ThreadedEngine<Recorder>::steal_guided(Worker& self) {
  const auto since = recorder_.now();
  for (;;) {
    const auto victim = std::max_element(
        workers_.all.begin(), workers_.all.end(),
        [](const auto& a, const auto& b) { return a->guided.first_rank() < b->guided.first_rank(); });
    if ((*victim)->guided.empty()) return nullptr;
    Task* task = (*victim)->guided.pop();
    if (task == nullptr) continue;
    recorder_.stole(self.index, since, (*victim)->index, std::span(&task, 1));
    return task;
  }
}

template <class Recorder>
Task* ThreadedEngine<Recorder>::steal(Worker& self) {
  const auto since = recorder_.now();
  std::array<Task*, Policy::max_steal_count> stolen;
  const auto count = [&](std::size_t available) {
    return self.is_foreign ? std::size_t{1} : self.policy->steal_count(available);
  };
  for (std::size_t attempt = 0;; ++attempt) {
    Worker* victim = nullptr;
    if (self.is_foreign) {
      if (attempt >= workers_.all.size()) return nullptr;
      victim = workers_.all[attempt].get();
    } else {
      const std::optional<WorkerId> id = self.policy->next_victim(attempt);
      if (!id) return nullptr;
      victim = workers_.all[id->value()].get();
    }
    std::size_t taken = victim->queue.steal(stolen, count);
    if (taken == 0) taken = victim->stack.steal(stolen, count);
    if (taken == 0) {
      Task* const task = victim->inbox.pop_front();
      if (task == nullptr) continue;
      stolen[taken++] = task;
    }
    // Recorded before other threads can see the tasks.
    recorder_.stole(self.index, since, victim->index, std::span(stolen.data(), taken));
    for (std::size_t i = 1; i < taken; ++i) {
      if (!self.queue.push(*stolen[i])) self.inbox.push_back(*stolen[i]);
    }
    // Wakes one worker for each of the other tasks: while they moved, no thread could see them, and all
    // threads that looked may sleep now.
    sleeping_.idle.wake(taken - 1);
    return stolen.front();
  }
}

/// Whether a worker of a squad would find a task that is not bound.
template <class Recorder>
bool ThreadedEngine<Recorder>::finds_in_squads(const Worker& self) const {
  if (self.has_ready() || !workers_.shared.empty()) return true;
  for (std::size_t attempt = 0;; ++attempt) {
    const std::optional<WorkerId> victim = self.policy->next_victim(attempt);
    if (!victim) break;
    if (workers_.all[victim->value()]->has_ready()) return true;
  }
  for (std::size_t attempt = 0;; ++attempt) {
    const std::optional<DomainId> domain = self.policy->next_pool(attempt);
    if (!domain) return false;
    if (!workers_.pools[domain->value()].empty()) return true;
  }
}

/// Whether there is a task that this worker may take now.
template <class Recorder>
bool ThreadedEngine<Recorder>::has_task_for(const Worker& self) const {
  if (pause_.is_surely_on()) return false;
  if (!(self.is_foreign ? *program_worker_ : self).bound.empty()) return true;
  if (self.traits.has_squads) return finds_in_squads(self);
  if (self.steals || self.is_foreign) return workers_.any_ready();
  return !workers_.shared.empty() || workers_.any_guided() || self.has_ready();
}

/// Executes all tasks that this worker finds; returns whether it found any.
template <class Recorder>
bool ThreadedEngine<Recorder>::execute_all(Worker& self) {
  std::uint64_t executed = self.may_be_alone ? execute_alone(self, UINT64_MAX) : 0;
  while (execute_one(self)) ++executed;
  return executed > 0;
}

/// Executes tasks without atomic read-modify-writes until it finds none or another thread appears, but no
/// more than about `limit`. Returns how many it executed.
template <class Recorder>
std::uint64_t ThreadedEngine<Recorder>::execute_alone(Worker& self, std::uint64_t limit) {
  std::uint64_t executed = 0;
  while (executed < limit && bias_.enter()) {
    Task* task = find_own(self, true);
    for (; task != nullptr; task = take_next(self)) {
      ++executed;
      if (task->needs_locks() || task->has_extra() || failures_.any()) [[unlikely]] {
        bias_.leave();
        start(self, *task);
        if (!bias_.enter()) return executed + run_next(self);
        continue;
      }
      bias_.leave();
      if constexpr (checks_parts) count_holders(*task, 1);
      run_kernel(self, *task);
      const bool alone = bias_.enter();
      if (task->awaited.load(std::memory_order_relaxed) != 0) [[unlikely]] {
        if (alone) bias_.leave();
        end_unless_subtasks(self, *task);
        if (!bias_.enter()) return executed + run_next(self);
        continue;
      }
      complete(self, *task, alone);
      if constexpr (Recorder::is_open) {
        if (alone) bias_.leave();  // a poll may wait for a thread that revokes the bias
        poll_after_task();
        if (!bias_.enter()) return executed + run_next(self);
      } else {
        if (!alone) return executed + run_next(self);
      }
    }
    bias_.leave();
    if (pause_.is_on() || (self.stack.empty() && self.queue.empty() && self.bound.empty())) {
      task = find_elsewhere(self);
      if (task == nullptr) break;
      ++executed;
      start(self, *task);
      executed += run_next(self);
    }
  }
  return executed;
}

/// Takes the task that was woken to run at once, if any. While the engine is paused, queues that task
/// instead.
template <class Recorder>
inline Task* ThreadedEngine<Recorder>::take_next(Worker& self) {
  Task* const task = std::exchange(self.next, nullptr);
  if (task == nullptr || !pause_.is_on()) [[likely]]
    return task;
  enqueue(self, *task, ReadyCause::woken, false);
  return nullptr;
}

template <class Recorder>
std::uint64_t ThreadedEngine<Recorder>::run_next(Worker& self) {
  std::uint64_t executed = 0;
  while (Task* const task = take_next(self)) {
    ++executed;
    start(self, *task);
  }
  return executed;
}

/// Executes a task that this worker finds, and then the tasks woken to run at once. Returns false if it finds
/// none.
template <class Recorder>
inline bool ThreadedEngine<Recorder>::execute_one(Worker& self) {
  const bool alone = self.may_be_alone && bias_.enter();
  Task* const task = find_task(self, alone);
  if (alone) bias_.leave();
  if (task == nullptr) return false;
  start(self, *task);
  run_next(self);
  return true;
}

}  // namespace gusset::detail
