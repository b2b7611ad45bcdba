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

/// A trace to calibrate from and its name in errors.
struct CalibrationTrace {
  const traces::Trace* trace = nullptr;
  std::string name;
};

/// Share of a task's time during which all workers of its node must be busy for the task to count. A task
/// that runs alone has the caches, the memory and the processor's clock to itself.
inline constexpr double calibration_busy_share = 0.9;

/// Derives costs per type and size from measured traces, and why times vary (CostTable::variation, without
/// its runs). Also derives the runtime's overheads if the traces record submissions and readiness, and the
/// costs of messages if traces have several nodes.
///
/// A task's cost is its time on a processor, excluding spans nested in it. If a trace does not know the
/// processor time, what a long outlier took beyond the median counts as an interruption. Tasks that submitted
/// other tasks are left out. For each type and size, the tasks count that used no handle for the first time,
/// or all tasks if there are none; and of these, the tasks that ran while all workers were busy, or all if
/// fewer than `calibration_fewest` did. A task's size is its declared work, or without it the bytes of the
/// handles it accesses, each once (0 if the trace knows neither). Fails without traces, if a trace is a
/// prediction or has no task that ran, and if traces come from different hosts or processors.
Result<CostTable> calibrate(std::span<const CalibrationTrace> measured);
inline constexpr std::size_t calibration_fewest = 10;

/// The prediction of one trace from all others. Its times count from the first task's start to the last one's
/// end, because simulations don't know what a program does before its first task.
struct CrossValidation {
  std::string name;
  double measured_s = 0.0;
  std::optional<double> predicted_s;  ///< none: not predictable, see why_not
  double deviation = 0.0;             ///< standard deviation over seeds ÷ predicted_s
  std::string why_not;
  /// Returns predicted ÷ measured − 1; none without a prediction.
  std::optional<double> error() const {
    return predicted_s ? std::optional(*predicted_s / measured_s - 1.0) : std::nullopt;
  }
};
/// Shows how well the costs from some traces predict the others. Replays each trace on its own machine with
/// the costs from all traces of other commands; if there are none, or if they don't suffice, from all other
/// traces. So a trace that was recorded several times does not predict itself. Entries that can't be
/// predicted say why.
std::vector<CrossValidation> cross_validate(std::span<const CalibrationTrace> measured);

/// Returns what the traces' own errors say about further runs, for Variation::runs.
std::vector<MeasuredRun> measured_runs(std::span<const CrossValidation> validations);

}  // namespace gusset::simulator
