#pragma once
// Members of ThreadedEngine, included only by threaded_engine.hpp: how the program's thread, or another
// thread, waits. It executes tasks as worker 0 meanwhile.
#include <atomic>
#include <chrono>
#include <exception>
#include <mutex>
#include <string>
#include <thread>
#include <utility>

#include "threads/threaded_engine.hpp"
#include "threads/tuning.hpp"

namespace gusset::detail {

/// The time during which the calling thread acts as worker 0, after it has set has_worker_0_.
template <class Recorder>
class ThreadedEngine<Recorder>::WorkerZero {
 public:
  WorkerZero(ThreadedEngine& engine, Worker& me) : engine_(engine), me_(me) {
    me.outer = CurrentWorker::innermost;
    CurrentWorker::innermost = &me;
    engine.recorder_.acts_as(0);
  }
  ~WorkerZero() {
    CurrentWorker::innermost = me_.outer;
    Workspace::current() = workspace_;
    engine_.has_worker_0_.store(false, std::memory_order_seq_cst);  // pairs with the exchange in help_until()
    engine_.sleeping_.outside.wake_all();                           // one of them must become worker 0
    // This thread may have consumed a wake-up that was meant for work.
    if (engine_.workers_.any_ready()) engine_.sleeping_.idle.wake_all();
  }
  WorkerZero(const WorkerZero&) = delete;
  WorkerZero& operator=(const WorkerZero&) = delete;

 private:
  ThreadedEngine& engine_;
  Worker& me_;
  Workspace* workspace_ = std::exchange(Workspace::current(), &me_.workspace);
};

/// Executes tasks as worker 0 until is_done(), or sleeps while another thread does. is_done must use
/// sequentially consistent operations. After it becomes true, the thread that made it true must read
/// sleeping_.waiters, except in an open engine, whose threads never sleep for long.
template <class Recorder>
template <class IsDone>
void ThreadedEngine<Recorder>::help_until(IsDone&& is_done) {
  Sleepers::Sleeper sleeper;
  while (!is_done()) {
    // Sequentially consistent, here and below: a thread that finds worker 0 taken enters `outside` before
    // worker 0 is free again, and is woken then.
    if (!has_worker_0_.exchange(true, std::memory_order_seq_cst)) {
      Worker& me = self();
      if (me.is_foreign && is_solo_) bias_.revoke();  // the program's thread assumes that it is the only one
      const WorkerZero role(*this, me);
      help_as(me, is_done);
      return;
    }
    sleeping_.waiters.fetch_add(1, std::memory_order_seq_cst);  // pairs with the load in notify_waiters()
    sleeping_.outside.enter(sleeper);
    if (is_done() || !has_worker_0_.load(std::memory_order_seq_cst)) {
      sleeping_.outside.cancel(sleeper);
    } else if constexpr (Recorder::is_open) {
      sleeping_.outside.sleep_for(sleeper, idle_nap);  // is_done may depend on more than this engine
    } else {
      sleeping_.outside.sleep(sleeper);
    }
    sleeping_.waiters.fetch_sub(1, std::memory_order_relaxed);  // relaxed: extra wake-ups do no harm
  }
}

template <class Recorder>
template <class IsDone>
void ThreadedEngine<Recorder>::help_as(Worker& me, IsDone&& is_done) {
  Sleepers::Sleeper sleeper(me.index);
  std::chrono::steady_clock::time_point quiescent_since{};
  bool was_quiescent = false;
  for (;;) {
    if (execute_all(me)) {
      was_quiescent = false;
      go_idle(me);  // other threads may wait for what this one has done
    }
    if (is_done()) return;
    const auto idle_since = recorder_.now();
    if constexpr (Recorder::is_open) {
      sleeping_.waiters.fetch_add(1, std::memory_order_seq_cst);  // pairs with the load in notify_waiters()
      poll_until(sleeper, [&] { return has_task_for(me) || is_done(); });
      sleeping_.waiters.fetch_sub(1, std::memory_order_relaxed);  // relaxed: extra wake-ups do no harm
    } else if (!spin_until([&](int) { return has_task_for(me) || is_done(); },
                           std::exchange(me.has_run_lane, false) ? spins_after_lane : spins_before_sleep)) {
      const bool may_get_foreign_tasks = has_foreign_threads_.load(std::memory_order_relaxed);
      sleeping_.waiters.fetch_add(1, std::memory_order_seq_cst);  // pairs with the load in notify_waiters()
      sleeping_.idle.enter(sleeper);
      // Sequentially consistent: pairs with Pause::end() and with the stores of threads that bring tasks.
      const bool is_over = is_done() || has_task_for(me);
      const bool looks_stuck = !is_over && workers_.are_quiescent() && !is_done();
      if (is_over || (looks_stuck && !may_get_foreign_tasks)) {
        sleeping_.idle.cancel(sleeper);
      } else if (looks_stuck) {
        sleeping_.idle.sleep_for(sleeper, std::chrono::milliseconds(100));
      } else {
        sleeping_.idle.sleep(sleeper);
      }
      sleeping_.waiters.fetch_sub(1, std::memory_order_relaxed);  // relaxed: extra wake-ups do no harm
      if (looks_stuck && !is_done()) {
        const auto now = std::chrono::steady_clock::now();
        if (!std::exchange(was_quiescent, true)) quiescent_since = now;
        if (!may_get_foreign_tasks || now - quiescent_since > deadlock_timeout_with_foreign_threads)
          throw Deadlock(abandon_waiting());
      }
    }
    recorder_.waited(0, idle_since);
  }
}

/// Ends a task that has not run, and each ancestor whose last subtask this was. Keeps the tasks of a plan,
/// and adds the plan's run to `runs` instead.
template <class Recorder>
void ThreadedEngine<Recorder>::abandon_task(Task& task, std::unordered_set<Task*>& runs) {
  Worker& me = self();
  for (Task* ended = &task;;) {
    Task* const parent = ended->parent();
    if (ended->is_planned()) {
      runs.insert(parent);
      return;
    }
    ended->destroy();
    free(me, *ended);
    me.done.store(me.done.load(std::memory_order_relaxed) + 1, std::memory_order_release);
    if (parent == nullptr || parent->awaited.fetch_sub(1, std::memory_order_acq_rel) != 1) return;
    ended = parent;
    if constexpr (checks_parts) count_holders(*ended, -1);
  }
}

/// Drops the waiting tasks when nothing can ever run again, and says what they waited for.
template <class Recorder>
std::string ThreadedEngine<Recorder>::abandon_waiting() {
  const StuckTasks stuck = handles_.take_waiting();
  for (Task* watcher : stuck.watchers) free(self(), *watcher);
  std::unordered_set<Task*>
      runs;  // runs of plans that have a task with an abandoned subtask: nothing runs after such a task
  for (Task* task : stuck.tasks) abandon_task(*task, runs);
  while (!runs.empty()) {
    Task& root = **runs.begin();
    runs.erase(runs.begin());
    for (const PlanGraph::Node& node : plan_of(root).nodes) {
      node.task->awaited.store(node.awaited, std::memory_order_relaxed);  // relaxed: no thread runs it now
      for (TaskAccess& access : *node.task) access.mark(TaskAccess::unmarked);
    }
    if constexpr (checks_parts) count_holders(root, -1);
    abandon_task(root, runs);
  }
  sleeping_.wake_all();
  return stuck.text();
}

/// Executes tasks while too many of the program's tasks are in flight. Also returns if no task is ready and
/// no worker is busy, because the program may still submit what the tasks wait for, and while paused. An open
/// engine then waits a little for messages first.
template <class Recorder>
void ThreadedEngine<Recorder>::throttle(Worker& me) {
  if (workers_.in_flight() < window_ || pause_.is_on()) return;
  const auto is_enough = [&] { return workers_.in_flight() <= window_ / 2; };
  // Submits slowly while a foreign thread acts as worker 0, because its task may wait for a task that this
  // thread submits next.
  for (int polls = 0; has_worker_0_.exchange(true, std::memory_order_seq_cst); ++polls) {
    if (polls == max_throttle_polls || is_enough() || workers_.are_quiescent() || pause_.is_on()) return;
    std::this_thread::sleep_for(throttle_poll_interval);
  }
  const WorkerZero role(*this, me);
  Sleepers::Sleeper sleeper;
  [[maybe_unused]] bool has_waited = false;  // it has waited for messages, and none came
  for (int steps = 0;;) {
    const bool has_been_alone = me.may_be_alone && execute_alone(me, throttle_interval) > 0;
    if (has_been_alone || execute_one(me)) {
      // Only checks now and then: reading other workers' counts takes away their cache lines.
      if ((has_been_alone || ++steps % 64 == 0) && is_enough()) break;
      continue;
    }
    if (is_enough() || pause_.is_on()) break;
    const bool is_starved = workers_.are_quiescent();
    if (is_starved && (!Recorder::is_open || has_waited)) break;
    const auto idle_since = recorder_.now();
    if constexpr (Recorder::is_open) {
      const bool has_progress = poll_until(
          sleeper, [&] { return has_task_for(me) || is_enough(); }, message_patience);
      has_waited = is_starved && !has_progress;
    } else if (!spin_until([&](int spin) { return has_task_for(me) || (spin % 16 == 0 && is_enough()); })) {
      sleeping_.idle.enter(sleeper);
      if (has_task_for(me)) {
        sleeping_.idle.cancel(sleeper);
      } else {
        sleeping_.idle.sleep_for(sleeper, throttle_poll_interval);
      }
    }
    recorder_.waited(0, idle_since);
  }
}

template <class Recorder>
void ThreadedEngine<Recorder>::add_handle(HandleState& handle) {
  recorder_.handle_added(handle);
  handles_.add(handle);
}

template <class Recorder>
void ThreadedEngine<Recorder>::remove_handle(HandleState& handle) {
  wait_for_keepers(handle);
  handles_.remove(handle);
  failures_.forget(handle);
}

template <class Recorder>
std::uint32_t ThreadedEngine<Recorder>::reserve(HandleState& handle, AccessMode mode) {
  const Submission submission(*this, handle);
  ++handle.reserved;
  return handle.sequence.next(mode);
}

template <class Recorder>
std::uint32_t ThreadedEngine<Recorder>::submitted_version(HandleState& handle) {
  const Submission submission(*this, handle);
  return handle.sequence.final_version();
}

/// Makes an access wait for its version, which may lie after all accesses submitted so far. Returns false if
/// the version has been reached.
template <class Recorder>
bool ThreadedEngine<Recorder>::link_observer(HandleState& handle, TaskAccess& access) {
  const Submission submission(*this, handle);
  const bool is_early = !has_reached(handle.sequence.final_version(), access.version);
  if (is_early && (!handle.has_early || has_reached(access.version, handle.early_version))) {
    handle.has_early = true;
    handle.early_version = access.version;
  }
  return link_in_order(handle, access);
}

template <class Recorder>
void ThreadedEngine<Recorder>::wait(HandleState& handle, std::uint32_t version) {
  if (!has_reached(handle.version(), version)) {
    refuse_in_task();
    const Pause::Override override(pause_);
    Observer observer;
    Worker& me = self();
    // Uses the arena, because links cannot reach other memory.
    Task& task = observer.task_in(allocate(Observer::bytes, false), handle, version);
    if (link_observer(handle, *task.begin())) {
      // Sequentially consistent: pairs with signal().
      const auto is_over = [&] {
        return observer.state.load(std::memory_order_seq_cst) != Observer::waiting;
      };
      try {
        help_until(is_over);
      } catch (const Deadlock& deadlock) {
        free(me, task);
        const std::string others = deadlock.what();
        throw Deadlock(handle.label() + " will never reach version " + std::to_string(version) +
                       (others.empty() ? "" : ": " + others));
      }
    }
    free(me, task);
    if (observer.state.load(std::memory_order_seq_cst) == Observer::abandoned)
      throw Deadlock(handle.label() + " will never reach version " + std::to_string(version));
  }
  if (const std::exception_ptr failure = failures_.of(handle)) std::rethrow_exception(failure);
}

template <class Recorder>
void ThreadedEngine<Recorder>::refuse_in_task() const {
  const CurrentWorker* const current = CurrentWorker::of(*this);
  if (current != nullptr && (current->task != nullptr || current->destroys_kernel))
    throw UsageError("a task can't wait");
}

template <class Recorder>
void ThreadedEngine<Recorder>::wait_all() {
  refuse_in_task();
  const Pause::Override override(pause_);
  help_until([this] { return workers_.in_flight() == 0; });
  if (const std::exception_ptr failure = failures_.take()) std::rethrow_exception(failure);
}

}  // namespace gusset::detail
