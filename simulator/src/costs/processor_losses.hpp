#pragma once
#include <cstdint>
#include <vector>

#include "gusset/traces/model/trace.hpp"

namespace gusset::simulator {

/// How long the threads of a trace's workers had no processor while they ran tasks, or did other work between
/// tasks, because other threads had it. Time that a worker waits for tasks, or that a task waits of its own
/// accord, does not count; but time that a woken worker waits for a processor does.
class ProcessorLosses {
 public:
  explicit ProcessorLosses(const traces::Trace& trace);

  /// Returns whether the trace knows the threads' processor time.
  bool is_known() const { return !of_task_.empty(); }
  /// Returns for how long the task was interrupted. Requires is_known().
  std::int64_t of(traces::TaskId task) const { return of_task_[task.value()]; }
  /// Returns the lengths of all interruptions of workers, within tasks or not, in no particular order.
  const std::vector<std::int64_t>& lengths_ns() const { return lengths_ns_; }

 private:
  void add(const traces::SpanColumns& spans, const traces::ProcessorUse& use, std::int64_t lost_ns);

  std::vector<std::int64_t> of_task_;
  std::vector<std::int64_t> lengths_ns_;
};

}  // namespace gusset::simulator
