#pragma once
// Members of ThreadedEngine, included only by threaded_engine.hpp: how a worker runs a task that it has
// taken, and what happens when the task ends.
#include <algorithm>
#include <vector>

#include "threads/threaded_engine.hpp"
#include "threads/tuning.hpp"
#include "threads/watcher.hpp"

namespace gusset::detail {

template <class Recorder>
inline void ThreadedEngine<Recorder>::start(Worker& self, Task& task) {
  if (task.needs_locks() && !take_locks(self, task)) return;
  if constexpr (checks_parts) count_holders(task, 1);
  if (failures_.any() && skip_after_failure(self, task)) [[unlikely]]
    return;
  if constexpr (Recorder::is_open) {
    if (task.is_migratable() && self.renamed == nullptr && recorder_.surroundings.takes_away(task))
      return poll_after_task();
  }
  run_kernel(self, task);
  end_unless_subtasks(self, task);
  poll_after_task();
}

/// Skips a task that depends on a failed task.
template <class Recorder>
[[gnu::noinline]] bool ThreadedEngine<Recorder>::skip_after_failure(Worker& self, Task& task) {
  if (task.type_is_none()) return false;  // represents a plan's run: each of its tasks is checked separately
  {
    // The exception must be released before the task ends: the waiting thread must hold the last reference
    // and destroy it.
    const std::exception_ptr failure = failures_.stopping(task);
    if (!failure) return false;
    failures_.add(task, failure);
  }
  recorder_.skipped(self.index, task);
  discard_renamed(self);
  end(self, task);
  return true;
}

template <class Recorder>
inline void ThreadedEngine<Recorder>::run_kernel(Worker& self, Task& task) {
  self.task = &task;
  if (self.traits.has_squads) [[unlikely]]
    begin_in_squad(self, task);
  const auto begin = recorder_.now();
  try {
    if constexpr (checks_parts) check_parts(task);
    task.run();
    if (task.task_class().then != nullptr) [[unlikely]] {
      recorder_.kernel_ended(self.index);
      self.is_in_then = true;
      task.task_class().then(task);
      self.is_in_then = false;
    }
  } catch (...) {
    self.is_in_then = false;
    if (self.lane_of != nullptr) task.extra().parent = self.lane_of;
    failures_.add(task, Failures::of_kernel(task));
    discard_renamed(self);
  }
  self.task = nullptr;
  recorder_.ran(self.index, task, begin);
  if (self.traits.has_squads) [[unlikely]]
    ran_in_squad(self, task);
  self.workspace.release_to({});
}

/// Tells the policy what this worker begins, and notes its squad. Foreign threads belong to no squad.
template <class Recorder>
[[gnu::noinline]] void ThreadedEngine<Recorder>::begin_in_squad(Worker& self, Task& task) {
  task.extra().squad = static_cast<std::uint8_t>(workers_.domains[self.index].value());
  self.policy->begins(task.extra().tier);
}

template <class Recorder>
HandleId ThreadedEngine<Recorder>::new_handle_id() {
  if constexpr (Recorder::records) {
    return recorder_.new_handle_id();  // its events are handles, too
  } else {
    return Engine::new_handle_id();
  }
}

template <class Recorder>
EventId ThreadedEngine<Recorder>::event() {
  if constexpr (Recorder::records) {
    const CurrentWorker* const current = CurrentWorker::of(*this);
    return current == nullptr ? recorder_.event(0, nullptr) : recorder_.event(current->index, current->task);
  } else {
    return {};
  }
}

template <class Recorder>
void ThreadedEngine<Recorder>::begins_after([[maybe_unused]] std::span<const EventId> events) {
  if constexpr (Recorder::records) {
    const CurrentWorker* const current = CurrentWorker::of(*this);
    if (current != nullptr && current->task != nullptr) recorder_.begins_after(current->index, events);
  }
}

/// Called when a task's kernel has returned.
template <class Recorder>
inline void ThreadedEngine<Recorder>::end_unless_subtasks(Worker& self, Task& task) {
  // Acquire: pairs with the release of subtasks that have ended.
  if (task.awaited.load(std::memory_order_acquire) != 0) [[unlikely]] {
    if (self.renamed != nullptr) [[unlikely]]
      hand_over_renamed(self, task);
    if (task.awaited.fetch_sub(1, std::memory_order_acq_rel) != 1) return;  // its last subtask completes it
  }
  end(self, task);
}

/// Takes all exclusive locks that the task needs, in order of handle ids. If another task holds one of them,
/// parks the task there, releases the locks taken so far, and returns false. After several failed tries the
/// task keeps the locks before the missing one, because tasks could otherwise pass locks around forever. An
/// add to a handle that renames adds continues in a buffer instead.
template <class Recorder>
bool ThreadedEngine<Recorder>::take_locks(Worker& self, Task& task) {
  const bool alone = self.may_be_alone && bias_.enter();
  struct Leave {
    BiasedSection* section;
    ~Leave() {
      if (section != nullptr) section->leave();
    }
  } const leave{alone ? &bias_ : nullptr};

  TaskAccess* only = nullptr;
  std::size_t locks = 0;
  for (TaskAccess& access : task) {
    if (access.is_covered() || !needs_lock(access.mode())) continue;
    only = &access;
    ++locks;
  }
  if (locks == 1) {
    HandleState& handle = only->handle();
    if (only->has_mark(TaskAccess::lock_held)) return true;
    if (try_take_lock(handle, alone)) return true;
    if (may_rename(*only) && rename(self, task, handle)) return true;
    return take_lock_or_park(handle, *only, alone);
  }

  std::vector<TaskAccess*> sorted;
  sorted.reserve(locks);
  for (TaskAccess& access : task) {
    if (!access.is_covered() && needs_lock(access.mode())) sorted.push_back(&access);
  }
  std::sort(sorted.begin(), sorted.end(),
            [](const auto* a, const auto* b) { return a->handle().id < b->handle().id; });
  const auto is_missing = [&](TaskAccess* access) {
    HandleState& handle = access->handle();
    if (access->has_mark(TaskAccess::lock_held)) return false;
    if (try_take_lock(handle, alone)) {
      access->mark(TaskAccess::lock_held);
      return false;
    }
    return !may_rename(*access) || !rename(self, task, handle);
  };
  const auto missing = std::find_if(sorted.begin(), sorted.end(), is_missing);
  // Relaxed, here and below: no other thread has the task. Until the task starts, the number of tries counts
  // below 0.
  const std::int32_t tries = -task.awaited.load(std::memory_order_relaxed);
  if (missing == sorted.end()) {
    task.awaited.store(0, std::memory_order_relaxed);
    return true;
  }

  // Releases locks before parking: once parked, another worker may take the task. A task that keeps locks
  // waits for a handle with a higher id than theirs, so such waits form no cycle.
  const bool keeps = tries >= tries_before_keeping;
  task.awaited.store(-(tries + 1), std::memory_order_relaxed);
  for (auto place = sorted.begin(); place != sorted.end(); ++place) {
    TaskAccess* const access = *place;
    HandleState& handle = access->handle();
    if (access->has_mark(TaskAccess::lock_held)) {
      if (keeps && place < missing) continue;
      access->mark(TaskAccess::unmarked);
      raise_handle(self, handle, 0, true, alone);
      drain(self, handle, alone);
    } else if (const auto* const item = self.renamed != nullptr ? self.renamed->find(handle) : nullptr) {
      handle.renaming->give_back(item->buffer);
    }
  }
  clear_renamed(self);
  HandleState& busy = (*missing)->handle();
  if (take_lock_or_park(busy, **missing, alone)) {
    // Another task has released the lock meanwhile.
    if (keeps) {
      (*missing)->mark(TaskAccess::lock_held);
    } else {
      raise_handle(self, busy, 0, true, alone);
      drain(self, busy, alone);
    }
    enqueue(self, task, ReadyCause::woken, alone);
  }
  return false;
}

/// Ends a task that has run or was skipped and has no subtasks left. Then does the same for its parent if
/// this was the last subtask.
template <class Recorder>
inline void ThreadedEngine<Recorder>::end(Worker& self, Task& task) {
  const bool alone = self.may_be_alone && bias_.enter();
  if (task.has_extra()) [[unlikely]] {
    end_subtask(self, task, alone);
  } else {
    complete(self, task, alone);
  }
  if (alone) bias_.leave();
}

template <class Recorder>
[[gnu::noinline]] void ThreadedEngine<Recorder>::end_subtask(Worker& self, Task& task, bool alone) {
  Task* ended = &task;
  for (;;) {
    Task* const parent = ended->parent();
    if (!workers_.pools.empty()) [[unlikely]]
      complete_in_squad(self, *ended);
    if (ended->is_planned()) {
      if (!complete_planned(self, *ended, alone)) break;
    } else {
      complete(self, *ended, alone);
    }
    // Release and acquire: the thread that completes the parent sees everything that all its subtasks did.
    if (parent == nullptr || parent->awaited.fetch_sub(1, std::memory_order_acq_rel) != 1) break;
    ended = parent;
  }
}

/// A squad's last kernel lets its head take a task from a pool.
template <class Recorder>
[[gnu::noinline]] void ThreadedEngine<Recorder>::ran_in_squad(Worker& self, Task& task) {
  self.policy->ran(task.extra().tier);
  if (workers_.any_in_pools()) sleeping_.idle.wake_all();
}

/// Tells the policy that a task has completed, and prepares a plan's task for its next run.
template <class Recorder>
[[gnu::noinline]] void ThreadedEngine<Recorder>::complete_in_squad(Worker& self, Task& task) {
  TaskExtra& extra = task.extra();
  const DomainId squad = extra.squad == TaskExtra::no_squad ? DomainId() : DomainId(extra.squad);
  const bool wakes = self.policy->completed(extra.tier, squad);
  extra.tier = Tier::intra_socket;
  extra.squad = TaskExtra::no_squad;
  if (wakes) sleeping_.idle.wake_all();
}

template <class Recorder>
inline void ThreadedEngine<Recorder>::complete(Worker& self, Task& task, bool alone) {
  if constexpr (checks_parts) count_holders(task, -1);
  const TaskClass& kind = task.task_class();
  if (kind.destroy != nullptr) {
    self.destroys_kernel = true;
    kind.destroy(task);
    self.destroys_kernel = false;
  }
  if (kind.weight == nullptr) [[likely]] {
    if (!task.needs_locks()) [[likely]] {
      for (TaskAccess& access : task) {
        if (!access.is_covered()) complete_access(self, access, 1, alone);
      }
    } else {
      for (TaskAccess& access : task) {
        if (!access.is_covered() && !access.has_mark(TaskAccess::completed))
          complete_access(self, access, 1, alone);
      }
      clear_renamed(self);
    }
  } else {
    // Completes the first access, to the order of a plan's runs, last: the thread that waits for it may
    // destroy the plan.
    for (std::size_t index = task.access_count(); index-- > 0;)
      complete_access(self, task.begin()[index], kind.weight(task, index), alone);
  }
  free(self, task);
  // Release: pairs with in_flight(). Only one thread at a time changes it.
  self.done.store(self.done.load(std::memory_order_relaxed) + 1, std::memory_order_release);
}

template <class Recorder>
inline void ThreadedEngine<Recorder>::note_worker(const Worker& self, HandleState& handle) {
  // Relaxed: a hint for affinity.
  if (handle.last_worker.load(std::memory_order_relaxed) != self.index)
    handle.last_worker.store(static_cast<std::uint16_t>(self.index), std::memory_order_relaxed);
}

/// Completes an access: raises its handle's version by `weight` and releases its exclusive lock.
template <class Recorder>
inline void ThreadedEngine<Recorder>::complete_access(Worker& self, TaskAccess& access, std::uint32_t weight,
                                                      bool alone) {
  HandleState& handle = access.handle();
  note_worker(self, handle);
  const bool unlocks = needs_lock(access.mode());
  if (unlocks && handle.renaming != nullptr) [[unlikely]] {
    complete_renamable(self, access, weight, alone);
    return;
  }
  if (!raise_freely(handle, weight, unlocks, alone)) raise_handle(self, handle, weight, unlocks, alone);
}

template <class Recorder>
[[gnu::noinline]] void ThreadedEngine<Recorder>::raise_handle(Worker& self, HandleState& handle,
                                                              std::uint32_t accesses, bool unlocks,
                                                              bool alone) {
  const auto parking = [&](Task& task) { recorder_.woken(task); };
  const auto reached = [&](TaskAccess& access) {
    Task& task = access.task();
    if (access.has_mark(TaskAccess::lock_held) || count_down(task, alone)) {
      task.awaited.store(0, std::memory_order_relaxed);  // relaxed: this worker owns the task
      woken(self, task, alone);
    }
  };
  const auto unparked = [&](TaskAccess& access) {
    // A parked task has been ready for a while.
    Task& task = access.task();
    if (self.runs_first_woken && self.next == nullptr && !task.is_bound()) {
      self.next = &task;
    } else {
      enqueue(self, task, ReadyCause::woken, alone);
    }
  };
  if constexpr (Recorder::is_open) {
    ReachedWatchers watchers;
    const auto reached_or_watched = [&](TaskAccess& access) {
      if (!watchers.take(access.task())) reached(access);
    };
    detail::raise(handle, accesses, unlocks, alone, self.scratch, parking, reached_or_watched, unparked);
    watchers.call([&](Task& task) { free(self, task); });
  } else {
    raise(handle, accesses, unlocks, alone, self.scratch, parking, reached, unparked);
  }
}

/// Wakes the thread that the task represents, if it represents one.
template <class Recorder>
inline bool ThreadedEngine<Recorder>::signal_observer(Task& task) {
  if (!Observer::is_behind(task)) [[likely]]
    return false;
  Observer::signal(task, Observer::reached);
  sleeping_.notify_waiters();
  return true;
}

template <class Recorder>
void ThreadedEngine<Recorder>::woken(Worker& self, Task& task, bool alone) {
  if (signal_observer(task)) [[unlikely]]
    return;
  recorder_.woken(task);
  if (self.next == nullptr && (task.has_affinity() ? is_first_guided(self, task) : self.runs_first_woken)) {
    self.next = &task;
  } else {
    enqueue(self, task, ReadyCause::woken, alone);
  }
}

/// Whether the task is guided to this worker, and the worker would take it before its other guided tasks.
template <class Recorder>
inline bool ThreadedEngine<Recorder>::is_first_guided(const Worker& self, const Task& task) {
  return task.is_guided() && task.extra().affinity.index == self.index && !self.is_foreign &&
         task.extra().priority > self.guided.first_rank();
}

template <class Recorder>
void ThreadedEngine<Recorder>::run(Plan& plan) {
  if (plan.tasks() == 0) return;
  Task& root = make_plan_root(plan.graph());
  try {
    submit(root);
  } catch (...) {
    give_back(root);
    throw;
  }
}

/// Starts a plan's run. The task that represents the run waits for all last tasks of the plan, as it would
/// for subtasks. With a static schedule it waits for the lanes. Also runs a lane if `root` is the task of
/// one.
template <class Recorder>
void ThreadedEngine<Recorder>::start_planned(Task& root) {
  Worker& me = self();
  if (is_plan_lane(root)) return run_lane(me, *root.parent(), root.extra().affinity.index);
  const PlanGraph& graph = plan_of(root);
  const bool has_lanes = graph.lanes != nullptr;
  if (!has_lanes || Recorder::records) {
    for (const PlanGraph::Node& node : graph.nodes) node.task->extra().parent = &root;
  }
  if constexpr (Recorder::records) {
    // The program's thread numbers its tasks without atomic operations while it is the only one that submits.
    if (&me != program_worker_) bias_.revoke();
    auto planned = graph.accesses.begin();
    for (const PlanGraph::Node& node : graph.nodes) {
      for (TaskAccess& access : *node.task) {
        if (access.is_covered()) continue;
        access.version = root.begin()[1 + planned->use].version + planned->version;
        ++planned;
      }
      recorder_.submitting(*node.task, false, false);
      recorder_.ready_at_once(*node.task);  // others become ready later
    }
  }
  if (has_lanes) return start_lanes(me, root);
  // Relaxed: published together with the sources.
  root.awaited.store(static_cast<std::int32_t>(1 + graph.sinks), std::memory_order_relaxed);
  const bool alone = me.may_be_alone && bias_.enter();
  for (const std::uint32_t source : graph.sources) {
    Task& task = *graph.nodes[source].task;
    recorder_.ready_at_once(task);
    enqueue(me, task, ReadyCause::submitted, alone);
  }
  if (alone) bias_.leave();
}

/// Returns whether the run waits for this task, because it is one of the plan's last tasks.
template <class Recorder>
bool ThreadedEngine<Recorder>::complete_planned(Worker& self, Task& task, bool alone) {
  if constexpr (checks_parts) count_holders(task, -1);
  const PlanGraph::Node& node = plan_of(*task.extra().parent).nodes[task.extra().plan_index];
  for (TaskAccess& access : task) {
    if (access.is_covered()) continue;
    if (needs_lock(access.mode())) {
      if (!access.has_mark(TaskAccess::completed)) complete_access(self, access, 0, alone);
      access.mark(TaskAccess::unmarked);
    } else {
      note_worker(self, access.handle());
    }
  }
  clear_renamed(self);
  task.awaited.store(node.awaited,
                     std::memory_order_relaxed);  // relaxed: for the next run, which starts after this one
  // Read first: once the last successor can run, the plan may end and be destroyed.
  const bool is_last = node.successors.empty();
  for (const std::uint32_t successor : node.successors) {
    Task& next = *plan_of(*task.extra().parent).nodes[successor].task;
    if (count_down(next, alone)) woken(self, next, alone);
  }
  return is_last;
}

}  // namespace gusset::detail
