#pragma once
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <thread>
#include <type_traits>
#include <unordered_set>
#include <utility>

#include "gusset/core/engine.hpp"
#include "gusset/core/engine/current_worker.hpp"
#include "gusset/core/engine/handle_state.hpp"
#include "gusset/core/engine/processors.hpp"
#include "gusset/core/engine/renaming.hpp"
#include "gusset/core/engine/subtasks.hpp"
#include "gusset/core/engine/task_arena.hpp"
#include "gusset/core/errors.hpp"
#include "gusset/core/options.hpp"
#include "gusset/core/plan.hpp"
#include "gusset/core/policy.hpp"
#include "gusset/core/workspace.hpp"
#include "plans/plan_graph.hpp"
#include "threads/biased_section.hpp"
#include "threads/deadlock.hpp"
#include "threads/failures.hpp"
#include "threads/hooks.hpp"
#include "threads/observer.hpp"
#include "threads/registration.hpp"
#include "threads/sleeping.hpp"
#include "threads/version_protocol.hpp"
#include "threads/workers.hpp"

namespace gusset::detail {

template <class Threaded>
class FromOutside;

/// Executes tasks on the threads of one node. The thread that makes the engine is the program's thread and
/// worker 0: it executes tasks while it waits, and while too many tasks are in flight. The engine owns the
/// threads of the other workers. All other threads are foreign: they submit tasks and wait, and execute tasks
/// as worker 0 while the program's thread does not. `Recorder` is Plain, a class with the same members that
/// records, or Open of one of these. With Open the engine is a NodeEngine, and no thread of it works alone.
///
/// A task's life: submit() gives each access its version and makes the task wait for the versions not reached
/// yet (version_protocol.hpp). The completion that reaches the last of these versions makes the task ready. A
/// task with adds takes the exclusive locks of their handles once a worker has taken the task, all or none.
/// If another task holds one of these locks, the task parks there and releases the others. A completed task's
/// memory goes back to the worker's stock.
///
/// Until another thread submits tasks that access handles, the program's thread registers accesses without
/// locks (BiasedSection). With a single worker it then needs no atomic read-modify-writes either.
template <class Recorder>
class ThreadedEngine final
    : public std::conditional_t<Recorder::is_open, FromOutside<ThreadedEngine<Recorder>>, Engine> {
 public:
  template <class... RecorderArguments>
  explicit ThreadedEngine(const Options& options, RecorderArguments&&... recorder_arguments);
  ~ThreadedEngine() override;

  Recorder& hooks() { return recorder_; }

  bool has_data() const override { return true; }
  ProcessGrid grid() const override { return {}; }
  unsigned workers() const override { return static_cast<unsigned>(workers_.all.size()); }
  Task* running_task() const override;

  HandleId new_handle_id() override;
  void add_handle(HandleState& handle) override;
  void remove_handle(HandleState& handle) override;
  TaskMemory allocate(std::size_t bytes, bool wants_extra) override;
  TaskSource task_source() override { return {program_thread_, &program_worker_->memory, always_extra_}; }
  void give_back(Task& task) override;
  void submit(Task& task) override;
  void wait(HandleState& handle, std::uint32_t version) override;
  void wait_all() override;
  void finish() override {
    join();  // idle workers record their waits first
    if (const std::string choice = program_worker_->policy->explanation(); !choice.empty())
      recorder_.note(choice);
    recorder_.finish();
  }
  std::uint32_t submitted_version(HandleState& handle) override;
  std::uint32_t reserve(HandleState& handle, AccessMode mode) override;
  void cancel() override { failures_.cancel(); }
  void cancel(HandleState& handle) override { failures_.cancel(handle); }
  void pause() override { pause_.begin(); }
  void resume() override { pause_.end(); }
  void run(Plan& plan) override;
  void start_planned(Task& root) override;
  bool follows_events() const override { return recorder_.follows_events(); }
  EventId event() override;
  void begins_after(std::span<const EventId> events) override;

 private:
  friend class FromOutside<ThreadedEngine<Recorder>>;
  class Submission;
  class WorkerZero;

  // Threads and their search for work.
  Worker& self();
  Worker& self_slow();
  void join();
  void work(Worker& self);
  Task* find_task(Worker& self, bool alone);
  Task* find_own(Worker& self, bool alone);
  Task* find_elsewhere(Worker& self);
  Task* take_from_pools(Worker& self);
  bool finds_in_squads(const Worker& self) const;
  Task* steal(Worker& self);
  Task* steal_guided(Worker& self);
  bool has_task_for(const Worker& self) const;
  void go_idle(Worker& self);
  bool bind_program_thread(Pinning pinning, const WorkerPlace& place);
  void refuse_in_task() const;
  template <class IsDone>
  void help_until(IsDone&& is_done);
  template <class IsDone>
  void help_as(Worker& self, IsDone&& is_done);
  void poll_after_task();
  template <class IsOver>
  bool poll_until(Sleepers::Sleeper& sleeper, IsOver&& is_over, std::chrono::microseconds limit = {});
  void throttle(Worker& self);
  bool execute_all(Worker& self);
  bool execute_one(Worker& self);
  std::uint64_t execute_alone(Worker& self, std::uint64_t limit);
  Task* take_next(Worker& self);
  std::uint64_t run_next(Worker& self);
  void run_kernel(Worker& self, Task& task);
  void end_unless_subtasks(Worker& self, Task& task);

  // The life of a task.
  Task* task_of(const Worker& self) const;
  void adopt(Task& task, Task& parent) const;
  void submit_slow(Worker& me, Task& task, bool may_throttle = true);
  void free(Worker& self, Task& task);
  void start(Worker& self, Task& task);
  bool take_locks(Worker& self, Task& task);
  void end(Worker& self, Task& task);
  void end_subtask(Worker& self, Task& task, bool alone);
  void complete(Worker& self, Task& task, bool alone);
  void complete_renamable(Worker& self, TaskAccess& access, std::uint32_t weight, bool alone);
  void complete_access(Worker& self, TaskAccess& access, std::uint32_t weight, bool alone);
  static void note_worker(const Worker& self, HandleState& handle);
  bool complete_planned(Worker& self, Task& task, bool alone);

  // Static schedules of plans.
  void start_lanes(Worker& me, Task& root);
  void run_lane(Worker& self, Task& root, std::uint32_t lane);
  void follow_lane(Worker& self, PlanLanes& lanes, PlanLanes::Lane& lane);
  void cycle_lane(Worker& self, PlanLanes& lanes, PlanLanes::Lane& lane);
  static void wait_for(PlanLanes& lanes, PlanLanes::Lane& lane, const PlanLanes::Step& step);
  void run_step(Worker& self, PlanLanes& lanes, Task& task);
  [[noreturn]] static void refuse_in_lane(const Task& task, const Task& parent);
  void raise_handle(Worker& self, HandleState& handle, std::uint32_t accesses, bool unlocks, bool alone);
  void woken(Worker& self, Task& task, bool alone);
  static bool is_first_guided(const Worker& self, const Task& task);
  void enqueue(Worker& self, Task& task, ReadyCause cause, bool alone);
  void enqueue_by_policy(Worker& self, Task& task, ReadyCause cause, bool alone);
  bool link_observer(HandleState& handle, TaskAccess& access);
  bool signal_observer(Task& task);

  // Adds that go to buffers.
  static bool may_rename(const TaskAccess& access);
  bool rename(Worker& self, const Task& task, HandleState& handle);
  static void discard_renamed(Worker& self);
  static void clear_renamed(Worker& self);
  void hand_over_renamed(Worker& self, Task& task);
  void complete_renamed(Worker& self, const RenamedContents::Item& item);
  static std::uint32_t apply_left(HandleState& handle);
  void drain(Worker& self, HandleState& handle, bool alone);

  // Failures, squads and deadlocks.
  bool skip_after_failure(Worker& self, Task& task);
  void begin_in_squad(Worker& self, Task& task);
  void ran_in_squad(Worker& self, Task& task);
  void complete_in_squad(Worker& self, Task& task);
  void abandon_task(Task& task, std::unordered_set<Task*>& runs);
  std::string abandon_waiting();

  [[no_unique_address]] Recorder recorder_;
  Workers workers_;
  const void* program_thread_;        // see CurrentWorker::this_thread
  Worker* program_worker_ = nullptr;  // worker 0
  bool is_solo_ = false;              // one worker
  bool always_extra_ = false;         // all tasks carry a TaskExtra
  std::size_t spare_workers_ = 0;     // workers beyond the processors; worker 0 may be busy elsewhere
  std::uint64_t window_ = 0;
  BiasedSection bias_;
  ProcessorSet program_binding_;  // before the program's thread was bound; empty if it is not bound

  SleepingThreads sleeping_;
  Pause pause_{sleeping_.idle};
  std::atomic<bool> has_worker_0_{false};         // whether a thread currently acts as worker 0
  std::atomic<bool> has_foreign_threads_{false};  // whether a foreign thread has ever called the engine
  std::atomic<bool> stop_{false};

  Failures failures_;
  KnownHandles handles_;
  SpinLock lanes_lock_;  // while the lanes of one run are queued
};

extern template class ThreadedEngine<Plain>;

}  // namespace gusset::detail

#include "threads/execution.hpp"
#include "threads/from_outside.hpp"
#include "threads/lanes.hpp"
#include "threads/renamed_adds.hpp"
#include "threads/search.hpp"
#include "threads/start_and_stop.hpp"
#include "threads/submission.hpp"
#include "threads/waiting.hpp"
