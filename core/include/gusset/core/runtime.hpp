#pragma once
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "gusset/core/access.hpp"
#include "gusset/core/detail/task_block.hpp"
#include "gusset/core/engine.hpp"
#include "gusset/core/errors.hpp"
#include "gusset/core/handle.hpp"
#include "gusset/core/options.hpp"
#include "gusset/core/process_grid.hpp"
#include "gusset/core/task.hpp"

namespace gusset {

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

  /// A handle without contents. Throws UsageError where the owner is no node of the grid.
  Handle handle(std::string name, std::uint64_t size_bytes = 0, NodeId owner = NodeId(0));

  /// Submits a task. When it runs, the kernel is called with a view of each access that has contents, in
  /// order: Tile<const T> for read, Tile<T> for write and add; for a std::vector of accesses a std::vector of
  /// views; for a bare handle nothing. It must not capture such data. A handle that is named twice is
  /// accessed once, in the mode that stands for both. The task's node is the call's, else the owner of the
  /// first modified handle, else of the first input, else 0. Throws UsageError for a call without a type or
  /// with work that is negative or not finite, for a handle of another runtime, for a node outside of the
  /// grid, and for a task that modifies what another node owns.
  template <class Kernel, detail::TaskArgument... Arguments>
  void submit(const TaskCall& call, Kernel&& kernel, Arguments&&... accesses);

  /// Returns when all tasks submitted so far that access it have completed. If one that should have modified
  /// it failed, or was not run because of a failure, throws that failure's exception; so do later waits until
  /// wait() has. UsageError inside a task.
  template <HandleLike Data>
  void wait(const Data& data) {
    wait_for(data.state());
  }

  /// Returns when all tasks have completed. If one failed, throws the first failure's exception and forgets
  /// all failures: the runtime is as good as before, the contents of what failed tasks should have modified
  /// are not. Tasks that depend on a failed one are not run; all others are. UsageError inside a task.
  void wait();

  /// Throws the error; in a runtime made by the environment, outside of tasks, ends the program by one line
  /// instead.
  [[noreturn]] void refuse(const UsageError& error) const;

  /// For types that bring handles of their own: names and announces one, and takes it back after waiting for
  /// it.
  void attach(detail::HandleState& state, std::string name, std::uint64_t size_bytes, NodeId owner);
  static void detach(detail::HandleState& state) noexcept;

 private:
  template <class Action>
  auto guarded(Action&& action) const;
  void wait_for(detail::HandleState& state);
  /// Checks a task, places it and merges its accesses in place; returns how many there are.
  std::size_t admit(TaskCall& call, std::span<detail::RequestedAccess> accesses) const;
  void hand_over(Task& task);

  bool from_environment_ = false;
  std::unique_ptr<Engine> engine_;
  std::atomic<std::uint32_t> next_handle_{0};
  std::atomic<bool> failure_reported_{false};
};

namespace detail {
template <class Contents>
void request(const Access<Contents>& access, RequestedAccess*& next) {
  *next++ = {access.handle, access.mode};
}
template <class Contents>
void request(const std::vector<Access<Contents>>& accesses, RequestedAccess*& next) {
  for (const Access<Contents>& access : accesses) *next++ = {access.handle, access.mode};
}
template <class Contents>
std::size_t access_count(const Access<Contents>&) {
  return 1;
}
template <class Contents>
std::size_t access_count(const std::vector<Access<Contents>>& accesses) {
  return accesses.size();
}
}  // namespace detail

template <class Kernel, detail::TaskArgument... Arguments>
void Runtime::submit(const TaskCall& call, Kernel&& kernel, Arguments&&... accesses) {
  using Plain = std::decay_t<Kernel>;
  using Stored =
      std::conditional_t<std::is_nothrow_move_constructible_v<Plain>, Plain, detail::BoxedKernel<Plain>>;
  using Block = detail::TaskBlock<Stored, std::remove_cvref_t<Arguments>...>;
  using Views =
      decltype(std::tuple_cat(detail::ArgumentTraits<std::remove_cvref_t<Arguments>>::views(accesses)...));
  static_assert(
      requires(Plain & function, Views views) { std::apply(function, std::move(views)); },
      "the kernel must take one view for each access that has contents, in their order");

  constexpr bool has_lists = (detail::ArgumentTraits<std::remove_cvref_t<Arguments>>::is_list || ...);
  std::conditional_t<has_lists, std::vector<detail::RequestedAccess>,
                     std::array<detail::RequestedAccess, sizeof...(Arguments)>>
      requested;
  if constexpr (has_lists) requested.resize((detail::access_count(accesses) + ... + std::size_t{0}));
  [[maybe_unused]] detail::RequestedAccess* next = requested.data();
  (detail::request(accesses, next), ...);

  TaskCall placed = call;
  const std::span<detail::RequestedAccess> merged(requested.data(), admit(placed, requested));
  Stored stored(std::forward<Kernel>(kernel));
  std::tuple<std::remove_cvref_t<Arguments>...> arguments(std::forward<Arguments>(accesses)...);

  Task& task = Block::construct(engine_->allocate(Block::bytes(merged.size())), std::move(stored),
                                std::move(arguments), merged);
  task.call = placed;
  hand_over(task);
}

}  // namespace gusset
