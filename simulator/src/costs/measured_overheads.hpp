#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "gusset/simulator/costs/overheads.hpp"
#include "gusset/traces/model/trace.hpp"

namespace gusset::simulator {

/// Derives the runtime's overheads from measured traces. Takes medians, because other programs lengthen some
/// intervals a lot.
class MeasuredOverheads {
 public:
  /// Adds the submissions and switches between tasks that the trace recorded.
  void add(const traces::Trace& trace);
  /// Returns 0 for an overhead with too few samples.
  Overheads measured() const;
  /// Returns the lower quartile of the times between tasks up to 100 µs; none with too few samples. On
  /// runtimes whose threads may not take every ready task (OpenMP's tied tasks), longer times are no
  /// overhead.
  std::optional<double> quick_switch_s() const;

 private:
  void add_submissions(const traces::Trace& trace);
  void add_switches(const traces::Trace& trace);

  std::vector<std::int64_t> between_submissions_ns_;
  std::vector<std::int64_t> between_tasks_ns_;
};

}  // namespace gusset::simulator
