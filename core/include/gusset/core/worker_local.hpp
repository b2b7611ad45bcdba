#pragma once
#include <climits>
#include <concepts>
#include <cstddef>
#include <deque>

#include "gusset/core/engine/current_worker.hpp"
#include "gusset/core/errors.hpp"
#include "gusset/core/ids.hpp"
#include "gusset/core/runtime.hpp"

namespace gusset {

/// One value for each worker of a runtime, on separate cache lines: counters, partial sums or random number
/// generators that kernels use without a handle. Must outlive the tasks that use it.
///
///     gusset::WorkerLocal<std::size_t> found(runtime);
///     runtime.submit(search(), [&found](gusset::Tile<const double> tile) { found.local() += …; }, …);
///     runtime.wait();
///     found.for_each([&](std::size_t count) { total += count; });
template <class T>
class WorkerLocal {
 public:
  /// Gives each worker a copy of the value.
  explicit WorkerLocal(const Runtime& runtime, const T& value = T())
      : WorkerLocal(runtime, [&value](WorkerId) { return value; }) {}

  /// Gives each worker the value that make(worker) returns; T need not be movable.
  template <std::invocable<WorkerId> Make>
  WorkerLocal(const Runtime& runtime, Make&& make) : engine_(&runtime.engine().worker_engine()) {
    for (unsigned worker = 0; worker < runtime.workers(); ++worker)
      slots_.emplace_back(make, WorkerId(worker));
  }

  /// The value of the worker that runs the calling kernel. If kernels of several runtimes nest, uses the
  /// kernel of this runtime. Throws UsageError outside of the runtime's kernels.
  T& local() {
    const unsigned worker = detail::current_worker_index(*engine_);
    if (worker == UINT_MAX) refuse();
    return slots_[worker].value;
  }

  /// Calls visit(value) for each value, in order of workers. Wait first for the tasks that use the values.
  template <class Visit>
  void for_each(Visit&& visit) {
    for (Slot& slot : slots_) visit(slot.value);
  }
  template <class Visit>
  void for_each(Visit&& visit) const {
    for (const Slot& slot : slots_) visit(slot.value);
  }

  std::size_t size() const { return slots_.size(); }

 private:
  struct alignas(64) Slot {
    template <class Make>
    Slot(Make& make, WorkerId worker) : value(make(worker)) {}
    T value;
  };

  [[noreturn]] static void refuse() {
    throw UsageError("worker-local value: expected a use inside a task of its runtime, found one outside");
  }

  const Engine* engine_;
  std::deque<Slot> slots_;  // a deque, because T may not be movable
};

}  // namespace gusset
