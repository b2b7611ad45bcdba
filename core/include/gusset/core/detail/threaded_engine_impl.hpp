#pragma once
// The members of ThreadedEngine; included by threaded_engine.hpp alone. In one file, since what makes the
// threads' meetings right is spread over all of them and has to be read together.
#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <system_error>

#include "gusset/core/detail/threaded_engine.hpp"
#include "gusset/core/detail/topology.hpp"

namespace gusset::detail {

/// Somebody still looks after the buffers of a handle, though its version may be final already: it must not go.
/// Counted where a handle with parts counts its holders: one whose adds are renamed has none.
class BufferKeeper {
 public:
  // Relaxed: before the keeper's own access is completed, which whoever lets the handle go waits for.
  explicit BufferKeeper(HandleState& handle) : handle_(handle) { handle.holders.fetch_add(1, std::memory_order_relaxed); }
  ~BufferKeeper() { handle_.holders.fetch_sub(1, std::memory_order_release); }  // pairs with wait_for_keepers()
  BufferKeeper(const BufferKeeper&) = delete;
  BufferKeeper& operator=(const BufferKeeper&) = delete;

 private:
  HandleState& handle_;
};

inline void wait_for_keepers(const HandleState& handle) {
  if (handle.renaming == nullptr) return;
  while (handle.holders.load(std::memory_order_acquire) > 0) std::this_thread::yield();
}

/// Registers the accesses of a plan as a whole.
inline std::uint32_t next_of_plan(VersionSequence& sequence, AccessMode mode, std::uint32_t accesses) {
  if (modifies(mode)) return sequence.next_block(accesses);
  const std::uint32_t version = sequence.next(mode);
  for (; accesses > 1; --accesses) sequence.next(mode);
  return version;
}

inline bool has_affinity(const Task& task) {
  return task.has_extra() && task.extra().affinity.kind != Affinity::Kind::none;
}

/// How often an idle worker looks around before it sleeps: some 20 µs.
inline constexpr int looks_before_sleep = 200;
/// Looks that often; whether it has seen something.
template <class Sees>
bool looks_around(Sees&& sees) {
  for (int look = 0; look < looks_before_sleep; ++look) {
    pause_briefly();
    if (sees(look)) return true;
  }
  return false;
}
/// In flight, of the program's tasks: enough for every worker to find some, few enough to stay in its caches. Alone
/// the program's thread gains nothing by running ahead.
inline std::uint64_t default_window(unsigned workers) {
  return workers == 1 ? 128 : std::max<std::uint64_t>(1024, std::uint64_t{256} * workers);
}
/// After so many tasks the program's thread looks how many are in flight.
inline constexpr std::uint64_t throttle_interval = 64;
/// While many tasks are in flight the program's thread can't be told when there are fewer: it looks.
inline constexpr std::chrono::microseconds throttled_nap{200};
inline constexpr int most_naps = 50;
/// Where other threads may still submit what a task waits for.
inline constexpr std::chrono::seconds patience_with_guests{10};

template <class Recorder>
class ThreadedEngine<Recorder>::Guard {
 public:
  Guard(ThreadedEngine& engine, const Worker& self) : lock_(self.is_guests ? &engine.guests_lock_ : nullptr) {
    if (lock_ != nullptr) lock_->lock();
  }
  ~Guard() {
    if (lock_ != nullptr) lock_->unlock();
  }
  Guard(const Guard&) = delete;
  Guard& operator=(const Guard&) = delete;

 private:
  SpinLock* lock_;
};

/// While it lives no other thread registers accesses of the handle.
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

template <class Recorder>
template <class... RecorderArguments>
ThreadedEngine<Recorder>::ThreadedEngine(const Options& options, RecorderArguments&&... recorder_arguments)
    : recorder_(options, options.threads == 0 ? available_cores() : options.threads,
                std::forward<RecorderArguments>(recorder_arguments)...),
      program_thread_(CurrentWorker::this_thread()) {
  if (options.grid && options.grid->nodes() != 1) {
    throw ConfigurationError("GUSSET_GRID",
                             "1x1 with the engine \"" + options.engine + "\", which has one node",
                             "\"" + options.grid->text() + "\"");
  }
  TaskArena::instance();
  const unsigned count = options.threads == 0 ? available_cores() : options.threads;
  is_solo_ = count == 1;
  window_ = options.window.value_or(default_window(count));
  paused_.store(options.paused, std::memory_order_relaxed);  // relaxed: no other thread yet
  const std::vector<WorkerPlace> places = plan_workers(options.pinning, count);
  for (const WorkerPlace& place : places) domains_.push_back(place.domain);
  bool has_default_habits = true;
  const auto equip = [&](Worker& worker, unsigned index) {
    worker.engine = this;
    worker.index = index;
    worker.policy = make_policy(options.policy, {WorkerId(index), count, options.seed, domains_});
    worker.habits = worker.policy->habits();
    worker.runs_first_woken = worker.policy->runs_first_woken();
    worker.steals = count > 1 && worker.policy->next_victim(0).has_value();
    has_default_habits = has_default_habits && worker.habits.keeps_submitted && worker.habits.keeps_woken;
  };
  for (unsigned index = 0; index < count; ++index) equip(*workers_.emplace_back(std::make_unique<Worker>()), index);
  program_worker_ = workers_.front().get();
  program_worker_->may_be_alone = is_solo_;
  equip(guests_, 0);
  always_extra_ = recorder_.needs_extra() || !has_default_habits;
  guests_.is_guests = true;
  guests_.habits = {};  // it has no rings
  const bool is_pinned = options.pinning != Pinning::none && bind_program_thread(options.pinning, places.front());
  try {
    for (unsigned index = 1; index < count; ++index) {
      workers_[index]->thread = std::thread([this, index, is_pinned, places] {
        name_this_thread("gusset " + std::to_string(index));
        if (is_pinned) bind_this_thread(places[index].processors);
        work(*workers_[index]);
      });
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
  if (!program_binding_.empty() && CurrentWorker::this_thread() == program_thread_)
    bind_this_thread(program_binding_);
}

/// The program's thread is bound as well, and freed at the end. False where the system forbids it.
template <class Recorder>
bool ThreadedEngine<Recorder>::bind_program_thread(Pinning pinning, const WorkerPlace& place) {
  ProcessorSet before = binding_of_this_thread();
  if (!bind_this_thread(place.processors)) {
    std::fputs(("gusset: " + pinning_forbidden(pinning) + "\n").c_str(), stderr);
    return false;
  }
  program_binding_ = std::move(before);
  return true;
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
inline auto ThreadedEngine<Recorder>::self() -> Worker& {
  CurrentWorker* const current = CurrentWorker::innermost;
  if (current == nullptr ? CurrentWorker::this_thread() == program_thread_ : current->engine == this) [[likely]]
    return current == nullptr ? *program_worker_ : *static_cast<Worker*>(current);
  return self_elsewhere();
}

template <class Recorder>
[[gnu::noinline]] auto ThreadedEngine<Recorder>::self_elsewhere() -> Worker& {
  if (CurrentWorker* const outer = CurrentWorker::of(*this)) return *static_cast<Worker*>(outer);
  if (CurrentWorker::this_thread() == program_thread_) return *program_worker_;
  has_guests_.store(true, std::memory_order_relaxed);  // relaxed: only lets the watchdog be patient
  return guests_;
}

/// The task whose kernel the calling thread is in; guests share what stands for them.
template <class Recorder>
Task* ThreadedEngine<Recorder>::task_of(const Worker& self) const {
  return self.is_guests ? running_task() : self.task;
}

template <class Recorder>
Task* ThreadedEngine<Recorder>::running_task() const {
  const CurrentWorker* const current = CurrentWorker::of(*this);
  return current != nullptr ? current->task : nullptr;
}

template <class Recorder>
void ThreadedEngine<Recorder>::work(Worker& self) {
  CurrentWorker::innermost = &self;
  Workspace::current() = &self.workspace;
  Sleepers::Sleeper sleeper;
  while (!stop_.load(std::memory_order_relaxed)) {  // relaxed: looked at again before sleeping
    self.searches.fetch_add(1, std::memory_order_seq_cst);  // pairs with is_still()
    execute_all(self);
    go_idle(self);
    const auto idle_since = recorder_.now();
    if (!looks_around([&](int) { return !is_paused() && sees_task_for(self); })) {
      idle_.enter(sleeper);
      // Sequentially consistent, with the stores of those who bring tasks: see Sleepers.
      if (stop_.load(std::memory_order_seq_cst) || (!paused_.load(std::memory_order_seq_cst) && sees_task_for(self))) {
        idle_.cancel(sleeper);
      } else {
        idle_.sleep(sleeper);
      }
    }
    recorder_.waited(self.index, idle_since);
  }
  CurrentWorker::innermost = nullptr;
}

/// Tells those who wait for the end of something that it may have come.
template <class Recorder>
void ThreadedEngine<Recorder>::go_idle(Worker& self) {
  // Sequentially consistent, with the load after it: pairs with the count of a waiter, which looks at this
  // before it sleeps (in_flight). One of the two sees the other.
  self.searches.fetch_add(1, std::memory_order_seq_cst);
  if (waiters_.load(std::memory_order_seq_cst) > 0) {
    idle_.wake_all();
    outside_.wake_all();
  }
}

template <class Recorder>
inline Task* ThreadedEngine<Recorder>::find_task(Worker& self, bool alone) {
  if (Task* const task = find_own(self, alone)) return task;
  return find_elsewhere(self);
}

/// A task in the worker's own rings.
template <class Recorder>
inline Task* ThreadedEngine<Recorder>::find_own(Worker& self, bool alone) {
  if (is_paused()) [[unlikely]]
    return nullptr;
  if (Task* const task = self.stack.take_newest(alone)) return task;
  return self.queue.take_oldest(alone);
}

/// A task that is not in the worker's own rings.
template <class Recorder>
[[gnu::noinline]] Task* ThreadedEngine<Recorder>::find_elsewhere(Worker& self) {
  if (is_paused()) return nullptr;
  Worker& home = self.is_guests ? *program_worker_ : self;
  if (Task* const task = home.inbox.pop_front()) return task;
  if (Task* const task = shared_.pop()) return task;
  return is_solo_ && !self.is_guests ? nullptr : steal(self);
}

template <class Recorder>
Task* ThreadedEngine<Recorder>::steal(Worker& self) {
  const auto since = recorder_.now();
  std::array<Task*, Policy::max_steal_count> stolen;
  const auto count = [&](std::size_t available) {
    return self.is_guests ? std::size_t{1} : self.policy->steal_count(available);
  };
  for (std::size_t attempt = 0;; ++attempt) {
    Worker* victim = nullptr;
    if (self.is_guests) {
      if (attempt >= workers_.size()) return nullptr;
      victim = workers_[attempt].get();
    } else {
      const std::optional<WorkerId> id = self.policy->next_victim(attempt);
      if (!id) return nullptr;
      victim = workers_[id->value()].get();
    }
    std::size_t taken = victim->queue.steal(stolen, count);
    if (taken == 0) taken = victim->stack.steal(stolen, count);
    if (taken == 0) {
      Task* const task = victim->inbox.pop_front();
      if (task == nullptr) continue;
      stolen[taken++] = task;
    }
    for (std::size_t i = 1; i < taken; ++i) {
      if (!self.queue.push(*stolen[i])) self.inbox.push_back(*stolen[i]);
    }
    // For each of the others one: nobody could see them on their way, and all who looked meanwhile may sleep.
    idle_.wake(taken - 1);
    recorder_.stole(self.index, since);
    return stolen.front();
  }
}

template <class Recorder>
bool ThreadedEngine<Recorder>::sees_task() const {
  return !shared_.empty() || std::any_of(workers_.begin(), workers_.end(), [](const auto& worker) {
    return !worker->queue.empty() || !worker->stack.empty() || !worker->inbox.empty();
  });
}

/// Whether there is one that this worker may take.
template <class Recorder>
bool ThreadedEngine<Recorder>::sees_task_for(const Worker& self) const {
  if (self.steals || self.is_guests) return sees_task();
  return !shared_.empty() || !self.queue.empty() || !self.stack.empty() || !self.inbox.empty();
}

/// Whether no worker has a task or looks for one, and none is ready; for good, if nobody submits.
template <class Recorder>
bool ThreadedEngine<Recorder>::is_still() const {
  std::uint64_t searches = 0;
  for (std::size_t index = 1; index < workers_.size(); ++index) {
    // Sequentially consistent, here and below: pairs with the changes in work() and go_idle().
    const std::uint32_t count = workers_[index]->searches.load(std::memory_order_seq_cst);
    if (count % 2 == 1) return false;
    searches += count;
  }
  if (sees_task()) return false;
  for (std::size_t index = 1; index < workers_.size(); ++index)
    searches -= workers_[index]->searches.load(std::memory_order_seq_cst);
  return searches == 0;
}

/// Tasks submitted and not completed. 0 is true, if nobody submits meanwhile.
template <class Recorder>
std::uint64_t ThreadedEngine<Recorder>::in_flight() const {
  std::uint64_t done = 0;
  std::uint64_t submitted = 0;
  for (const auto& worker : workers_) {
    static_cast<void>(worker->searches.load(std::memory_order_seq_cst));  // pairs with go_idle()
    done += worker->done.load(std::memory_order_acquire);                 // pairs with the release in complete()
  }
  static_cast<void>(guests_.searches.load(std::memory_order_seq_cst));
  done += guests_.done.load(std::memory_order_acquire);
  // Read after those done: so what is done has been counted here.
  for (const auto& worker : workers_) submitted += worker->submitted.load(std::memory_order_acquire);
  submitted += guests_.submitted.load(std::memory_order_acquire);
  return submitted - done;
}

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

/// While more of the program's tasks are in flight than there should be, its thread executes tasks. Returns as
/// well where nothing is ready and nobody works: what they wait for may still be submitted.
template <class Recorder>
void ThreadedEngine<Recorder>::throttle(Worker& me) {
  if (in_flight() < window_ || paused_.load(std::memory_order_relaxed)) return;
  const auto is_enough = [&] { return in_flight() <= window_ / 2; };
  // While a guest works in its place this thread goes slowly: that one's task may wait for what comes here.
  for (int naps = 0; has_worker_0_.exchange(true, std::memory_order_seq_cst); ++naps) {
    if (naps == most_naps || is_enough() || is_still()) return;
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
    if (is_enough() || is_still()) break;
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

/// Executes what this worker finds; true if there was any.
template <class Recorder>
bool ThreadedEngine<Recorder>::execute_all(Worker& self) {
  std::uint64_t executed = self.may_be_alone ? execute_alone(self, UINT64_MAX) : 0;
  while (execute_one(self)) ++executed;
  return executed > 0;
}

/// Executes tasks without atomic read-modify-writes, at most about `most`, as long as no other thread appears;
/// returns how many.
template <class Recorder>
std::uint64_t ThreadedEngine<Recorder>::execute_alone(Worker& self, std::uint64_t most) {
  std::uint64_t executed = 0;
  while (executed < most && bias_.enter()) {
    Task* task = find_own(self, true);
    for (; task != nullptr; task = std::exchange(self.next, nullptr)) {
      ++executed;
      if (task->has_turns() || task->has_extra() || has_failures_.load(std::memory_order_relaxed)) [[unlikely]] {
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
      if (!alone) return executed + run_next(self);
    }
    bias_.leave();
    if (is_paused() || (self.stack.empty() && self.queue.empty())) {
      task = find_elsewhere(self);
      if (task == nullptr) break;
      ++executed;
      start(self, *task);
      executed += run_next(self);
    }
  }
  return executed;
}

/// What was woken to be run at once.
template <class Recorder>
std::uint64_t ThreadedEngine<Recorder>::run_next(Worker& self) {
  std::uint64_t executed = 0;
  while (self.next != nullptr) {
    ++executed;
    start(self, *std::exchange(self.next, nullptr));
  }
  return executed;
}

/// Executes a task that this worker finds, and what it wakes to be run at once; false if there is none.
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

template <class Recorder>
void ThreadedEngine<Recorder>::resume() {
  paused_.store(false, std::memory_order_seq_cst);  // pairs with the load in work(), after entering idle_
  idle_.wake_all();
}

// ---- a task's life

template <class Recorder>
TaskMemory ThreadedEngine<Recorder>::allocate(std::size_t bytes, bool wants_extra) {
  Worker& me = self();
  // Guests share what stands for them: whether this one is in a kernel isn't asked.
  const bool has_extra = wants_extra || always_extra_ || me.is_guests || me.task != nullptr;
  const Guard guard(*this, me);
  return me.memory.allocate_task(bytes, has_extra);
}

template <class Recorder>
inline void ThreadedEngine<Recorder>::free(Worker& self, Task& task) {
  if (!self.is_guests) [[likely]] {
    self.memory.give_back(&task, task.log2_block_bytes());
    return;
  }
  const Guard guard(*this, self);
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
    submit_otherwise(me, task);
    return;
  }
  recorder_.submitting(task, true, true);
  // Release: pairs with in_flight(). Only this thread changes it.
  const std::uint64_t count = me.submitted.load(std::memory_order_relaxed) + 1;
  me.submitted.store(count, std::memory_order_release);
  if (task.access_count() == 0 || register_alone(task, is_solo_)) {
    recorder_.ready_at_once(task);
    enqueue(me, task, ReadyCause::submitted, is_solo_);
  }
  // From here on the task may have run and gone.
  bias_.leave();
  if (count % throttle_interval == 0 && window_ != 0) [[unlikely]]
    throttle(me);
}

/// From a task, from another thread, or when others have done so.
template <class Recorder>
[[gnu::noinline]] void ThreadedEngine<Recorder>::submit_otherwise(Worker& me, Task& task) {
  Task* const parent = task_of(me);
  const bool is_subtask = parent != nullptr && !task.extra().is_detached;
  if (is_subtask) adopt(task, *parent);  // may refuse

  const bool is_program = &me == program_worker_;
  const bool is_biased = is_program && bias_.enter();
  const bool alone = is_biased && is_solo_;
  if (!is_program && (task.access_count() > 0 || is_solo_)) bias_.revoke();
  recorder_.submitting(task, false, is_biased);
  if (me.is_guests) {
    me.submitted.fetch_add(1, std::memory_order_release);  // pairs with in_flight()
  } else {
    // Release: pairs with in_flight(). Only this thread changes it.
    me.submitted.store(me.submitted.load(std::memory_order_relaxed) + 1, std::memory_order_release);
  }
  if (is_biased ? register_alone(task, alone) : register_accesses(task)) {
    recorder_.ready_at_once(task);
    enqueue(me, task, ReadyCause::submitted, alone);
  }
  // From here on the task may have run and gone.
  if (is_biased) bias_.leave();
  if (is_program && parent == nullptr && window_ != 0 &&
      me.submitted.load(std::memory_order_relaxed) % throttle_interval == 0)
    throttle(me);
}

/// Makes a task the subtask of the one that submits it, which holds its own accesses until it has ended: so the
/// subtask can't wait for them.
template <class Recorder>
void ThreadedEngine<Recorder>::adopt(Task& task, Task& parent) const {
  for (Task* ancestor = &parent; ancestor != nullptr; ancestor = ancestor->parent()) {
    for (const TaskAccess& held : *ancestor) {
      if (held.is_covered()) continue;
      for (TaskAccess& access : task) {
        if (&access.handle() != &held.handle() || access.is_covered()) continue;
        if (!modifies(access.mode()) && !modifies(held.mode())) {
          access.cover();  // its ancestor's turn to read lasts longer than its own
          continue;
        }
        throw UsageError("subtask '" + TaskType::name_of(task.type()) + "' accesses " + access.handle().label() +
                         ", which '" + TaskType::name_of(ancestor->type()) +
                         "' that submits it holds until its subtasks have ended: expected parts of it, a read of "
                         "what is read, or a detached task");
      }
    }
  }
  task.extra().parent = &parent;
  // Relaxed: before the task is submitted nobody else counts unless there are other subtasks.
  if (parent.awaited.load(std::memory_order_relaxed) == 0) {
    parent.awaited.store(2, std::memory_order_relaxed);  // the parent itself, and its first subtask
  } else {
    parent.awaited.fetch_add(1, std::memory_order_relaxed);
  }
}

/// Gives each access its version, and lets the task wait where that is not reached; true: it is ready.
template <class Recorder>
bool ThreadedEngine<Recorder>::register_accesses(Task& task) {
  std::vector<HandleState*> locked;
  for (TaskAccess& access : task) {
    if (!access.is_covered()) locked.push_back(&access.handle());
  }
  // In the order of ids, so that concurrent submissions agree on the order of their tasks.
  std::sort(locked.begin(), locked.end(), [](const auto* a, const auto* b) { return a->id < b->id; });
  for (HandleState* handle : locked) handle->submitting.lock();
  const bool is_ready = register_alone(task, false);
  for (HandleState* handle : locked) handle->submitting.unlock();
  return is_ready;
}

/// The same, while no other thread registers accesses of its handles; `alone`: or does anything else.
template <class Recorder>
bool ThreadedEngine<Recorder>::register_alone(Task& task, bool alone) {
  const TaskClass& kind = task.task_class();
  std::int32_t lacking = 0;
  for (TaskAccess& access : task) {
    if (access.is_covered()) continue;
    HandleState& handle = access.handle();
    bool in_order = access.has_mark(TaskAccess::reserved);
    if (in_order) [[unlikely]] {
      access.mark(TaskAccess::unmarked);
      --handle.reserved;
      if (has_reached(handle.version(), access.version)) continue;
    } else {
      access.version = kind.weight == nullptr ? handle.sequence.next(access.mode())
                                              : next_of_plan(handle.sequence, access.mode(), kind.weight(task, static_cast<std::size_t>(&access - task.begin())));
      if (handle.has_early) [[unlikely]] {
        in_order = !has_reached(access.version, handle.early_version);
        handle.has_early = in_order;
      }
      if (in_order ? has_reached(handle.version(), access.version) : !may_wait(handle, access.version)) continue;
    }
    access.mark(in_order ? TaskAccess::reserved_lacking : TaskAccess::lacking);
    ++lacking;
  }
  if (lacking == 0) return true;
  // Relaxed: published by the links. Each link that finds its version reached counts down itself.
  task.awaited.store(lacking, std::memory_order_relaxed);
  return link_waiting(task, lacking, alone);
}

/// Links the accesses that are marked as lacking, so many; true: none lacks its version any more.
template <class Recorder>
bool ThreadedEngine<Recorder>::link_waiting(Task& task, std::int32_t lacking, bool alone) {
  for (TaskAccess* access = task.begin();; ++access) {
    const bool is_reserved = access->has_mark(TaskAccess::reserved_lacking);
    if (!is_reserved && !access->has_mark(TaskAccess::lacking)) continue;
    access->mark(TaskAccess::unmarked);
    HandleState& handle = access->handle();
    const bool waits = is_reserved ? link_in_order(handle, *access) : link(handle, *access, alone);
    if (!waits && count_down(task, alone)) return true;
    if (--lacking == 0) return false;  // the task may be gone
  }
}

template <class Recorder>
inline void ThreadedEngine<Recorder>::enqueue(Worker& self, Task& task, ReadyCause cause, bool alone) {
  if (!has_affinity(task) && (cause == ReadyCause::submitted ? self.habits.keeps_submitted : self.habits.keeps_woken)) [[likely]] {
    ReadyRing& ring = cause == ReadyCause::submitted ? self.queue : self.stack;
    if (!ring.push(task, alone)) [[unlikely]]
      self.inbox.push_back(task);
    if (!alone) idle_.wake_one();
    return;
  }
  enqueue_by_policy(self, task, cause, alone);
}

template <class Recorder>
[[gnu::noinline]] void ThreadedEngine<Recorder>::enqueue_by_policy(Worker& self, Task& task, ReadyCause cause,
                                                                   bool alone) {
  const Policy::Place place = [&] {
    const Guard guard(*this, self);
    return self.policy->place(view_of(task), cause);
  }();
  if (place.worker.is_none()) {
    shared_.push(task, place.rank);
  } else {
    Worker& host = *workers_[place.worker.value()];
    const bool is_own = &host == &self;
    if (!is_own || !(place.lane == Policy::Lane::stack ? self.stack : self.queue).push(task, alone))
      host.inbox.push_back(task);
    if (!is_own && !host.steals) {
      idle_.wake_all();  // only that worker takes it
      return;
    }
  }
  if (!alone) idle_.wake_one();
}

template <class Recorder>
TaskView ThreadedEngine<Recorder>::view_of(Task& task) const {
  TaskView view;
  view.type = task.type();
  const HandleState* touched = nullptr;
  for (const TaskAccess& access : task) {
    if (touched == nullptr) touched = &access.handle();
    if (!modifies(access.mode()) || access.is_covered()) continue;
    touched = &access.handle();
    break;
  }
  if (touched != nullptr) view.handle = touched->id;
  if (!task.has_extra()) return view;
  const TaskExtra& extra = task.extra();
  view.work = extra.work;
  view.priority = extra.priority;
  switch (extra.affinity.kind) {
    case Affinity::Kind::none:
      break;
    case Affinity::Kind::worker:
      if (extra.affinity.index < workers_.size()) view.wanted = WorkerId(extra.affinity.index);
      break;
    case Affinity::Kind::domain: {
      // Among the domain's workers, turn by turn by the task's address: no state to share.
      std::vector<WorkerId> there;
      for (std::size_t worker = 0; worker < domains_.size(); ++worker) {
        if (domains_[worker].value() == extra.affinity.index) there.emplace_back(worker);
      }
      if (!there.empty())
        view.wanted = there[(reinterpret_cast<std::uintptr_t>(&task) >> task.log2_block_bytes()) % there.size()];
      break;
    }
    case Affinity::Kind::data: {
      // Relaxed: a wish.
      const std::uint16_t last = touched == nullptr ? std::uint16_t{0xffff} : touched->last_worker.load(std::memory_order_relaxed);
      if (last < workers_.size()) view.wanted = WorkerId(last);
      break;
    }
  }
  return view;
}

template <class Recorder>
inline void ThreadedEngine<Recorder>::start(Worker& self, Task& task) {
  if (task.has_turns() && !take_turns(self, task)) return;
  if constexpr (checks_parts) count_holders(task, 1);
  if (has_failures_.load(std::memory_order_relaxed) && is_passed_by(self, task)) [[unlikely]]  // relaxed: see fail()
    return;
  run_kernel(self, task);
  end_unless_subtasks(self, task);
}

template <class Recorder>
inline void ThreadedEngine<Recorder>::run_kernel(Worker& self, Task& task) {
  self.task = &task;
  const auto begin = recorder_.now();
  try {
    if constexpr (checks_parts) check_parts(task);
    task.run();
  } catch (...) {
    fail_now(self, task);
  }
  self.task = nullptr;
  recorder_.ran(self.index, task, begin);
  self.workspace.release_to({});
}

/// A task's kernel has returned.
template <class Recorder>
inline void ThreadedEngine<Recorder>::end_unless_subtasks(Worker& self, Task& task) {
  // Acquire: pairs with the release of subtasks that have ended.
  if (task.awaited.load(std::memory_order_acquire) != 0) [[unlikely]] {
    if (self.renamed != nullptr) [[unlikely]]
      keep_renamed(self, task);
    if (task.awaited.fetch_sub(1, std::memory_order_acq_rel) != 1) return;  // its last subtask completes it
  }
  end(self, task);
}

/// A task that depends on a failed one is not run.
template <class Recorder>
[[gnu::noinline]] bool ThreadedEngine<Recorder>::is_passed_by(Worker& self, Task& task) {
  const std::exception_ptr failure = poison_of(task);
  if (!failure) return false;
  recorder_.skipped(self.index, task);
  fail(task, failure);
  void_renamed(self);
  end(self, task);
  return true;
}

/// In the handler of what the task's kernel threw.
template <class Recorder>
[[gnu::noinline, gnu::cold]] void ThreadedEngine<Recorder>::fail_now(Worker& self, Task& task) {
  fail(task, failure_of(task));
  void_renamed(self);
}

/// Takes the turn at every handle for which the task takes turns, in the order of ids. False where another has
/// it: the task is parked there, and has none of them. Adds to a handle that renames go on in a buffer.
template <class Recorder>
bool ThreadedEngine<Recorder>::take_turns(Worker& self, Task& task) {
  const bool alone = self.may_be_alone && bias_.enter();
  struct Leave {
    BiasedSection* section;
    ~Leave() {
      if (section != nullptr) section->leave();
    }
  } const leave{alone ? &bias_ : nullptr};

  TaskAccess* only = nullptr;
  std::size_t turns = 0;
  for (TaskAccess& access : task) {
    if (access.is_covered() || !takes_turns(access.mode())) continue;
    only = &access;
    ++turns;
  }
  if (turns == 1) {
    HandleState& handle = only->handle();
    if (only->has_mark(TaskAccess::turn_held)) return true;
    if (take_free_turn(handle, alone)) return true;
    if (handle.renaming != nullptr && rename(self, task, handle)) return true;
    return take_turn_or_park(handle, *only, alone);
  }

  std::vector<TaskAccess*> sorted;
  sorted.reserve(turns);
  for (TaskAccess& access : task) {
    if (!access.is_covered() && takes_turns(access.mode())) sorted.push_back(&access);
  }
  std::sort(sorted.begin(), sorted.end(), [](const auto* a, const auto* b) { return a->handle().id < b->handle().id; });
  const auto is_missing = [&](TaskAccess* access) {
    HandleState& handle = access->handle();
    if (access->has_mark(TaskAccess::turn_held)) return false;
    if (take_free_turn(handle, alone)) {
      access->mark(TaskAccess::turn_held);
      return false;
    }
    return handle.renaming == nullptr || !rename(self, task, handle);
  };
  const auto missing = std::find_if(sorted.begin(), sorted.end(), is_missing);
  if (missing == sorted.end()) return true;

  // Give back before parking: once parked, the task may be taken by another worker.
  for (TaskAccess* access : sorted) {
    HandleState& handle = access->handle();
    if (access->has_mark(TaskAccess::turn_held)) {
      access->mark(TaskAccess::unmarked);
      raise_handle(self, handle, 0, true, alone);
      drain(self, handle, alone);
    } else if (const auto* const item = self.renamed != nullptr ? self.renamed->find(handle) : nullptr) {
      handle.renaming->give_back(item->buffer);
    }
  }
  forget_renamed(self);
  HandleState& busy = (*missing)->handle();
  if (take_turn_or_park(busy, **missing, alone)) {
    // Given back meanwhile: let another try come, now that this one has none of the others.
    raise_handle(self, busy, 0, true, alone);
    drain(self, busy, alone);
    enqueue(self, task, ReadyCause::woken, alone);
  }
  return false;
}

/// The task that is about to run adds to a buffer of its own. False where there is none: it has to wait.
template <class Recorder>
bool ThreadedEngine<Recorder>::rename(Worker& self, const Task& task, HandleState& handle) {
  try {
    Renaming::Buffer buffer = handle.renaming->take();
    if (task.is_planned()) buffer.adds = 0;  // the plan raises the version
    self.renamed_now.items.push_back({&handle, buffer});
  } catch (...) {
    return false;
  }
  self.renamed = &self.renamed_now;
  return true;
}

/// What a task that failed, or was not run, has added counts for nothing.
template <class Recorder>
void ThreadedEngine<Recorder>::void_renamed(Worker& self) {
  for (RenamedContents::Item& item : self.renamed_now.items) item.is_void = true;
}

/// A task with subtasks has ended its kernel: what it added is handed over before others complete it.
template <class Recorder>
void ThreadedEngine<Recorder>::keep_renamed(Worker& self, Task& task) {
  for (TaskAccess& access : task) {
    if (access.is_covered()) continue;
    const auto* const item = self.renamed->find(access.handle());
    if (item == nullptr) continue;
    complete_renamed(self, *item);
    if (task.is_planned()) {
      access.mark(TaskAccess::completed);  // in this run
    } else {
      access.cover();
    }
  }
  forget_renamed(self);
}

/// A task has run, or was passed by, and has no subtasks left; the same then for the task that it is one of.
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
    if (ended->is_planned()) {
      if (!complete_planned(self, *ended, alone)) break;
    } else {
      complete(self, *ended, alone);
    }
    // Release and acquire: who completes the parent sees what all its subtasks did.
    if (parent == nullptr || parent->awaited.fetch_sub(1, std::memory_order_acq_rel) != 1) break;
    ended = parent;
  }
}

template <class Recorder>
inline void ThreadedEngine<Recorder>::complete(Worker& self, Task& task, bool alone) {
  if constexpr (checks_parts) count_holders(task, -1);
  const TaskClass& kind = task.task_class();
  if (kind.destroy != nullptr) kind.destroy(task);
  if (kind.weight == nullptr) [[likely]] {
    for (TaskAccess& access : task) {
      if (!access.is_covered()) complete_access(self, access, 1, alone);
    }
    if (task.has_turns()) forget_renamed(self);
  } else {
    for (std::size_t index = 0; index < task.access_count(); ++index)
      complete_access(self, task.begin()[index], kind.weight(task, index), alone);
  }
  free(self, task);
  // Release: pairs with in_flight(). Only one thread changes it at a time.
  self.done.store(self.done.load(std::memory_order_relaxed) + 1, std::memory_order_release);
}

template <class Recorder>
inline void ThreadedEngine<Recorder>::note_worker(const Worker& self, HandleState& handle) {
  // Relaxed: a hint for affinity.
  if (handle.last_worker.load(std::memory_order_relaxed) != self.index)
    handle.last_worker.store(static_cast<std::uint16_t>(self.index), std::memory_order_relaxed);
}

/// A completed access raises its handle's version by `weight` and gives its turn back.
template <class Recorder>
inline void ThreadedEngine<Recorder>::complete_access(Worker& self, TaskAccess& access, std::uint32_t weight,
                                                      bool alone) {
  HandleState& handle = access.handle();
  note_worker(self, handle);
  const bool gives_turn = takes_turns(access.mode());
  if (gives_turn && handle.renaming != nullptr) [[unlikely]] {
    complete_renamable(self, access, weight, alone);
    return;
  }
  if (!raise_freely(handle, weight, gives_turn, alone)) raise_handle(self, handle, weight, gives_turn, alone);
}

/// The same for a handle whose adds may be renamed.
template <class Recorder>
[[gnu::noinline]] void ThreadedEngine<Recorder>::complete_renamable(Worker& self, TaskAccess& access,
                                                                    std::uint32_t weight, bool alone) {
  HandleState& handle = access.handle();
  if (self.renamed != nullptr) {
    if (const auto* const item = self.renamed->find(handle)) {
      complete_renamed(self, *item);
      return;
    }
  }
  const BufferKeeper keeper(handle);
  raise_handle(self, handle, weight + apply_left(handle), true, alone);
  drain(self, handle, alone);
}

template <class Recorder>
void ThreadedEngine<Recorder>::forget_renamed(Worker& self) {
  if (self.renamed == nullptr) return;
  self.renamed_now.items.clear();
  self.renamed = nullptr;
}

template <class Recorder>
[[gnu::noinline]] void ThreadedEngine<Recorder>::raise_handle(Worker& self, HandleState& handle, std::uint32_t accesses,
                                            bool gives_turn, bool alone) {
  raise(
      handle, accesses, gives_turn, alone, self.scratch, [&](Task& task) { recorder_.woken(task); },
      [&](TaskAccess& access) {
        Task& task = access.task();
        if (access.has_mark(TaskAccess::turn_held) || count_down(task, alone)) {
          task.awaited.store(0, std::memory_order_relaxed);  // relaxed: the task is this worker's
          woken(self, task, alone);
        }
      },
      [&](TaskAccess& access) {
        // Parked tasks are ready since long.
        Task& task = access.task();
        if (self.runs_first_woken && self.next == nullptr) {
          self.next = &task;
        } else {
          enqueue(self, task, ReadyCause::woken, alone);
        }
      });
}

/// Under the handle's turn: what was left for whoever has it. Returns how many adds that were.
template <class Recorder>
std::uint32_t ThreadedEngine<Recorder>::apply_left(HandleState& handle) {
  std::uint32_t adds = 0;
  while (const std::optional<Renaming::Buffer> left = handle.renaming->pick()) {
    handle.renaming->apply(handle.data, *left);
    adds += left->adds;
  }
  return adds;
}

/// After the turn was given back: what was left meanwhile, by those who found it taken, must not stay.
template <class Recorder>
void ThreadedEngine<Recorder>::drain(Worker& self, HandleState& handle, bool alone) {
  if (handle.renaming == nullptr) return;
  while (std::optional<Renaming::Buffer> left = handle.renaming->pick()) {
    if (!take_free_turn(handle, alone)) {
      handle.renaming->leave(*left);
      // Whoever has the turn now will look after giving it back; but it may have looked already.
      if (!take_free_turn(handle, alone)) return;
      left = handle.renaming->pick();
    }
    std::uint32_t adds = 0;
    if (left) {
      handle.renaming->apply(handle.data, *left);
      adds = left->adds;
    }
    adds += apply_left(handle);
    raise_handle(self, handle, adds, true, alone);
  }
}

/// A task has added to a buffer: that goes into the contents if the handle's turn is free, else together with
/// another's buffer, else it is left for whoever has the turn. The version is raised when it is in.
template <class Recorder>
void ThreadedEngine<Recorder>::complete_renamed(Worker& self, const RenamedContents::Item& item) {
  constexpr bool alone = false;
  HandleState& handle = *item.handle;
  const BufferKeeper keeper(handle);
  Renaming& renaming = *handle.renaming;
  Renaming::Buffer buffer = item.buffer;
  if (item.is_void) {
    renaming.give_back(buffer);
    raise_handle(self, handle, buffer.adds, false, alone);
    return;
  }
  for (;;) {
    if (take_free_turn(handle, alone)) {
      const std::uint32_t adds = buffer.adds;
      renaming.apply(handle.data, buffer);
      raise_handle(self, handle, adds + apply_left(handle), true, alone);
      break;
    }
    if (const std::optional<Renaming::Buffer> other = renaming.pick()) {
      renaming.merge(buffer, *other);
      continue;
    }
    renaming.leave(buffer);
    break;
  }
  drain(self, handle, alone);
}

template <class Recorder>
void ThreadedEngine<Recorder>::woken(Worker& self, Task& task, bool alone) {
  if (task.type_is_none() && task.task_class().weight == nullptr) [[unlikely]] {
    Observer::signal(task, Observer::reached);
    if (waiters_.load(std::memory_order_seq_cst) > 0) {  // pairs with the count of a waiter
      idle_.wake_all();
      outside_.wake_all();
    }
    return;
  }
  recorder_.woken(task);
  if (self.runs_first_woken && self.next == nullptr && !has_affinity(task)) {
    self.next = &task;
  } else {
    enqueue(self, task, ReadyCause::woken, alone);
  }
}

// ---- plans

template <class Recorder>
void ThreadedEngine<Recorder>::run(Plan& plan) {
  if (plan.tasks() > 0) submit(make_plan_root(plan.graph()));
}

/// The task that stands for a run waits for all of the plan's last tasks, as for subtasks.
template <class Recorder>
void ThreadedEngine<Recorder>::start_planned(Task& root) {
  Worker& me = self();
  const PlanGraph& graph = plan_of(root);
  for (const PlanGraph::Node& node : graph.nodes) node.task->extra().parent = &root;
  if constexpr (Recorder::records) {
    auto planned = graph.accesses.begin();
    for (const PlanGraph::Node& node : graph.nodes) {
      for (TaskAccess& access : *node.task) {
        if (access.is_covered()) continue;
        access.version = root.begin()[1 + planned->use].version + planned->version;
        ++planned;
      }
      recorder_.submitting(*node.task, false, false);
    }
  }
  // Relaxed: published with the sources.
  root.awaited.store(static_cast<std::int32_t>(1 + graph.sinks), std::memory_order_relaxed);
  const bool alone = me.may_be_alone && bias_.enter();
  for (const std::uint32_t source : graph.sources) {
    Task& task = *graph.nodes[source].task;
    recorder_.ready_at_once(task);
    enqueue(me, task, ReadyCause::submitted, alone);
  }
  if (alone) bias_.leave();
}

/// Returns whether the run waits for this task: it is one of its last.
template <class Recorder>
bool ThreadedEngine<Recorder>::complete_planned(Worker& self, Task& task, bool alone) {
  if constexpr (checks_parts) count_holders(task, -1);
  const PlanGraph::Node& node = plan_of(*task.extra().parent).nodes[task.extra().plan_index];
  for (TaskAccess& access : task) {
    if (access.is_covered()) continue;
    if (takes_turns(access.mode())) {
      if (!access.has_mark(TaskAccess::completed)) complete_access(self, access, 0, alone);
      access.mark(TaskAccess::unmarked);
    } else {
      note_worker(self, access.handle());
    }
  }
  forget_renamed(self);
  task.awaited.store(node.awaited, std::memory_order_relaxed);  // relaxed: for the next run, which this one precedes
  // Asked before: once the last successor can run, the plan may end and go.
  const bool is_last = node.successors.empty();
  for (const std::uint32_t successor : node.successors) {
    Task& next = *plan_of(*task.extra().parent).nodes[successor].task;
    if (count_down(next, alone)) woken(self, next, alone);
  }
  return is_last;
}

// ---- waiting and failures

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
  if (paused_.load(std::memory_order_relaxed) && running_task() == nullptr) resume();
  if (!has_reached(handle.version(), version)) {
    if (running_task() != nullptr) throw UsageError("a task can't wait");
    Observer observer;
    Worker& me = self();
    const TaskMemory memory = allocate(Observer::bytes, false);  // from the arena, since links reach nothing else
    Task& task = *new (memory.block) Task(Observer::kind, TaskTypeId(), 1, memory.log2_bytes, memory.has_extra);
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
      const auto is_over = [&] { return observer.state.load(std::memory_order_seq_cst) != Observer::waiting; };
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
void ThreadedEngine<Recorder>::wait_all() {
  if (running_task() != nullptr) throw UsageError("a task can't wait");
  if (paused_.load(std::memory_order_relaxed)) resume();
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

template <class Recorder>
std::string ThreadedEngine<Recorder>::name_of(const Task& task) {
  return task.type_is_none() ? "a plan" : "'" + TaskType::name_of(task.type()) + "'";
}

template <class Recorder>
std::exception_ptr ThreadedEngine<Recorder>::failure_of(const Task& task) {
  std::string why = "an exception that is no std::exception";
  try {
    throw;
  } catch (const std::exception& error) {
    why = error.what();
  } catch (...) {
  }
  try {
    throw TaskFailure(TaskType::name_of(task.type()), why);
  } catch (...) {
    return std::current_exception();
  }
}

/// Before the task's versions are raised: what it should have modified is poisoned, for all but its own group
/// of adds. A task fails with its subtask.
template <class Recorder>
void ThreadedEngine<Recorder>::fail(Task& task, const std::exception_ptr& failure) {
  const std::lock_guard guard(failures_);
  if (!first_failure_) first_failure_ = failure;
  for (Task* failed = &task; failed != nullptr; failed = failed->parent()) {
    for (TaskAccess& access : *failed) {
      if (access.is_covered() || !modifies(access.mode())) continue;
      // A planned task's version counts from its run's first: it exempts nobody.
      poison(access.handle(), failure, failed->is_planned() ? no_group(access.handle()) : access.version);
    }
  }
  has_failures_.store(
      true, std::memory_order_relaxed);  // relaxed: dependants are ordered by the versions raised after it
}

/// A version that no access waits for.
template <class Recorder>
std::uint32_t ThreadedEngine<Recorder>::no_group(const HandleState& handle) {
  return handle.version() + 0x60000000;
}

/// Under failures_.
template <class Recorder>
void ThreadedEngine<Recorder>::poison(HandleState& handle, const std::exception_ptr& failure, std::uint32_t group) {
  std::uint64_t word = lock_word(handle);
  if ((word & HandleState::poisoned) == 0) {
    handle.poison = failure;
    handle.poison_group = group;
    word |= HandleState::poisoned;
    poisoned_.insert(&handle);
  }
  unlock_word(handle, word);
}

/// The failure that a task depends on, if any.
template <class Recorder>
std::exception_ptr ThreadedEngine<Recorder>::poison_of(Task& task) {
  const std::lock_guard guard(failures_);
  if (cancelled_) return cancelled_;
  for (TaskAccess& access : task) {
    if (access.is_covered()) continue;
    const HandleState& handle = access.handle();
    // Acquire: pairs with unlock_word(). The exception itself is guarded by failures_.
    if ((handle.word.load(std::memory_order_acquire) & HandleState::poisoned) != 0 &&
        access.version != handle.poison_group)
      return handle.poison;
  }
  return nullptr;
}

template <class Recorder>
void ThreadedEngine<Recorder>::cancel() {
  const std::lock_guard guard(failures_);
  cancelled_ = std::make_exception_ptr(Cancelled("the program cancelled its tasks"));
  if (!first_failure_) first_failure_ = cancelled_;
  has_failures_.store(true, std::memory_order_relaxed);  // relaxed: whoever misses it has started
}

template <class Recorder>
void ThreadedEngine<Recorder>::cancel(HandleState& handle) {
  const std::lock_guard guard(failures_);
  const auto cancelled =
      std::make_exception_ptr(Cancelled("the program cancelled the tasks on " + handle.label()));
  if (!first_failure_) first_failure_ = cancelled;
  poison(handle, cancelled, no_group(handle));
  has_failures_.store(true, std::memory_order_relaxed);
}

/// Where nothing can ever run again: takes what waits apart and says what it waited for. All handles have the
/// version then that they should have.
template <class Recorder>
std::string ThreadedEngine<Recorder>::abandon_waiting() {
  constexpr std::size_t most_named = 5;
  std::vector<std::string> named;
  std::unordered_set<Task*> stuck;
  {
    const std::lock_guard guard(handles_lock_);
    std::vector<HandleState*> handles(handles_.begin(), handles_.end());
    std::sort(handles.begin(), handles.end(), [](const auto* a, const auto* b) { return a->id < b->id; });
    for (std::size_t index = 0; index < handles.size(); ++index) {
      HandleState* const handle = handles[index];
      std::uint64_t word = lock_word(*handle);
      const std::uint32_t version = HandleState::version_in(word);
      const auto gather = [&](TaskAccess* first, bool waits) {
        while (first != nullptr) {
          TaskAccess& access = *first;
          first = TaskArena::access_at(access.next.load(std::memory_order_relaxed));
          Task& task = access.task();
          if (task.type_is_none() && task.task_class().weight == nullptr) {
            Observer::signal(task, Observer::abandoned);
            continue;
          }
          if (waits && named.size() < most_named) {
            named.push_back(name_of(task) + " waits for version " +
                            std::to_string(access.version) + " of " + handle->label() + ", which stays at " +
                            std::to_string(version));
          }
          stuck.insert(&task);
          if (task.task_class().weight == nullptr) continue;
          HandleState* const order = &task.begin()->handle();  // of a plan's runs: nobody registered it
          if (std::find(handles.begin(), handles.end(), order) == handles.end()) handles.push_back(order);
        }
      };
      gather((word & HandleState::waiting) != 0 ? handle->first_waiting : nullptr, true);
      gather((word & HandleState::parked) != 0 ? handle->first_parked : nullptr, false);
      handle->first_waiting = handle->first_parked = nullptr;
      handle->last_waiting.store(nullptr, std::memory_order_relaxed);  // relaxed: nobody submits now
      word &= ~(HandleState::waiting | HandleState::parked | HandleState::turn);
      // Those whose tasks are still to come will raise it by one each; what is submitted from now on waits for them.
      const std::uint32_t reached = handle->sequence.next_block(0) - handle->reserved;
      word = (word & (HandleState::one_version - 1)) | std::uint64_t{reached} << HandleState::version_shift;
      unlock_word(*handle, word);
    }
  }
  Worker& me = self();
  const std::size_t count = stuck.size();
  for (Task* task : stuck) {
    for (;;) {
      Task* const parent = task->parent();
      task->destroy();
      free(me, *task);
      me.done.store(me.done.load(std::memory_order_relaxed) + 1, std::memory_order_release);
      if (parent == nullptr || parent->awaited.fetch_sub(1, std::memory_order_acq_rel) != 1) break;
      task = parent;
      if constexpr (checks_parts) count_holders(*task, -1);
    }
  }
  idle_.wake_all();
  outside_.wake_all();
  if (count == 0) return {};
  std::string text = count == 1 ? "1 task can never run" : std::to_string(count) + " tasks can never run";
  for (std::size_t i = 0; i < named.size(); ++i) text += (i == 0 ? ": " : "; ") + named[i];
  return text + (named.size() < count && named.size() == most_named ? "; …" : "");
}

}  // namespace gusset::detail
