#pragma once
#include <cstdint>
#include <vector>

#include "gusset/simulator/costs/overheads.hpp"
#include "gusset/traces/model/trace.hpp"

namespace gusset::simulator {

/// What the runtime took in measured traces: medians, as other programs lengthen some a lot.
class MeasuredOverheads {
 public:
  /// Adds a trace, as far as it knows submissions and readiness.
  void add(const traces::Trace& trace);
  /// 0 for what was seen too rarely.
  Overheads measured() const;

 private:
  void add_submissions(const traces::Trace& trace);
  void add_switches(const traces::Trace& trace);

  std::vector<std::int64_t> between_submissions_ns_;
  std::vector<std::int64_t> between_tasks_ns_;
};

}  // namespace gusset::simulator
