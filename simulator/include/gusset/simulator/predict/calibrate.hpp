#pragma once
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "gusset/base/result.hpp"
#include "gusset/simulator/costs/cost_table.hpp"
#include "gusset/traces/model/trace.hpp"

namespace gusset::simulator {

/// A trace to calibrate from, and what it is called in errors.
struct CalibrationTrace {
  const traces::Trace* trace = nullptr;
  std::string name;
};

/// Share of the measurements that calibration leaves out at each end: what a preempted worker or a cold cache
/// spoils.
inline constexpr double calibration_trim = 0.1;

/// Of a task's time, the least that all workers of its node must have been busy for it to count: alone, a
/// task has caches, memory and the processor's clock for itself.
inline constexpr double calibration_busy_share = 0.9;

/// Costs per type and size from what tasks took in traces, exclusive of spans nested in them, and the
/// runtime's overheads where traces know submissions. Tasks that others were submitted by are left out. Of a
/// type and size those tasks count during which all workers were busy, or all where these are fewer than
/// `calibration_fewest`. A task's size
/// is its declared work, else the bytes of the handles it accesses (each once; 0 where the trace knows
/// neither). Fails where there is no trace, where one was predicted, where one has no task that ran, and
/// where traces come from different hosts or processors.
Result<CostTable> calibrate(std::span<const CalibrationTrace> measured);
inline constexpr std::size_t calibration_fewest = 10;

/// One trace, predicted from all others.
struct CrossValidation {
  std::string name;
  double measured_s = 0.0;            ///< makespan
  std::optional<double> predicted_s;  ///< none where that can't be
  std::string why_not;
  std::optional<double> error() const {
    return predicted_s ? std::optional(*predicted_s / measured_s - 1.0) : std::nullopt;
  }
};
/// How well costs of some traces predict the others: each is played again on its own machine with costs from
/// all but itself. Traces that together would predict nothing say why.
std::vector<CrossValidation> cross_validate(std::span<const CalibrationTrace> measured);

}  // namespace gusset::simulator
