#pragma once
#include <span>
#include <string>

#include "gusset/simulator/cost_table.hpp"
#include "gusset/traces/result.hpp"
#include "gusset/traces/trace.hpp"

namespace gusset::simulator {

/// A trace to calibrate from, and what it is called in errors.
struct CalibrationTrace {
  const traces::Trace* trace = nullptr;
  std::string name;
};

/// Share of the measurements that calibration leaves out at each end: what a preempted worker or a cold cache
/// spoils.
inline constexpr double calibration_trim = 0.1;

/// Costs per type and size from what tasks took in traces, exclusive of spans nested in them. A task's size
/// is its declared work, else the bytes of the handles it accesses (each once; 0 where the trace knows
/// neither). Fails where there is no trace, where one was predicted, where one has no task that ran, and
/// where traces come from different hosts or processors.
traces::Result<CostTable> calibrate(std::span<const CalibrationTrace> measured);

}  // namespace gusset::simulator
