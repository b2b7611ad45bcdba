#pragma once
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <memory>
#include <optional>
#include <span>
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
#include "gusset/core/graphs/pending_tasks.hpp"
#include "gusset/core/handle.hpp"
#include "gusset/core/options.hpp"
#include "gusset/core/plan.hpp"
#include "gusset/core/process_grid.hpp"
#include "gusset/core/reserved.hpp"
#include "gusset/core/task.hpp"

namespace gusset {

class Chunks;

namespace detail {
class GraphLog;
class ScheduleGuide;
}  // namespace detail

/// Executes a program's tasks on the chosen engine: each runs once, when everything that it accesses is
/// ready. A thread that waits executes tasks too, as worker 0.
///
///     gusset::Runtime runtime;
///     const gusset::TaskType gemm("gemm");
///     runtime.submit(gemm(2.0 * m * n * k),
///                    [](gusset::Tile<const double> x, gusset::Tile<const double> y, gusset::Tile<double> z)
///                    { … }, read(a(k, j)), read(a(i, j)), add(a(k, i)));
///     runtime.wait();
///
/// Any thread may call any member function. Tasks may also call submit and handle. A runtime must outlive its
/// handles and data.
class Runtime {
 public:
  /// Takes its options from the environment (see Options::from_environment); meant for main(). Fatal errors
  /// end the program with one line on stderr. The exit status is 2 for bad settings, and 1 for misuse, for
  /// simulations that cannot continue and for results that cannot be written. If GUSSET_HANDSHAKE names a
  /// file, appends one line to it when the engine is ready, one when the destructor has finished, and the
  /// same line as on stderr for a fatal error.
  Runtime();
  /// Takes the given options. Throws ConfigurationError; later errors are thrown as well.
  explicit Runtime(const Options& options);
  /// Uses a custom engine.
  explicit Runtime(std::unique_ptr<Engine> engine);
  Runtime(const Runtime&) = delete;
  Runtime& operator=(const Runtime&) = delete;
  /// Waits for all tasks and writes the engine's results. Reports on stderr a failed task that no wait has
  /// reported.
  ~Runtime();

  /// Whether kernels run and handles have contents. If not, the program must not access data outside of
  /// kernels.
  bool has_data() const { return engine_->has_data(); }
  /// The arrangement of nodes that data is distributed over.
  ProcessGrid grid() const { return engine_->grid(); }
  /// The number of workers per node, including the submitting thread.
  unsigned workers() const { return engine_->workers(); }
  Engine& engine() const { return *engine_; }

  /// Makes a handle without contents. With the owner `every_node`, each node has its own copy, which its
  /// tasks access. Throws UsageError if the owner is not a node of the grid.
  Handle handle(std::string name, std::uint64_t size_bytes = 0, NodeId owner = NodeId(0));

  /// Submits a task. When the task runs, it calls the kernel with a view of each access that has contents, in
  /// order: Tile<const T> for read, Tile<T> for write and add, a reference for a NodeLocal<T>, a std::vector
  /// of views for a std::vector of accesses, and nothing for a bare handle. The kernel must not capture data
  /// that the task accesses. A task that names a handle twice accesses it once, in the mode that covers both.
  /// The task's node is the node of the call; otherwise the owner of the first modified handle, otherwise of
  /// the first input, otherwise the node of the task or message that submits it, otherwise node 0.
  ///
  /// A task whose kernel has a member `split` can split. If something that it accesses has parts, the task
  /// calls split instead of the kernel, with the parts (TileParts) of each access, and split submits tasks
  /// over them.
  ///
  /// A kernel can have a member `then` without arguments. It is called after the kernel, also in simulations,
  /// and may fulfil tasks of task graphs, send messages and submit detached tasks. It must not access data.
  ///
  /// A task that a kernel submits is a subtask. Its parent completes only after all its subtasks, so a
  /// subtask must not wait for data that its parent holds; it may read data that its parent reads.
  /// TaskCall::detached submits a task that is not a subtask.
  ///
  /// While many of the program's tasks are in flight (Options::window), this function executes some of them
  /// on the program's thread before it returns. The caller must not hold a lock that kernels take.
  ///
  /// Throws UsageError for a call without a type or with work that is negative or not finite; for a handle of
  /// another runtime or a destroyed handle (the latter in builds with assertions); for a node outside the
  /// grid; for a task that modifies data of another node; for a subtask that would wait for its parent; and
  /// for a task everywhere that accesses data of one node, that another task's kernel submits, or that is
  /// part of a plan.
  template <class Kernel, detail::TaskArgument... Arguments>
  void submit(const TaskCall& call, Kernel&& kernel, Arguments&&... accesses);

  /// Submits a data-parallel loop: a task for each chunk, as submit does (loop.hpp). The kernel gets the
  /// Chunk and then the views. `accesses(chunk)` returns what a chunk's task accesses, one access or list or
  /// a std::tuple of them. Loops therefore depend on each other chunk by chunk: a chunk that reads what few
  /// chunks of an earlier loop wrote waits for these alone, and a chunk that reads all waits for the whole
  /// loop. Work counts per iteration. With TaskCall::among, chunk i runs on worker first + i mod count of its
  /// node and no other; a static schedule of a plan (Plan::set_schedule) decides instead.
  ///
  ///     runtime.loop(axpy(2.0), gusset::chunks(n, 1000),
  ///                  [a](const gusset::Chunk& chunk, gusset::Tile<const double> x, gusset::Tile<double> y)
  ///                  { for (std::size_t i = 0; i < chunk.size(); ++i) y(i, 0) += a * x(i, 0); },
  ///                  [&](const gusset::Chunk& chunk)
  ///                  { return std::tuple(read(x(chunk.index, 0)), write(y(chunk.index, 0))); });
  ///
  /// Throws what submit and `accesses` throw; the earlier chunks have been submitted then. Throws UsageError
  /// before it submits any chunk if `among` names no workers, or workers that do not exist.
  template <class Kernel, class Accesses>
  void loop(const LoopCall& call, const Chunks& chunks, Kernel&& kernel, Accesses&& accesses);

  /// Registers an access before its task exists. Tasks submitted from now on wait for it as if its task had
  /// been submitted here. Pass the reservation to a later submit with std::move. If it is destroyed unused,
  /// no task waits for it any more. Throws UsageError for a handle that every node owns.
  template <class Contents>
  Reserved<Contents> reserve(const Access<Contents>& access) {
    return {access, *this, reserve_version(*access.handle, access.mode)};
  }

  /// Makes a plan of the tasks that `submissions` submits in this thread. The plan can run many times;
  /// nothing runs now.
  template <class Submissions>
  Plan capture(Submissions&& submissions) {
    const Capture capture(*this);
    std::forward<Submissions>(submissions)();
    return end_capture();
  }
  /// Runs a plan: after everything submitted so far on the handles that it accesses, and before everything
  /// submitted later. Returns without waiting.
  void run(Plan& plan);

  /// Lets adds to a busy handle go to separate buffers of the handle's size, which are merged and applied
  /// later (SuperGlue, section 4.5). Call it once per handle. The functions must not throw, except `create`:
  /// if it throws, the add waits for the handle instead. Throws UsageError for a handle without contents or
  /// size, or with tasks in flight.
  template <HandleLike Data>
  void rename_adds(const Data& data, RenamingFunctions functions) {
    rename_adds_of(data.state(), std::move(functions));
  }

  /// Returns when all tasks submitted so far that access the data have completed. Throws a TaskFailure if a
  /// task that should have modified the data failed or was skipped after a failure; later waits for the data
  /// throw it again until wait() has reported it. Throws UsageError inside a task, and Deadlock if the wait
  /// can never end.
  template <HandleLike Data>
  void wait(const Data& data) {
    wait_for(data.state(), std::nullopt);
  }
  /// Returns when that many accesses to the data have completed. Counts wrap after 2³², so a version more
  /// than 2³¹ ahead counts as already reached.
  template <HandleLike Data>
  void wait(const Data& data, std::uint32_t version) {
    wait_for(data.state(), version);
  }
  /// The number of completed accesses to the data.
  template <HandleLike Data>
  std::uint32_t version(const Data& data) const {
    return data.state().version();
  }

  /// Returns when all tasks have completed. If a task failed, throws the first TaskFailure (whose
  /// rethrow_nested throws the kernel's exception), or Cancelled, and clears all failures. The runtime is
  /// fully usable again, but the contents that failed tasks should have modified are not. Tasks that depend
  /// on a failed task are skipped; all others run. Throws UsageError inside a task. Throws Deadlock, with the
  /// tasks' names, if some tasks can never run, and drops these tasks. It does so as soon as nothing runs any
  /// more. After other threads have used the runtime, it waits 10 s first, because they may still submit
  /// tasks. A thread that will later submit a task that others already wait for should therefore reserve the
  /// access itself.
  void wait();

  /// Starts no task until the end of the next wait(), which throws Cancelled.
  void cancel() { engine_->cancel(); }
  /// Cancels the tasks that access this data, and the tasks that depend on them.
  template <HandleLike Data>
  void cancel(const Data& data) {
    require_own(data.state());
    engine_->cancel(data.state());
  }

  /// Starts no task until resume(), or until a wait that has something to wait for. Running tasks continue.
  void pause() { engine_->pause(); }
  void resume() { engine_->resume(); }

  /// Logs each task submitted from now on for write_dot, including subtasks and the tasks of plans. Uses
  /// memory for each task until the runtime is destroyed.
  void log_graph();
  /// Writes the graph of the tasks submitted since log_graph(), for Graphviz, whether they have run or not.
  /// Dashed lines without direction join commuting tasks; dotted arrows join subtasks to their parents.
  /// Versions count from log_graph(). If several threads submitted tasks on one handle at once, the drawing
  /// may show these tasks in another order than the engine's. Throws UsageError without log_graph().
  void write_dot(std::ostream& out, GraphKind kind = GraphKind::tasks) const;

  /// This node's memory for data.
  DataPool& pool() { return pool_; }

  /// Throws the error. A runtime made from the environment ends the program with one line instead, unless the
  /// caller is inside a task.
  [[noreturn]] void refuse(const UsageError& error) const;

  /// For types with their own handles: attach names and announces a handle; detach waits for it and removes
  /// it.
  void attach(HandleState& state, std::string name, std::uint64_t size_bytes, NodeId owner);
  static void detach(HandleState& state) noexcept;
  /// For task graphs: detach waits for all tasks.
  void attach(detail::PendingTasks& graph) { task_graphs_.add(graph); }
  void detach(detail::PendingTasks& graph) noexcept;

 private:
  template <class Contents>
  friend class Reserved;
  template <class Key, class Hash>
  friend class TaskGraph;
  friend class MessageKind;

  class Capture {
   public:
    explicit Capture(Runtime& runtime);
    ~Capture();
    Capture(const Capture&) = delete;
    Capture& operator=(const Capture&) = delete;

   private:
    Runtime& runtime_;
  };
  void make(Options options);
  void ready();
  void guide(Task& task);
  void end_guide();
  Plan end_capture();
  bool is_capturing() const;

  template <class Action>
  auto guarded(Action&& action) const;
  void wait_for_all();
  void wait_at_end() noexcept;
  void wait_for(HandleState& state, std::optional<std::uint32_t> version);
  std::uint32_t reserve_version(HandleState& state, AccessMode mode);
  void rename_adds_of(HandleState& state, RenamingFunctions functions);
  TaskMemory allocate(std::size_t bytes, bool wants_extra);
  /// Submits a task of this process that accesses nothing: see Engine::submit_own. The call has a node.
  template <class Kernel>
  void submit_own(const TaskCall& call, Kernel kernel);
  void hand_over_own(const TaskCall& call, Task& task);
  bool is_plain(const TaskCall& call, Task& task, bool is_placed) const;
  enum class Offer { none, passed, kept };
  template <std::size_t limit, class... Arguments>
  Offer offer(const TaskCall& call, std::size_t count, const Arguments&... accesses);
  Offer offer_uses(const TaskCall& call, std::span<const Use> uses);
  bool passes_by(const TaskCall& call, NodeId node, Task& task);
  [[noreturn]] void refused(Task& task) const;
  /// Checks a task, places it, and merges its accesses in place. Returns its node, if there are several
  /// nodes.
  NodeId admit(const TaskCall& call, Task& task) const;
  void require_own(const HandleState& state) const;
  void require_worker(const TaskCall& call) const;
  void require_workers(const LoopCall& call) const;
  void refuse_call(const TaskCall& call) const;
  void refuse_handle(const TaskCall& call, const HandleState& handle) const;
  NodeId place(const TaskCall& call, Task& task) const;
  void require_everywhere(const TaskCall& call, Task& task) const;
  /// `is_kept`: the engine already knows that the task belongs to this process.
  void hand_over(const TaskCall& call, Task& task, bool is_kept);

  static constexpr std::size_t max_checked_here = 4;  // accesses
  static constexpr std::size_t max_offered_early = 16;

  bool from_environment_ = false;
  DataPool pool_;
  std::unique_ptr<Engine> engine_;
  TaskSource source_;
  bool has_one_node_ = true;  // there is one node, which this process represents
  detail::TaskGraphs task_graphs_;
  std::atomic<bool> failure_reported_{false};  // a wait for some data has reported it
  std::atomic<std::uint32_t> watchers_{0};  // observers of submissions: captures of a plan and the graph log
  std::atomic<detail::GraphLog*> graph_log_{nullptr};
  std::unique_ptr<detail::PlanGraph> captured_;  // set during a capture
  std::atomic<std::thread::id> capturing_thread_{};
  std::unique_ptr<detail::ScheduleGuide> guide_;  // null: no schedule file
  bool ranks_plans_ = false;                      // for the policy `critical`
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
  constexpr bool has_list = (detail::ArgumentTraits<std::remove_cvref_t<Arguments>>::is_list || ...);
  bool is_placed = has_one_node_;
  bool is_kept = false;
  if (!is_placed) [[unlikely]] {
    const Offer answer =
        offer < has_list ? max_offered_early : sizeof...(Arguments) > (call, count, accesses...);
    if (answer == Offer::passed) {
      (detail::ArgumentTraits<std::remove_cvref_t<Arguments>>::submitted(accesses), ...);
      return;
    }
    is_placed = is_kept = answer == Offer::kept;
  }
  typename Block::Closure closure{
      Stored(std::forward<Kernel>(kernel)),
      {detail::ArgumentTraits<std::remove_cvref_t<Arguments>>::store(accesses)...}};
  Task& task =
      Block::construct(allocate(Block::bytes(count), call.has_options() || count > Task::max_inline_accesses),
                       call.type, count, std::move(closure), accesses...);
  constexpr bool is_short = !has_list && sizeof...(Arguments) <= max_checked_here;
  if constexpr (is_short) {
    if (is_plain(call, task, is_placed)) [[likely]] {
      try {
        engine_->submit(task);
      } catch (...) {
        refused(task);
      }
      (detail::ArgumentTraits<std::remove_cvref_t<Arguments>>::submitted(accesses), ...);
      return;
    }
  }
  hand_over(call, task, is_kept);
  (detail::ArgumentTraits<std::remove_cvref_t<Arguments>>::submitted(accesses), ...);
}

template <class Kernel>
void Runtime::submit_own(const TaskCall& call, Kernel kernel) {
  using Block = detail::TaskBlock<Kernel>;
  typename Block::Closure closure{std::move(kernel), {}};
  Task& task = Block::construct(engine_->allocate(Block::bytes(0), true), call.type, 0, std::move(closure));
  hand_over_own(call, task);
}

/// Offers a task to the engine before it is built, if each node is a process. Offers only usual tasks, which
/// need no more checks: hand_over offers the others.
template <std::size_t limit, class... Arguments>
[[gnu::noinline]] Runtime::Offer Runtime::offer(const TaskCall& call, std::size_t count,
                                                const Arguments&... accesses) {
  if (count > limit || engine_->here().is_none()) return Offer::none;
  std::array<Use, limit> uses;
  std::size_t used = 0;
  [[maybe_unused]] const auto append = [&](HandleState& handle, AccessMode mode, auto... version) {
    uses[used++] = {&handle, mode, sizeof...(version) == 1, (version + ... + std::uint32_t{0})};
  };
  (detail::ArgumentTraits<Arguments>::visit(accesses, append), ...);
  return offer_uses(call, std::span(uses.data(), used));
}

inline TaskMemory Runtime::allocate(std::size_t bytes, bool wants_extra) {
  if (detail::CurrentWorker::innermost == nullptr && detail::CurrentWorker::this_thread() == source_.thread &&
      watchers_.load(std::memory_order_relaxed) == 0)
      [[likely]]  // relaxed: only this thread's own captures matter
    return source_.memory->allocate_task(bytes, wants_extra || source_.always_extra);
  return engine_->allocate(bytes, wants_extra || is_capturing() || guide_ != nullptr);
}

/// Whether a task can skip hand_over: it accesses only handles of this runtime, each once, on a known node,
/// and needs no bookkeeping beyond its locks.
inline bool Runtime::is_plain(const TaskCall& call, Task& task, bool is_placed) const {
  bool is_right = call.is_sound() && is_placed && call.node.is_none() && !task.has_extra() &&
                  watchers_.load(std::memory_order_relaxed) == 0;  // relaxed: see log_graph
  bool locks = false;
  for (TaskAccess* access = task.begin(); access != task.end(); ++access) {
    is_right &= access->handle().engine == engine_.get();
    locks |= needs_lock(access->mode());
    for (TaskAccess* earlier = task.begin(); earlier != access; ++earlier)
      is_right &= &earlier->handle() != &access->handle();
  }
  if (locks && is_right) task.set_needs_locks();
  return is_right;
}

template <class Contents>
Reserved<Contents>::~Reserved() {
  if (runtime_ == nullptr) return;
  runtime_->submit(
      detail::released_type()().detached(), [] {}, Reserved<NoContents>(std::move(*this)));
}

}  // namespace gusset
