#pragma once
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <tuple>
#include <type_traits>
#include <utility>

#include "gusset/core/access.hpp"
#include "gusset/core/data_pool.hpp"
#include "gusset/core/engine.hpp"
#include "gusset/core/engine/current_worker.hpp"
#include "gusset/core/engine/task_arena.hpp"
#include "gusset/core/engine/task_block.hpp"
#include "gusset/core/errors.hpp"
#include "gusset/core/graph_kind.hpp"
#include "gusset/core/handle.hpp"
#include "gusset/core/options.hpp"
#include "gusset/core/plan.hpp"
#include "gusset/core/process_grid.hpp"
#include "gusset/core/reserved.hpp"
#include "gusset/core/task.hpp"

namespace gusset {

namespace detail {
class GraphLog;
}

/// Takes a program's tasks and runs each once what it accesses is ready, on the engine that was chosen for
/// it. The thread that waits executes tasks too, as worker 0.
///
///     gusset::Runtime runtime;
///     const gusset::TaskType gemm("gemm");
///     runtime.submit(gemm(2.0 * m * n * k),
///                    [](gusset::Tile<const double> x, gusset::Tile<const double> y, gusset::Tile<double> z)
///                    { … }, read(a(k, j)), read(a(i, j)), add(a(k, i)));
///     runtime.wait();
///
/// Every member may be called from any thread, and submit and handle from inside tasks. A runtime must
/// outlive its handles and data.
class Runtime {
 public:
  /// As the environment says (see Options::from_environment); meant for main(). What cannot go on ends the
  /// program by one line on stderr: bad settings with exit status 2; wrong use, simulations that can't go on
  /// and results that can't be written with 1. Where GUSSET_HANDSHAKE names a file, says there in one line
  /// whether the engine is ready, or the same error.
  Runtime();
  /// As options say. Throws ConfigurationError; later errors are thrown as well.
  explicit Runtime(const Options& options);
  /// On an engine of one's own.
  explicit Runtime(std::unique_ptr<Engine> engine);
  Runtime(const Runtime&) = delete;
  Runtime& operator=(const Runtime&) = delete;
  /// Waits for all tasks and writes the engine's results. A failed task that no wait has reported is reported
  /// on stderr.
  ~Runtime();

  /// Whether kernels run and handles have contents. Where not, data outside of kernels can't be touched.
  bool has_data() const { return engine_->has_data(); }
  /// The arrangement of nodes; data is distributed over it.
  ProcessGrid grid() const { return engine_->grid(); }
  /// Workers of each node, the submitting thread included.
  unsigned workers() const { return engine_->workers(); }
  Engine& engine() const { return *engine_; }

  /// A handle without contents. With owner `every_node` each node has one of its own, which its tasks access.
  /// Throws UsageError where the owner is no node of the grid.
  Handle handle(std::string name, std::uint64_t size_bytes = 0, NodeId owner = NodeId(0));

  /// Submits a task. When it runs, the kernel is called with a view of each access that has contents, in
  /// order: Tile<const T> for read, Tile<T> for write and add, of a NodeLocal<T> references; for a
  /// std::vector of accesses a std::vector of views; for a bare handle nothing. It must not capture such
  /// data. A handle that is named twice is accessed once, in the mode that stands for both. The task's node
  /// is the call's, else the owner of the first modified handle, else of the first input, else 0.
  ///
  /// A kernel with a member `split` is a task that can split: where something that it accesses has parts,
  /// split is called instead, with the parts (TileParts) of each, and submits tasks over them.
  ///
  /// A task that a kernel submits is its subtask: the submitting task completes when it has, so it must not
  /// wait for what that one holds; it may read what that one reads. TaskCall::detached makes it none.
  ///
  /// While many of the program's tasks are in flight (Options::window), the program's thread executes some
  /// here before it goes on: it must not hold a lock that kernels take.
  ///
  /// Throws UsageError for a call without a type or with work that is negative or not finite, for a handle of
  /// another runtime or a destroyed one (the latter in builds with assertions), for a node outside of the
  /// grid, for a task that modifies what another node owns, for a subtask that would wait for its parent, and
  /// for a task everywhere that accesses what one node owns, that another task's kernel submits, or in a
  /// plan.
  template <class Kernel, detail::TaskArgument... Arguments>
  void submit(const TaskCall& call, Kernel&& kernel, Arguments&&... accesses);

  /// Registers an access before its task exists: tasks submitted from now on wait for it as if the task had
  /// been submitted here. It goes into a later submit, by std::move; where it is destroyed unused, nobody
  /// waits for it any more. UsageError for a handle that every node owns.
  template <class Contents>
  Reserved<Contents> reserve(const Access<Contents>& access) {
    return {access, *this, reserve_version(*access.handle, access.mode)};
  }

  /// What `submissions` submits in this thread becomes a plan, to be run again and again; nothing runs now.
  template <class Submissions>
  Plan capture(Submissions&& submissions) {
    const Capture capture(*this);
    std::forward<Submissions>(submissions)();
    return end_capture();
  }
  /// Runs a plan: after what was submitted so far on the handles it accesses, before what is submitted later.
  /// Does not wait.
  void run(Plan& plan);

  /// Lets adds to a busy handle go to buffers of its size, which are merged and applied later (SuperGlue,
  /// section 4.5). Once for a handle; the functions may not throw, but for `create`: where that does the add
  /// waits for its turn instead. UsageError for a handle without contents or size, or with tasks in flight.
  template <HandleLike Data>
  void rename_adds(const Data& data, RenamingFunctions functions) {
    rename_adds_of(data.state(), std::move(functions));
  }

  /// Returns when all tasks submitted so far that access it have completed. If one that should have modified
  /// it failed, or was not run because of a failure, throws that TaskFailure; so do later waits until wait()
  /// has. UsageError inside a task; Deadlock where it waits for what will never come.
  template <HandleLike Data>
  void wait(const Data& data) {
    wait_for(data.state(), std::nullopt);
  }
  /// Returns when that many accesses of it have completed; counts wrap after 2³², so a version more than 2³¹
  /// ahead counts as past.
  template <HandleLike Data>
  void wait(const Data& data, std::uint32_t version) {
    wait_for(data.state(), version);
  }
  /// How many accesses of it have completed.
  template <HandleLike Data>
  std::uint32_t version(const Data& data) const {
    return data.state().version();
  }

  /// Returns when all tasks have completed. If one failed, throws the first TaskFailure (whose rethrow_nested
  /// throws what the kernel threw), or Cancelled, and forgets all failures: the runtime is as good as before,
  /// the contents of what failed tasks should have modified are not. Tasks that depend on a failed one are
  /// not run; all others are. UsageError inside a task. Deadlock, naming them, where tasks are left that can
  /// never run; they are dropped then. That is so as soon as nothing runs any more; once other threads have
  /// used the runtime, after 10 s of that, as they may go on submitting. A thread that will submit later what
  /// others wait for already should therefore reserve it itself.
  void wait();

  /// Until wait() has returned, no task is started; it throws Cancelled.
  void cancel() { engine_->cancel(); }
  /// The same for the tasks that access this, and those that depend on them.
  template <HandleLike Data>
  void cancel(const Data& data) {
    require_own(data.state());
    engine_->cancel(data.state());
  }

  /// No task starts before resume() or a wait that has something to wait for; running ones go on.
  void pause() { engine_->pause(); }
  void resume() { engine_->resume(); }

  /// Notes each task submitted from now on for write_dot, subtasks and those of plans too; takes memory for
  /// each, as long as the runtime lives.
  void log_graph();
  /// The graph as submitted since log_graph(), for Graphviz, whether its tasks have run or not. Commuting
  /// tasks are joined by dashed lines without direction, subtasks to their parents by dotted arrows. Versions
  /// are counted from log_graph() on. Where several threads submitted tasks on one handle at once, these may
  /// be drawn in another order than they got. UsageError without log_graph().
  void write_dot(std::ostream& out, GraphKind kind = GraphKind::tasks) const;

  /// Memory for data, of this node.
  DataPool& pool() { return pool_; }

  /// Throws the error; in a runtime made by the environment, outside of tasks, ends the program by one line
  /// instead.
  [[noreturn]] void refuse(const UsageError& error) const;

  /// For types that bring handles of their own: names and announces one, and takes it back after waiting for
  /// it.
  void attach(HandleState& state, std::string name, std::uint64_t size_bytes, NodeId owner);
  static void detach(HandleState& state) noexcept;

 private:
  template <class Contents>
  friend class Reserved;

  class Capture {
   public:
    explicit Capture(Runtime& runtime);
    ~Capture();
    Capture(const Capture&) = delete;
    Capture& operator=(const Capture&) = delete;

   private:
    Runtime& runtime_;
  };
  void ready();
  Plan end_capture();
  bool is_capturing() const;

  template <class Action>
  auto guarded(Action&& action) const;
  void wait_for(HandleState& state, std::optional<std::uint32_t> version);
  std::uint32_t reserve_version(HandleState& state, AccessMode mode);
  void rename_adds_of(HandleState& state, RenamingFunctions functions);
  TaskMemory allocate(std::size_t bytes, bool wants_extra);
  bool is_plain(const TaskCall& call, Task& task) const;
  [[noreturn]] void refused(Task& task) const;
  /// Checks a task, places it and merges its accesses in place.
  void admit(const TaskCall& call, Task& task) const;
  void require_own(const HandleState& state) const;
  void refuse_call(const TaskCall& call) const;
  void refuse_handle(const TaskCall& call, const HandleState& handle) const;
  NodeId place(const TaskCall& call, Task& task) const;
  void require_everywhere(const TaskCall& call, Task& task) const;
  void hand_over(const TaskCall& call, Task& task);

  static constexpr std::size_t most_checked_here = 4;  // accesses

  bool from_environment_ = false;
  DataPool pool_;
  std::unique_ptr<Engine> engine_;
  TaskSource source_;
  bool has_one_node_ = true;
  std::atomic<std::uint32_t> next_handle_{0};
  std::atomic<bool> failure_reported_{false};
  std::atomic<std::uint32_t> watchers_{0};  // of submissions: what captures a plan, and the graph's log
  std::atomic<detail::GraphLog*> graph_log_{nullptr};
  std::unique_ptr<detail::PlanGraph> captured_;  // while a plan is captured
  std::atomic<std::thread::id> capturing_thread_{};
};

template <class Kernel, detail::TaskArgument... Arguments>
void Runtime::submit(const TaskCall& call, Kernel&& kernel, Arguments&&... accesses) {
  using Plain = std::decay_t<Kernel>;
  using Stored =
      std::conditional_t<std::is_nothrow_move_constructible_v<Plain>, Plain, detail::BoxedKernel<Plain>>;
  using Block = detail::TaskBlock<Stored, std::remove_cvref_t<Arguments>...>;
  static_assert(Block::template is_kernel<Plain>,
                "the kernel must take one view for each access that has contents, in their order");

  (detail::ArgumentTraits<std::remove_cvref_t<Arguments>>::check(accesses), ...);
  const std::size_t count =
      (detail::ArgumentTraits<std::remove_cvref_t<Arguments>>::count(accesses) + ... + std::size_t{0});
  typename Block::Closure closure{
      Stored(std::forward<Kernel>(kernel)),
      {detail::ArgumentTraits<std::remove_cvref_t<Arguments>>::store(accesses)...}};
  Task& task =
      Block::construct(allocate(Block::bytes(count), call.has_wishes() || count > Task::max_inline_accesses),
                       call.type, count, std::move(closure), accesses...);
  constexpr bool is_short = ((!detail::ArgumentTraits<std::remove_cvref_t<Arguments>>::is_list) && ...) &&
                            sizeof...(Arguments) <= most_checked_here;
  if constexpr (is_short) {
    if (is_plain(call, task)) [[likely]] {
      try {
        engine_->submit(task);
      } catch (...) {
        refused(task);
      }
      (detail::ArgumentTraits<std::remove_cvref_t<Arguments>>::submitted(accesses), ...);
      return;
    }
  }
  hand_over(call, task);
  (detail::ArgumentTraits<std::remove_cvref_t<Arguments>>::submitted(accesses), ...);
}

inline TaskMemory Runtime::allocate(std::size_t bytes, bool wants_extra) {
  if (detail::CurrentWorker::innermost == nullptr && detail::CurrentWorker::this_thread() == source_.thread &&
      watchers_.load(std::memory_order_relaxed) == 0)
      [[likely]]  // relaxed: only this thread's captures count
    return source_.memory->allocate_task(bytes, wants_extra || source_.always_extra);
  return engine_->allocate(bytes, wants_extra || is_capturing());
}

/// Whether a task needs nothing of what hand_over does: accesses of this runtime's handles, each once, on a
/// single node, and no more to be noted than its turns.
inline bool Runtime::is_plain(const TaskCall& call, Task& task) const {
  bool is_right = call.is_sound() && has_one_node_ && call.node.is_none() && !task.has_extra() &&
                  watchers_.load(std::memory_order_relaxed) == 0;  // relaxed: see log_graph
  bool turns = false;
  for (TaskAccess* access = task.begin(); access != task.end(); ++access) {
    is_right &= access->handle().engine == engine_.get();
    turns |= takes_turns(access->mode());
    for (TaskAccess* earlier = task.begin(); earlier != access; ++earlier)
      is_right &= &earlier->handle() != &access->handle();
  }
  if (turns && is_right) task.set_has_turns();
  return is_right;
}

template <class Contents>
Reserved<Contents>::~Reserved() {
  if (runtime_ == nullptr) return;
  runtime_->submit(
      detail::released_type()().detached(), [] {}, Reserved<NoContents>(std::move(*this)));
}

}  // namespace gusset
