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

/// One value for each worker of a runtime, on cache lines of its own: counters, partial sums, random numbers
/// that kernels use without a handle. Must outlive the tasks that use it.
///
///     gusset::WorkerLocal<std::size_t> found(runtime);
///     runtime.submit(search(), [&found](gusset::Tile<const double> tile) { found.local() += …; }, …);
///     runtime.wait();
///     found.for_each([&](std::size_t count) { total += count; });
template <class T>
class WorkerLocal {
 public:
  /// A copy of the value for each.
  explicit WorkerLocal(const Runtime& runtime, const T& value = T())
      : WorkerLocal(runtime, [&value](WorkerId) { return value; }) {}

  /// What make(worker) returns for each; T need not be movable.
  template <std::invocable<WorkerId> Make>
  WorkerLocal(const Runtime& runtime, Make&& make) : engine_(&runtime.engine()) {
    for (unsigned worker = 0; worker < runtime.workers(); ++worker)
      slots_.emplace_back(make, WorkerId(worker));
  }

  /// That of the worker which runs the calling kernel, or the kernel around a runtime that the calling one
  /// belongs to. UsageError outside of the runtime's kernels.
  T& local() {
    const unsigned worker = detail::current_worker_index(*engine_);
    if (worker == UINT_MAX) refuse();
    return slots_[worker].value;
  }

  /// Calls visit(value) for each, in order of workers; once the tasks that use them are waited for.
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
    throw UsageError("worker-local value: expected to be used inside a task of its runtime, found none");
  }

  const Engine* engine_;
  std::deque<Slot> slots_;  // a deque takes what can't be moved
};

}  // namespace gusset
