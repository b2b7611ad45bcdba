#pragma once
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <unordered_set>
#include <utility>
#include <vector>

#include "gusset/core/detail/handle_state.hpp"
#include "gusset/core/detail/running_task.hpp"
#include "gusset/core/detail/sleepers.hpp"
#include "gusset/core/detail/sorted_accesses.hpp"
#include "gusset/core/detail/task_queue.hpp"
#include "gusset/core/engine.hpp"
#include "gusset/core/errors.hpp"
#include "gusset/core/options.hpp"
#include "gusset/core/policy.hpp"

namespace gusset::detail {

/// The recorder of a run that is not recorded: nothing, and no code.
struct Plain {
  static constexpr std::size_t header_bytes =
      0;  ///< that a recorder keeps ahead of each task's block; of multiples of std::max_align_t

  Plain(const Options&, unsigned) {}
  void handle_added(const HandleState&) {}
  void submitting(Task&) {}
  void ready_at_once(Task&) {}
  void woken(const std::vector<Task*>&) {}
  struct Time {};
  Time now() const { return {}; }
  void ran(unsigned, Task&, Time) {}
  void skipped(unsigned, Task&) {}
  void finish() {}
};

/// Executes tasks by threads of one node. Worker 0 is whichever thread waits; the others are threads of its
/// own. `Recorder` is Plain, or has the same members with something in them.
///
/// How a task goes: submit() registers its accesses at their handles, all under these handles' locks, which
/// are taken in order of id; so concurrent submitters agree on the order of their tasks. It waits at each
/// handle whose version it lacks; the completion that raises the last of them puts it into a queue. A task
/// that adds takes its handles' turns when a worker has it, all or none; where one is taken it parks there,
/// and the worker goes on with another task.
template <class Recorder>
class ThreadedEngine final : public Engine {
 public:
  template <class... RecorderArguments>
  explicit ThreadedEngine(const Options& options, RecorderArguments&&... recorder_arguments);
  ~ThreadedEngine() override;

  bool has_data() const override { return true; }
  ProcessGrid grid() const override { return {}; }
  unsigned workers() const override { return static_cast<unsigned>(workers_.size()); }
  bool in_task() const override { return RunningTask::of(*this) != nullptr; }

  void add_handle(HandleState& handle) override { recorder_.handle_added(handle); }
  void remove_handle(HandleState& handle) override;

  void* allocate(std::size_t bytes) override {
    return static_cast<std::byte*>(::operator new(bytes + Recorder::header_bytes)) + Recorder::header_bytes;
  }
  void submit(Task& task) override;
  void wait(HandleState& handle) override;
  void wait_all() override;
  void finish() override { recorder_.finish(); }

 private:
  /// One thread's side of the engine; other threads touch nothing but the queue.
  struct Worker {
    unsigned index = 0;
    std::unique_ptr<Policy> policy;
    TaskQueue queue;
    std::vector<Task*> stolen;
    std::vector<Task*> woken;
    std::vector<Task*> unparked;
    std::thread thread;  // none for worker 0
  };

  static void give_back(Task& task) {
    ::operator delete(reinterpret_cast<std::byte*>(&task) - Recorder::header_bytes);
  }

  // Threads and their search for work.
  void join();
  void work(Worker& self);
  Task* find_task(Worker& self);
  bool sees_task() const;
  template <class IsDone>
  void help_until(IsDone&& is_done);
  template <class IsDone>
  void help_as_worker_0(IsDone&& is_done);

  // A task's life.
  std::size_t register_accesses(Task& task);
  void execute(Worker& self, Task& task);
  bool take_turns(Worker& self, Task& task);
  void give_turn_back(HandleState& handle, std::vector<Task*>& unparked);
  void complete(Worker& self, Task& task, const std::exception_ptr& failure);
  void enqueue_woken(Worker& self);
  void enqueue(Policy& policy, Task& task, ReadyCause cause, const Worker* taker = nullptr);

  // Failures.
  std::exception_ptr poison_of(Task& task) const;
  void fail(Task& task, const std::exception_ptr& failure);

  [[no_unique_address]] Recorder recorder_;
  std::vector<std::unique_ptr<Worker>> workers_;
  Sleepers idle_;                          // workers without work, worker 0 included
  Sleepers outside_;                       // threads that wait while another thread is worker 0
  std::atomic<bool> has_worker_0_{false};  // whether a thread is worker 0

  // Submissions from outside of tasks share one policy; `submitting_` guards it.
  SpinLock submitting_;
  std::unique_ptr<Policy> submission_policy_;

  std::atomic<bool> stop_{false};
  std::atomic<std::uint64_t> next_number_{0};
  std::atomic<std::uint64_t> outstanding_{0};       // tasks submitted and not completed
  std::atomic<std::uint32_t> sleeping_waiters_{0};  // threads asleep in wait or wait_all

  std::atomic<bool> has_failures_{false};  // whether the next two hold anything
  std::mutex failures_;                    // taken before handles' locks
  std::exception_ptr first_failure_;
  std::unordered_set<HandleState*> poisoned_;
};

extern template class ThreadedEngine<Plain>;

}  // namespace gusset::detail

#include "gusset/core/detail/threaded_engine_impl.hpp"
