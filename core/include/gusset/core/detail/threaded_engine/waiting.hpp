#pragma once
// Members of ThreadedEngine, included by threaded_engine.hpp alone. How the program's thread, or another,
// waits: it executes tasks as worker 0 meanwhile.
#include <atomic>
#include <chrono>
#include <exception>
#include <mutex>
#include <string>
#include <thread>
#include <utility>

#include "gusset/core/detail/threaded_engine.hpp"
#include "gusset/core/detail/threaded_engine/tuning.hpp"

namespace gusset::detail {

/// The calling thread's time as worker 0, once it has set has_worker_0_.
template <class Recorder>
class ThreadedEngine<Recorder>::WorkerZero {
 public:
  WorkerZero(ThreadedEngine& engine, Worker& me) : engine_(engine), me_(me) {
    me.outer = CurrentWorker::innermost;
    CurrentWorker::innermost = &me;
  }
  ~WorkerZero() {
    CurrentWorker::innermost = me_.outer;
    Workspace::current() = workspace_;
    engine_.has_worker_0_.store(false, std::memory_order_seq_cst);  // pairs with the exchange in help_until()
    engine_.outside_.wake_all();                                    // one of them must become worker 0
    // A wake-up meant for work may have ended here.
    if (engine_.sees_task()) engine_.idle_.wake_all();
  }
  WorkerZero(const WorkerZero&) = delete;
  WorkerZero& operator=(const WorkerZero&) = delete;

 private:
  ThreadedEngine& engine_;
  Worker& me_;
  Workspace* workspace_ = std::exchange(Workspace::current(), &me_.workspace);
};

/// A wait under way: while it lasts nothing stays paused, whoever pauses, as nobody else might resume.
template <class Recorder>
class ThreadedEngine<Recorder>::Waiting {
 public:
  explicit Waiting(ThreadedEngine& engine) : engine_(engine) {
    engine.waits_.fetch_add(1, std::memory_order_seq_cst);  // pairs with the load in pause()
    if (engine.paused_.load(std::memory_order_seq_cst)) engine.resume();
  }
  // Relaxed: a pause that does not see it yet came during the wait.
  ~Waiting() { engine_.waits_.fetch_sub(1, std::memory_order_relaxed); }
  Waiting(const Waiting&) = delete;
  Waiting& operator=(const Waiting&) = delete;

 private:
  ThreadedEngine& engine_;
};

/// Somebody who waits for a version of a handle: a task without a type that no queue ever holds.
template <class Recorder>
struct ThreadedEngine<Recorder>::Observer {
  enum State : int { waiting, reached, abandoned };
  std::atomic<int> state{waiting};

  static void signal(Task& task, State state) {
    // Release: pairs with the load in wait().
    (*reinterpret_cast<Observer**>(task.begin() + 1))->state.store(state, std::memory_order_seq_cst);
  }
  static constexpr TaskClass kind{nullptr, nullptr};
  static constexpr std::size_t bytes = sizeof(Task) + sizeof(TaskAccess) + sizeof(Observer*);
  static_assert(bytes <= std::size_t{1} << Task::min_log2_block_bytes);
};

/// Executes tasks as worker 0 until is_done(), or sleeps while another thread does. is_done must use
/// sequentially consistent operations, and its becoming true be followed by a look at waiters_.
template <class Recorder>
template <class IsDone>
void ThreadedEngine<Recorder>::help_until(IsDone&& is_done, bool accuses) {
  Sleepers::Sleeper sleeper;
  while (!is_done()) {
    // Sequentially consistent, here and below: who finds worker 0 taken has entered outside_ before it is
    // left, and is woken then.
    if (!has_worker_0_.exchange(true, std::memory_order_seq_cst)) {
      Worker& me = self();
      if (me.is_guests && is_solo_) bias_.revoke();  // the program's thread thinks that it is the only one
      const WorkerZero role(*this, me);
      help_as(me, is_done, accuses);
      return;
    }
    waiters_.fetch_add(1, std::memory_order_seq_cst);  // pairs with the load in go_idle()
    outside_.enter(sleeper);
    if (is_done() || !has_worker_0_.load(std::memory_order_seq_cst)) {
      outside_.cancel(sleeper);
    } else {
      outside_.sleep(sleeper);
    }
    waiters_.fetch_sub(1, std::memory_order_relaxed);  // relaxed: too many wake-ups do no harm
  }
}

template <class Recorder>
template <class IsDone>
void ThreadedEngine<Recorder>::help_as(Worker& me, IsDone&& is_done, bool accuses) {
  Sleepers::Sleeper sleeper;
  std::chrono::steady_clock::time_point still_since{};
  bool has_been_still = false;
  for (;;) {
    if (execute_all(me)) {
      has_been_still = false;
      go_idle(me);  // other threads may wait for what this one has done
    }
    if (is_done()) return;
    const auto idle_since = recorder_.now();
    if (!looks_around([&](int) { return sees_task_for(me) || is_done(); })) {
      const bool is_patient = has_guests_.load(std::memory_order_relaxed);
      waiters_.fetch_add(1, std::memory_order_seq_cst);  // pairs with the load in go_idle()
      idle_.enter(sleeper);
      // Sequentially consistent, with resume().
      const bool is_over = is_done() || sees_task_for(me);
      const bool looks_stuck = !is_over && accuses && is_still() && !is_done();
      if (is_over || (looks_stuck && !is_patient)) {
        idle_.cancel(sleeper);
      } else if (looks_stuck) {
        idle_.sleep_for(sleeper, std::chrono::milliseconds(100));
      } else {
        idle_.sleep(sleeper);
      }
      waiters_.fetch_sub(1, std::memory_order_relaxed);  // relaxed: too many wake-ups do no harm
      if (looks_stuck && !is_done()) {
        const auto now = std::chrono::steady_clock::now();
        if (!std::exchange(has_been_still, true)) still_since = now;
        if (!is_patient || now - still_since > patience_with_guests) throw Deadlock(abandon_waiting());
      }
    }
    recorder_.waited(0, idle_since);
  }
}

/// While more of the program's tasks are in flight than there should be, its thread executes tasks. Returns
/// as well where nothing is ready and nobody works, since what they wait for may still be submitted, and
/// while paused.
template <class Recorder>
void ThreadedEngine<Recorder>::throttle(Worker& me) {
  if (in_flight() < window_ || is_paused()) return;
  const auto is_enough = [&] { return in_flight() <= window_ / 2; };
  // While a guest works in its place this thread goes slowly: that one's task may wait for what comes here.
  for (int naps = 0; has_worker_0_.exchange(true, std::memory_order_seq_cst); ++naps) {
    if (naps == most_naps || is_enough() || is_still() || is_paused()) return;
    std::this_thread::sleep_for(throttled_nap);
  }
  const WorkerZero role(*this, me);
  Sleepers::Sleeper sleeper;
  for (int looks = 0;;) {
    const bool has_been_alone = me.may_be_alone && execute_alone(me, throttle_interval) > 0;
    if (has_been_alone || execute_one(me)) {
      // Looking at other workers' counts takes their cache lines away: now and then.
      if ((has_been_alone || ++looks % 64 == 0) && is_enough()) break;
      continue;
    }
    if (is_enough() || is_still() || is_paused()) break;
    const auto idle_since = recorder_.now();
    if (!looks_around([&](int look) { return sees_task_for(me) || (look % 16 == 0 && is_enough()); })) {
      idle_.enter(sleeper);
      if (sees_task_for(me)) {
        idle_.cancel(sleeper);
      } else {
        idle_.sleep_for(sleeper, throttled_nap);
      }
    }
    recorder_.waited(0, idle_since);
  }
}

template <class Recorder>
void ThreadedEngine<Recorder>::add_handle(HandleState& handle) {
  recorder_.handle_added(handle);
  const std::lock_guard guard(handles_lock_);
  handles_.insert(&handle);
}

template <class Recorder>
void ThreadedEngine<Recorder>::remove_handle(HandleState& handle) {
  wait_for_keepers(handle);
  {
    const std::lock_guard guard(handles_lock_);
    handles_.erase(&handle);
  }
  const std::lock_guard guard(failures_);
  poisoned_.erase(&handle);
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

template <class Recorder>
void ThreadedEngine<Recorder>::wait(HandleState& handle, std::uint32_t version) {
  if (!has_reached(handle.version(), version)) {
    refuse_in_task();
    const Waiting waiting(*this);
    Observer observer;
    Worker& me = self();
    const TaskMemory memory =
        allocate(Observer::bytes, false);  // from the arena, since links reach nothing else
    Task& task =
        *new (memory.block) Task(Observer::kind, TaskTypeId(), 1, memory.log2_bytes, memory.has_extra);
    TaskAccess& access = *new (task.begin()) TaskAccess(handle, AccessMode::read, memory.log2_bytes);
    *reinterpret_cast<Observer**>(task.begin() + 1) = &observer;
    access.version = version;
    task.awaited.store(1, std::memory_order_relaxed);  // relaxed: published by the link
    const bool waits = [&] {
      const Submission submission(*this, handle);
      const bool is_early = !has_reached(handle.sequence.final_version(), version);
      if (is_early && (!handle.has_early || has_reached(version, handle.early_version))) {
        handle.has_early = true;
        handle.early_version = version;
      }
      return link_in_order(handle, access);
    }();
    if (waits) {
      // Sequentially consistent: pairs with signal().
      const auto is_over = [&] {
        return observer.state.load(std::memory_order_seq_cst) != Observer::waiting;
      };
      try {
        help_until(is_over, true);
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
  if ((handle.word.load(std::memory_order_acquire) & HandleState::poisoned) == 0) return;
  std::exception_ptr failure;
  {
    const std::lock_guard guard(failures_);
    failure = handle.poison;
  }
  if (failure) std::rethrow_exception(failure);
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
  const Waiting waiting(*this);
  help_until([this] { return in_flight() == 0; }, true);
  if (!has_failures_.load(std::memory_order_relaxed)) return;  // relaxed: set before the tasks were done
  std::exception_ptr failure;
  {
    const std::lock_guard guard(failures_);
    for (HandleState* handle : poisoned_) {
      const std::uint64_t word = lock_word(*handle);
      handle->poison = nullptr;
      unlock_word(*handle, word & ~HandleState::poisoned);
    }
    poisoned_.clear();
    cancelled_ = nullptr;
    failure = std::exchange(first_failure_, nullptr);
    has_failures_.store(false,
                        std::memory_order_relaxed);  // relaxed: a hint; poison itself is read under locks
  }
  if (failure) std::rethrow_exception(failure);
}

}  // namespace gusset::detail
