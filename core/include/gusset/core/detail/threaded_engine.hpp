#pragma once
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <thread>
#include <unordered_set>
#include <utility>
#include <vector>

#include "gusset/core/detail/biased_section.hpp"
#include "gusset/core/detail/current_worker.hpp"
#include "gusset/core/detail/handle_state.hpp"
#include "gusset/core/detail/parts_check.hpp"
#include "gusset/core/detail/plan_graph.hpp"
#include "gusset/core/detail/ranked_queue.hpp"
#include "gusset/core/detail/ready_ring.hpp"
#include "gusset/core/detail/renaming.hpp"
#include "gusset/core/detail/sleepers.hpp"
#include "gusset/core/detail/subtask.hpp"
#include "gusset/core/detail/task_arena.hpp"
#include "gusset/core/detail/task_queue.hpp"
#include "gusset/core/detail/topology.hpp"
#include "gusset/core/detail/version_protocol.hpp"
#include "gusset/core/engine.hpp"
#include "gusset/core/errors.hpp"
#include "gusset/core/options.hpp"
#include "gusset/core/plan.hpp"
#include "gusset/core/policy.hpp"
#include "gusset/core/workspace.hpp"

namespace gusset::detail {

/// The recorder of a run that is not recorded: nothing, and no code.
struct Plain {
  static constexpr bool records = false;

  Plain(const Options&, unsigned) {}
  bool needs_extra() const { return false; }
  void handle_added(const HandleState&) {}
  void submitting(Task&, bool, bool) {}
  void ready_at_once(Task&) {}
  struct Time {};
  Time now() const { return {}; }
  void woken(Task&) {}
  void ran(unsigned, Task&, Time) {}
  void skipped(unsigned, Task&) {}
  void stole(unsigned, Time, unsigned, std::span<Task* const>) {}
  void waited(unsigned, Time) {}
  void finish() {}
};

/// Executes tasks by threads of one node. The thread that makes it is the program's thread and worker 0: it
/// executes tasks while it waits, and while too many are in flight. The others are threads of its own. Other
/// threads are guests: they submit and wait, and execute tasks as worker 0 while the program's thread
/// doesn't. `Recorder` is Plain, or has the same members with something in them.
///
/// How a task goes: submit() gives each access its version and lets the task wait where that is not reached
/// (version_protocol.hpp); the completion that raises the last of them makes it ready. A task that takes
/// turns (adds) takes them when a worker has it, all or none; where one is taken it parks there, without
/// those taken before. A completed task's memory goes back to the worker's stock.
///
/// As long as no other thread submits tasks that access handles, the program's thread registers accesses
/// without locks (BiasedSection); with a single worker it then needs no atomic read-modify-writes either.
template <class Recorder>
class ThreadedEngine final : public Engine {
 public:
  template <class... RecorderArguments>
  explicit ThreadedEngine(const Options& options, RecorderArguments&&... recorder_arguments);
  ~ThreadedEngine() override;

  bool has_data() const override { return true; }
  ProcessGrid grid() const override { return {}; }
  unsigned workers() const override { return static_cast<unsigned>(workers_.size()); }
  Task* running_task() const override;

  void add_handle(HandleState& handle) override;
  void remove_handle(HandleState& handle) override;
  TaskMemory allocate(std::size_t bytes, bool wants_extra) override;
  TaskSource task_source() override { return {program_thread_, &program_worker_->memory, always_extra_}; }
  void give_back(Task& task) override;
  void submit(Task& task) override;
  void wait(HandleState& handle, std::uint32_t version) override;
  void wait_all() override;
  void finish() override {
    join();  // idle workers record their waits
    recorder_.finish();
  }
  std::uint32_t submitted_version(HandleState& handle) override;
  std::uint32_t reserve(HandleState& handle, AccessMode mode) override;
  void cancel() override;
  void cancel(HandleState& handle) override;
  void pause() override {
    // Sequentially consistent, with the load after it: pairs with Waiting. One of the two sees the other.
    paused_.store(true, std::memory_order_seq_cst);
    if (waits_.load(std::memory_order_seq_cst) > 0) resume();
  }
  void resume() override;
  void run(Plan& plan) override;
  void start_planned(Task& root) override;

 private:
  /// What one thread has; others touch nothing of it but the rings, the inbox and the counts.
  struct alignas(128) Worker : CurrentWorker {
    ReadyRing stack;
    ReadyRing queue;
    TaskQueue inbox;  // from others, and what the rings have no room for

    alignas(128) TaskAllocator memory;
    Workspace workspace;
    std::unique_ptr<Policy> policy;
    Policy::Habits habits;
    bool runs_first_woken = false;
    bool steals = false;
    bool may_be_alone = false;  // the program's thread, as the only worker
    bool is_guests = false;     // many threads, under guests_lock_
    Task* next = nullptr;       // woken, to be run at once
    std::vector<TaskAccess*> scratch;
    RenamedContents renamed_now;
    std::thread thread;  // none for worker 0

    alignas(128) std::atomic<std::uint64_t> submitted{0};  // by this thread
    std::atomic<std::uint64_t> done{0};
    std::atomic<std::uint32_t> searches{0};  // odd: it looks for work or has some; changes tell of a search
  };
  class Guard;
  class Submission;
  class WorkerZero;
  class Waiting;

  // Threads and their search for work.
  Worker& self();
  Worker& self_elsewhere();
  void join();
  void work(Worker& self);
  Task* find_task(Worker& self, bool alone);
  Task* find_own(Worker& self, bool alone);
  Task* find_elsewhere(Worker& self);
  Task* steal(Worker& self);
  bool is_paused() const {
    return paused_.load(std::memory_order_relaxed);
  }  // relaxed: resume() wakes who missed it
  bool sees_task() const;
  bool sees_task_for(const Worker& self) const;
  bool is_still() const;
  std::uint64_t in_flight() const;
  void go_idle(Worker& self);
  bool bind_program_thread(Pinning pinning, const WorkerPlace& place);
  void refuse_in_task() const;
  template <class IsDone>
  void help_until(IsDone&& is_done, bool accuses);
  template <class IsDone>
  void help_as(Worker& self, IsDone&& is_done, bool accuses);
  void throttle(Worker& self);
  bool execute_all(Worker& self);
  bool execute_one(Worker& self);
  std::uint64_t execute_alone(Worker& self, std::uint64_t most);
  Task* take_next(Worker& self);
  std::uint64_t run_next(Worker& self);
  void run_kernel(Worker& self, Task& task);
  void end_unless_subtasks(Worker& self, Task& task);

  // A task's life.
  Task* task_of(const Worker& self) const;
  void adopt(Task& task, Task& parent) const;
  void submit_otherwise(Worker& me, Task& task);
  void free(Worker& self, Task& task);
  bool register_accesses(Task& task);
  bool register_alone(Task& task, bool alone);
  bool link_waiting(Task& task, std::int32_t lacking, bool alone);
  void start(Worker& self, Task& task);
  bool take_turns(Worker& self, Task& task);
  void end(Worker& self, Task& task);
  void end_subtask(Worker& self, Task& task, bool alone);
  void complete(Worker& self, Task& task, bool alone);
  void complete_renamable(Worker& self, TaskAccess& access, std::uint32_t weight, bool alone);
  void complete_access(Worker& self, TaskAccess& access, std::uint32_t weight, bool alone);
  static void note_worker(const Worker& self, HandleState& handle);
  bool complete_planned(Worker& self, Task& task, bool alone);
  void raise_handle(Worker& self, HandleState& handle, std::uint32_t accesses, bool gives_turn, bool alone);
  void woken(Worker& self, Task& task, bool alone);
  void enqueue(Worker& self, Task& task, ReadyCause cause, bool alone);
  void enqueue_by_policy(Worker& self, Task& task, ReadyCause cause, bool alone);
  TaskView view_of(Task& task) const;

  // Adds that go to buffers.
  static bool may_rename(const TaskAccess& access);
  bool rename(Worker& self, const Task& task, HandleState& handle);
  static void void_renamed(Worker& self);
  static void forget_renamed(Worker& self);
  void keep_renamed(Worker& self, Task& task);
  void complete_renamed(Worker& self, const RenamedContents::Item& item);
  static std::uint32_t apply_left(HandleState& handle);
  void drain(Worker& self, HandleState& handle, bool alone);

  // Failures and deadlocks.
  std::exception_ptr poison_of(Task& task);
  void fail(Task& task, const std::exception_ptr& failure);
  void poison(HandleState& handle, const std::exception_ptr& failure, std::uint32_t group);
  static std::uint32_t no_group(const HandleState& handle);
  bool is_passed_by(Worker& self, Task& task);
  void fail_now(Worker& self, Task& task);
  static std::exception_ptr failure_of(const Task& task);
  void abandon(Task& task, std::unordered_set<Task*>& runs);
  std::string abandon_waiting();

  struct Observer;

  [[no_unique_address]] Recorder recorder_;
  std::vector<std::unique_ptr<Worker>> workers_;
  Worker guests_;
  SpinLock guests_lock_;
  RankedQueue shared_;
  const void* program_thread_;        // see CurrentWorker::this_thread
  Worker* program_worker_ = nullptr;  // worker 0
  bool is_solo_ = false;              // one worker
  bool always_extra_ = false;         // tasks carry a TaskExtra
  std::uint64_t window_ = 0;
  BiasedSection bias_;
  std::vector<DomainId> domains_;
  ProcessorSet program_binding_;  // before it was bound; empty where it is not

  Sleepers idle_;                          // workers without work, worker 0 included
  Sleepers outside_;                       // threads that wait while another thread is worker 0
  std::atomic<bool> has_worker_0_{false};  // whether a thread executes as worker 0
  std::atomic<std::uint32_t> waiters_{0};  // threads that sleep until something is done
  std::atomic<bool> has_guests_{false};    // ever
  std::atomic<bool> paused_{false};
  std::atomic<std::uint32_t> waits_{0};  // under way, which end every pause
  std::atomic<bool> stop_{false};

  std::atomic<bool> has_failures_{false};  // whether the next ones hold anything
  std::mutex failures_;                    // taken before handles' locks
  std::exception_ptr first_failure_;
  std::exception_ptr cancelled_;
  std::unordered_set<HandleState*> poisoned_;

  std::mutex handles_lock_;
  std::unordered_set<HandleState*> handles_;  // for the watchdog
};

extern template class ThreadedEngine<Plain>;

}  // namespace gusset::detail

#include "gusset/core/detail/threaded_engine/execution.hpp"
#include "gusset/core/detail/threaded_engine/failures.hpp"
#include "gusset/core/detail/threaded_engine/plans.hpp"
#include "gusset/core/detail/threaded_engine/renaming.hpp"
#include "gusset/core/detail/threaded_engine/search.hpp"
#include "gusset/core/detail/threaded_engine/submission.hpp"
#include "gusset/core/detail/threaded_engine/threads.hpp"
#include "gusset/core/detail/threaded_engine/waiting.hpp"
