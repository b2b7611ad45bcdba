#pragma once
// The members of ThreadedEngine; included by threaded_engine.hpp alone. In one file, since what makes the
// threads' meetings right is spread over all of them and has to be read together.
#include <algorithm>
#include <system_error>

#include "gusset/core/detail/threaded_engine.hpp"

namespace gusset::detail {

/// How often an idle worker looks around before it sleeps.
inline constexpr int searches_before_sleep = 64;

template <class Recorder>
template <class... RecorderArguments>
ThreadedEngine<Recorder>::ThreadedEngine(const Options& options, RecorderArguments&&... recorder_arguments)
    : recorder_(options, options.threads == 0 ? available_cores() : options.threads,
                std::forward<RecorderArguments>(recorder_arguments)...) {
  if (options.grid && options.grid->nodes() != 1) {
    throw ConfigurationError("GUSSET_GRID",
                             "1x1 with the engine \"" + options.engine + "\", which has one node",
                             "\"" + options.grid->text() + "\"");
  }
  const unsigned count = options.threads == 0 ? available_cores() : options.threads;
  submission_policy_ = make_locality_policy(WorkerId(0), count, options.seed);
  for (unsigned index = 0; index < count; ++index) {
    auto worker = std::make_unique<Worker>();
    worker->index = index;
    worker->policy = make_locality_policy(WorkerId(index), count, options.seed);
    workers_.push_back(std::move(worker));
  }
  try {
    for (unsigned index = 1; index < count; ++index) {
      workers_[index]->thread = std::thread([this, index] { work(*workers_[index]); });
    }
  } catch (const std::system_error&) {
    join();
    throw ConfigurationError("GUSSET_THREADS", "as many threads as the system can start",
                             std::to_string(count));
  }
}

template <class Recorder>
ThreadedEngine<Recorder>::~ThreadedEngine() {
  join();
}

template <class Recorder>
void ThreadedEngine<Recorder>::join() {
  stop_.store(true, std::memory_order_seq_cst);  // pairs with the load in work(), after entering idle_
  idle_.wake_all();
  for (auto& worker : workers_) {
    if (worker->thread.joinable()) worker->thread.join();
  }
}

// ---- threads and their search for work

template <class Recorder>
void ThreadedEngine<Recorder>::work(Worker& self) {
  Sleepers::Sleeper sleeper;
  int searches = 0;
  while (!stop_.load(std::memory_order_relaxed)) {  // relaxed: looked at again before sleeping
    if (Task* const task = find_task(self)) {
      execute(self, *task);
      searches = 0;
    } else if (++searches < searches_before_sleep) {
      std::this_thread::yield();
    } else {
      searches = 0;
      idle_.enter(sleeper);
      if (stop_.load(std::memory_order_seq_cst) || sees_task()) {  // pairs with the store in join()
        idle_.cancel(sleeper);
      } else {
        idle_.sleep(sleeper);
      }
    }
  }
}

template <class Recorder>
Task* ThreadedEngine<Recorder>::find_task(Worker& self) {
  if (Task* const own = self.queue.pop_front()) return own;
  self.stolen.clear();
  for (std::size_t attempt = 0; self.stolen.empty(); ++attempt) {
    const std::optional<WorkerId> victim = self.policy->next_victim(attempt);
    if (!victim) return nullptr;
    workers_[victim->value()]->queue.steal_back(self.stolen, [&](std::size_t available) {
      return std::clamp<std::size_t>(self.policy->steal_count(available), 1, available);
    });
  }
  // The victim would have come to the last of them first.
  for (std::size_t i = 0; i + 1 < self.stolen.size(); ++i) {
    self.queue.push_front(*self.stolen[i]);
    idle_.wake_one();
  }
  return self.stolen.back();
}

template <class Recorder>
bool ThreadedEngine<Recorder>::sees_task() const {
  return std::any_of(workers_.begin(), workers_.end(),
                     [](const auto& worker) { return !worker->queue.empty(); });
}

/// Executes tasks as worker 0 until is_done(), which must use sequentially consistent operations or a lock,
/// and whose becoming true must be followed by a look at sleeping_waiters_.
template <class Recorder>
template <class IsDone>
void ThreadedEngine<Recorder>::help_until(IsDone&& is_done) {
  Sleepers::Sleeper sleeper;
  while (!is_done()) {
    // Sequentially consistent, here and below: who finds worker 0 taken has entered outside_ before it is
    // left, and is woken then.
    if (!has_worker_0_.exchange(true, std::memory_order_seq_cst)) {
      help_as_worker_0(is_done);
      has_worker_0_.store(false, std::memory_order_seq_cst);
      outside_.wake_all();  // one of them must become worker 0
      return;
    }
    sleeping_waiters_.fetch_add(1, std::memory_order_seq_cst);  // pairs with the load in complete()
    outside_.enter(sleeper);
    if (is_done()) {
      outside_.cancel(sleeper);
    } else if (!has_worker_0_.load(std::memory_order_seq_cst)) {
      outside_.cancel(sleeper);
    } else {
      outside_.sleep(sleeper);
    }
    sleeping_waiters_.fetch_sub(1, std::memory_order_relaxed);  // relaxed: too many wake-ups do no harm
  }
}

template <class Recorder>
template <class IsDone>
void ThreadedEngine<Recorder>::help_as_worker_0(IsDone&& is_done) {
  Worker& self = *workers_.front();
  Sleepers::Sleeper sleeper;
  for (int searches = 0; !is_done();) {
    if (Task* const task = find_task(self)) {
      execute(self, *task);
      searches = 0;
    } else if (++searches < searches_before_sleep) {
      std::this_thread::yield();
    } else {
      searches = 0;
      sleeping_waiters_.fetch_add(1, std::memory_order_seq_cst);  // pairs with the load in complete()
      idle_.enter(sleeper);
      if (is_done() || sees_task()) {
        idle_.cancel(sleeper);
      } else {
        idle_.sleep(sleeper);
      }
      sleeping_waiters_.fetch_sub(1, std::memory_order_relaxed);  // relaxed: too many wake-ups do no harm
    }
  }
  // Worker 0 leaves: a wake-up meant for work may have ended here, and it told nobody of the first task that
  // it woke.
  if (sees_task()) idle_.wake_all();
}

// ---- a task's life

template <class Recorder>
void ThreadedEngine<Recorder>::submit(Task& task) {
  const RunningTask* const running = RunningTask::of(*this);
  task.parent = running != nullptr ? &running->task() : nullptr;
  recorder_.submitting(task);
  outstanding_.fetch_add(
      1, std::memory_order_relaxed);  // relaxed: before the task can be seen, by the locks it goes through
  if (register_accesses(task) > 0) return;  // from here on the task may be run and gone

  recorder_.ready_at_once(task);
  if (running != nullptr) {
    enqueue(*workers_[running->worker()]->policy, task, ReadyCause::submitted);
  } else {
    const std::lock_guard guard(submitting_);
    enqueue(*submission_policy_, task, ReadyCause::submitted);
  }
}

/// Numbers the task, gives each access its version and lets the task wait where this is not reached; returns
/// at how many handles.
template <class Recorder>
std::size_t ThreadedEngine<Recorder>::register_accesses(Task& task) {
  const SortedAccesses sorted(task);
  for (TaskAccess* access : sorted.get()) access->handle->lock.lock();
  task.number = next_number_.fetch_add(
      1, std::memory_order_relaxed);  // relaxed: the locks order tasks that share a handle
  std::int32_t awaited = 0;
  for (TaskAccess* access : sorted.get()) {
    HandleState& handle = *access->handle;
    access->version = handle.sequence.next(access->mode);
    if (has_reached(handle.version, access->version)) continue;
    handle.waiting.push(*access);
    ++awaited;
  }
  task.awaited.store(awaited,
                     std::memory_order_relaxed);  // relaxed: read by completions, which take the same locks
  for (TaskAccess* access : sorted.get()) access->handle->lock.unlock();
  return static_cast<std::size_t>(awaited);
}

template <class Recorder>
void ThreadedEngine<Recorder>::execute(Worker& self, Task& task) {
  if (!take_turns(self, task)) {
    enqueue_woken(self);
    return;
  }
  std::exception_ptr failure = poison_of(task);
  if (failure) {
    recorder_.skipped(self.index, task);
  } else {
    const RunningTask running(*this, self.index, task);
    const auto begin = recorder_.now();
    try {
      task.run();
    } catch (...) {
      failure = std::current_exception();
    }
    recorder_.ran(self.index, task, begin);
  }
  task.destroy();
  complete(self, task, failure);
}

/// Takes the turn at every handle that the task adds to. False where one is taken: the task is parked there,
/// and has none of them.
template <class Recorder>
bool ThreadedEngine<Recorder>::take_turns(Worker& self, Task& task) {
  const auto adds = [](const TaskAccess& access) { return access.mode == AccessMode::add; };
  const auto accesses = task.accesses();
  if (std::none_of(accesses.begin(), accesses.end(), adds)) return true;

  const SortedAccesses sorted(task);
  for (auto next = sorted.get().begin(); next != sorted.get().end(); ++next) {
    if (!adds(**next)) continue;
    HandleState& handle = *(*next)->handle;
    handle.lock.lock();
    const bool is_free = !std::exchange(handle.is_adding, true);
    if (is_free) {
      handle.lock.unlock();
      continue;
    }
    // Give back before parking: once parked, the task may be taken by another worker.
    handle.lock.unlock();
    for (auto taken = sorted.get().begin(); taken != next; ++taken) {
      if (!adds(**taken)) continue;
      const std::lock_guard guard((*taken)->handle->lock);
      give_turn_back(*(*taken)->handle, self.unparked);
    }
    handle.lock.lock();
    if (handle.is_adding) {
      handle.parked.push(**next);
    } else {
      self.unparked.push_back(&task);  // it was given back meanwhile: try again
    }
    handle.lock.unlock();
    return false;
  }
  return true;
}

/// Under the handle's lock. The first task that is parked there tries again.
template <class Recorder>
void ThreadedEngine<Recorder>::give_turn_back(HandleState& handle, std::vector<Task*>& unparked) {
  handle.is_adding = false;
  if (!handle.parked.empty()) unparked.push_back(handle.parked.pop().task);
}

template <class Recorder>
void ThreadedEngine<Recorder>::complete(Worker& self, Task& task, const std::exception_ptr& failure) {
  if (failure) fail(task, failure);
  bool has_waiters = false;
  for (TaskAccess& access : task.accesses()) {
    HandleState& handle = *access.handle;
    const std::lock_guard guard(handle.lock);
    ++handle.version;
    while (!handle.waiting.empty() && has_reached(handle.version, handle.waiting.first->version)) {
      Task& waiting = *handle.waiting.pop().task;
      // Release and acquire: the last to count down sees what all others did for the task.
      if (waiting.awaited.fetch_sub(1, std::memory_order_acq_rel) == 1) self.woken.push_back(&waiting);
    }
    if (access.mode == AccessMode::add) give_turn_back(handle, self.unparked);
    has_waiters |= handle.waiters > 0;
  }
  give_back(task);
  enqueue_woken(self);
  // Sequentially consistent: pairs with the load in wait_all(). A waiter that missed it has counted itself
  // before, which the next load sees.
  const bool is_last = outstanding_.fetch_sub(1, std::memory_order_seq_cst) == 1;
  if ((is_last || has_waiters) && sleeping_waiters_.load(std::memory_order_seq_cst) > 0) {
    idle_.wake_all();
    outside_.wake_all();
  }
}

/// Puts what this worker has woken into queues, so that the first woken is taken first.
template <class Recorder>
void ThreadedEngine<Recorder>::enqueue_woken(Worker& self) {
  if (!self.woken.empty()) recorder_.woken(self.woken);
  for (std::vector<Task*>* tasks : {&self.unparked, &self.woken}) {
    while (!tasks->empty()) {
      Task& task = *tasks->back();
      tasks->pop_back();
      enqueue(*self.policy, task, ReadyCause::woken, &self);
    }
  }
}

template <class Recorder>
void ThreadedEngine<Recorder>::enqueue(Policy& policy, Task& task, ReadyCause cause, const Worker* taker) {
  const Policy::Place place = policy.place({task.call, task.number}, cause);
  Worker& host = *workers_[place.worker.value()];
  const std::size_t before = place.front ? host.queue.push_front(task) : host.queue.push_back(task);
  // The worker that is about to look into its own empty queue needs nobody's help with the first task.
  if (&host != taker || before > 0) idle_.wake_one();
}

// ---- waiting and failures

template <class Recorder>
void ThreadedEngine<Recorder>::wait(HandleState& handle) {
  std::uint32_t target = 0;
  bool is_done = false;
  {
    const std::lock_guard guard(handle.lock);
    target = handle.sequence.final_version();
    is_done = has_reached(handle.version, target);
    if (!is_done && !in_task()) ++handle.waiters;
  }
  if (!is_done) {
    if (in_task()) throw UsageError("a task can't wait");
    help_until([&] {
      const std::lock_guard guard(handle.lock);
      return has_reached(handle.version, target);
    });
  }
  std::exception_ptr failure;
  {
    const std::lock_guard guard(handle.lock);
    if (!is_done) --handle.waiters;
    failure = handle.poison;
  }
  if (failure) std::rethrow_exception(failure);
}

template <class Recorder>
void ThreadedEngine<Recorder>::wait_all() {
  if (in_task()) throw UsageError("a task can't wait");
  // Sequentially consistent: pairs with the decrement in complete().
  help_until([this] { return outstanding_.load(std::memory_order_seq_cst) == 0; });
  std::exception_ptr failure;
  {
    const std::lock_guard guard(failures_);
    for (HandleState* handle : poisoned_) {
      const std::lock_guard handle_guard(handle->lock);
      handle->poison = nullptr;
    }
    poisoned_.clear();
    failure = std::exchange(first_failure_, nullptr);
    has_failures_.store(false,
                        std::memory_order_relaxed);  // relaxed: a hint; poison itself is read under locks
  }
  if (failure) std::rethrow_exception(failure);
}

template <class Recorder>
void ThreadedEngine<Recorder>::remove_handle(HandleState& handle) {
  const std::lock_guard guard(failures_);
  poisoned_.erase(&handle);
}

/// Before the task's versions are raised: what it should have modified is poisoned, for all but its own group
/// of adds.
template <class Recorder>
void ThreadedEngine<Recorder>::fail(Task& task, const std::exception_ptr& failure) {
  const std::lock_guard guard(failures_);
  if (!first_failure_) first_failure_ = failure;
  for (TaskAccess& access : task.accesses()) {
    if (!modifies(access.mode)) continue;
    const std::lock_guard handle_guard(access.handle->lock);
    if (access.handle->poison) continue;
    access.handle->poison = failure;
    access.handle->poison_group = access.version;
    poisoned_.insert(access.handle);
  }
  has_failures_.store(
      true, std::memory_order_relaxed);  // relaxed: dependants are ordered by the versions raised after it
}

/// The failure that a task depends on, if any.
template <class Recorder>
std::exception_ptr ThreadedEngine<Recorder>::poison_of(Task& task) const {
  if (!has_failures_.load(std::memory_order_relaxed)) return nullptr;  // relaxed: see fail()
  for (TaskAccess& access : task.accesses()) {
    const std::lock_guard guard(access.handle->lock);
    if (access.handle->poison && access.version != access.handle->poison_group) return access.handle->poison;
  }
  return nullptr;
}

}  // namespace gusset::detail
