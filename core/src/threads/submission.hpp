#pragma once
// Members of ThreadedEngine, included only by threaded_engine.hpp: how tasks come in. They get memory and
// versions, and ready tasks go to a queue.
#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "threads/threaded_engine.hpp"
#include "threads/tuning.hpp"

namespace gusset::detail {

/// During its lifetime no other thread registers accesses to the handle.
template <class Recorder>
class ThreadedEngine<Recorder>::Submission {
 public:
  Submission(ThreadedEngine& engine, HandleState& handle) {
    const bool is_program = &engine.self() == engine.program_worker_;
    if (is_program && engine.bias_.enter()) {
      section_ = &engine.bias_;
      return;
    }
    if (!is_program) engine.bias_.revoke();
    handle_ = &handle;
    handle.submitting.lock();
  }
  ~Submission() {
    if (section_ != nullptr) section_->leave();
    if (handle_ != nullptr) handle_->submitting.unlock();
  }
  Submission(const Submission&) = delete;
  Submission& operator=(const Submission&) = delete;

 private:
  BiasedSection* section_ = nullptr;
  HandleState* handle_ = nullptr;
};

template <class Recorder>
TaskMemory ThreadedEngine<Recorder>::allocate(std::size_t bytes, bool wants_extra) {
  Worker& me = self();
  // Foreign threads share one Worker, so this does not check whether this thread is in a kernel.
  const bool has_extra = wants_extra || always_extra_ || me.is_foreign || me.task != nullptr;
  const auto guard = workers_.exclude_foreign(me);
  return me.memory.allocate_task(bytes, has_extra);
}

template <class Recorder>
inline void ThreadedEngine<Recorder>::free(Worker& self, Task& task) {
  if (!self.is_foreign) [[likely]] {
    self.memory.give_back(&task, task.log2_block_bytes());
    return;
  }
  const auto guard = workers_.exclude_foreign(self);
  self.memory.give_back(&task, task.log2_block_bytes());
}

template <class Recorder>
void ThreadedEngine<Recorder>::give_back(Task& task) {
  free(self(), task);
}

template <class Recorder>
void ThreadedEngine<Recorder>::submit(Task& task) {
  Worker& me = self();
  if (&me != program_worker_ || me.task != nullptr || !bias_.enter()) [[unlikely]] {
    submit_slow(me, task);
    return;
  }
  recorder_.submitting(task, true, true);
  // Release: pairs with in_flight(). Only this thread changes it.
  const std::uint64_t count = me.submitted.load(std::memory_order_relaxed) + 1;
  me.submitted.store(count, std::memory_order_release);
  if (task.access_count() == 0 || register_accesses(task, is_solo_)) {
    recorder_.ready_at_once(task);
    enqueue(me, task, ReadyCause::submitted, is_solo_);
  }
  // From here on, the task may have run and be gone.
  bias_.leave();
  if (count % throttle_interval == 0 && window_ != 0) [[unlikely]]
    throttle(me);
}

/// Submits a task from inside a task or a poll, from another thread, or after another thread has submitted
/// tasks.
template <class Recorder>
[[gnu::noinline]] void ThreadedEngine<Recorder>::submit_slow(Worker& me, Task& task, bool may_throttle) {
  Task* const parent = task_of(me);
  const bool is_subtask = parent != nullptr && !task.extra().is_detached;
  if (is_subtask) {
    if (me.lane_of != nullptr) refuse_in_lane(task, *parent);
    adopt(task, *parent);  // may throw
  }

  const bool is_program = &me == program_worker_;
  const bool is_biased = is_program && bias_.enter();
  const bool alone = is_biased && is_solo_;
  // While the bias lasts, a recorder numbers the program's tasks without atomic operations.
  if (!is_program && (task.access_count() > 0 || is_solo_ || Recorder::records)) bias_.revoke();
  recorder_.submitting(task, false, is_biased);
  if constexpr (Recorder::records) {
    if (parent != nullptr && !is_subtask)
      recorder_.submitted_by(CurrentWorker::of(*this)->index, *parent, task);
  }
  if (me.is_foreign) {
    me.submitted.fetch_add(1, std::memory_order_release);  // pairs with in_flight()
  } else {
    // Release: pairs with in_flight(). Only this thread changes it.
    me.submitted.store(me.submitted.load(std::memory_order_relaxed) + 1, std::memory_order_release);
  }
  if (is_biased ? register_accesses(task, alone) : register_locked(task)) {
    recorder_.ready_at_once(task);
    enqueue(me, task, ReadyCause::submitted, alone);
  }
  // From here on, the task may have run and be gone.
  if (is_biased) bias_.leave();
  if (may_throttle && is_program && parent == nullptr && window_ != 0 &&
      me.submitted.load(std::memory_order_relaxed) % throttle_interval == 0)
    throttle(me);
}

/// Makes the task a subtask, and counts it at its parent.
template <class Recorder>
void ThreadedEngine<Recorder>::adopt(Task& task, Task& parent) const {
  make_subtask(task, parent);
  // Relaxed: until the task is submitted, no other thread counts, unless there are other subtasks.
  if (parent.awaited.load(std::memory_order_relaxed) == 0) {
    parent.awaited.store(2, std::memory_order_relaxed);  // the parent itself and its first subtask
  } else {
    parent.awaited.fetch_add(1, std::memory_order_relaxed);
  }
}

template <class Recorder>
inline void ThreadedEngine<Recorder>::enqueue(Worker& self, Task& task, ReadyCause cause, bool alone) {
  if (!task.has_affinity() &&
      (cause == ReadyCause::submitted ? self.traits.keeps_submitted : self.traits.keeps_woken)) [[likely]] {
    ReadyRing& ring = cause == ReadyCause::submitted ? self.queue : self.stack;
    if (!ring.push(task, alone)) [[unlikely]]
      self.inbox.push_back(task);
    if (!alone) sleeping_.idle.wake_one();
    return;
  }
  enqueue_by_policy(self, task, cause, alone);
}

template <class Recorder>
[[gnu::noinline]] void ThreadedEngine<Recorder>::enqueue_by_policy(Worker& self, Task& task, ReadyCause cause,
                                                                   bool alone) {
  if (task.is_bound()) {
    Worker& host = *workers_.all[task.extra().affinity.index];
    host.bound.push(task, task.extra().priority);
    if (!alone) sleeping_.idle.wake_all();  // only that worker can take it
    return;
  }
  if (task.is_guided()) {
    const std::uint32_t worker = task.extra().affinity.index;
    workers_.all[worker]->guided.push(task, task.extra().priority);
    if (!alone) sleeping_.idle.wake_or_other(worker, spare_workers_);
    return;
  }
  const Policy::Place place = [&] {
    const auto guard = workers_.exclude_foreign(self);
    return self.policy->place(workers_.view_of(task, self.traits.sees_tree), cause);
  }();
  if (!workers_.pools.empty()) task.extra().tier = place.tier;
  if (!place.pool.is_none()) {
    workers_.pools[place.pool.value()].push_back(task);
    if (!alone) sleeping_.idle.wake_all();  // only heads can take it
    return;
  }
  if (place.worker.is_none()) {
    workers_.shared.push(task, place.rank);
  } else {
    Worker& host = *workers_.all[place.worker.value()];
    const bool is_own = &host == &self;
    if (!is_own || !(place.lane == Policy::Lane::stack ? self.stack : self.queue).push(task, alone))
      host.inbox.push_back(task);
    if (!is_own && !host.steals) {
      sleeping_.idle.wake_all();  // only that worker can take it
      return;
    }
  }
  if (self.traits.has_squads) {
    sleeping_.idle.wake_all();  // only the squad's workers can take it
  } else if (!alone) {
    sleeping_.idle.wake_one();
  }
}

}  // namespace gusset::detail
