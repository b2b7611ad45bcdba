#pragma once
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "gusset/base/result.hpp"
#include "gusset/core/ids.hpp"
#include "gusset/simulator/costs/cost_table.hpp"

namespace gusset::simulator {

/// What a cost model knows about a task.
struct TaskShape {
  std::string_view type;
  double work = 0.0;        ///< declared work; 0: none declared
  std::uint64_t bytes = 0;  ///< total size of the accessed handles, each counted once
};

struct TaskCost {
  double seconds = 0.0;
  double deviation_s = 0.0;   ///< standard deviation of the measured times
  bool extrapolated = false;  ///< no measured size is within `near_size`
  SizeKind kind = SizeKind::work;
  double measured_size = 0.0;  ///< measured size that the cost is based on; 0: not based on a measurement
};

/// Predicts how long tasks take. Not thread-safe.
class CostModel {
 public:
  virtual ~CostModel() = default;

  /// Returns the task's cost, independent of the worker and of earlier tasks. Throws SimulationError naming
  /// the task type if the model has no cost for it.
  virtual TaskCost cost(const TaskShape& task) const = 0;

  /// Returns how many seconds the task takes on this worker now, given the result of `cost`. Models can
  /// override it to remember what ran where. Calls for one worker come in the order of simulated start times.
  virtual double on_start(const TaskShape& task, const TaskCost& cost, NodeId node, WorkerId worker) {
    (void)task, (void)node, (void)worker;
    return cost.seconds;
  }

  /// Returns true if on_start always returns the cost's seconds, in every run.
  virtual bool has_fixed_times() const { return false; }

  /// Returns an independent copy without the state of earlier runs, or null if the model can't be copied.
  /// With copies, seeds are simulated in parallel, one copy each; without, one after the other.
  virtual std::unique_ptr<CostModel> clone() const { return nullptr; }

  /// Starts a new run: discards what on_start remembers.
  virtual void restart() {}

  /// Returns true if the costs' deviations are `assumed_deviation` because nobody measured any.
  virtual bool assumes_deviation() const { return false; }

  /// Returns the runtime's overheads if the model knows them.
  virtual Overheads overheads() const { return {}; }

  /// Returns what messages cost if the model knows.
  virtual MessageCosts messages() const { return {}; }

  /// Returns a JSON object that describes the model, for prediction documents.
  virtual std::string description() const = 0;
};

/// Standard deviation ÷ mean of task times, assumed if no deviation was measured.
inline constexpr double assumed_deviation = 1e-3;

/// Predicts declared work ÷ rate. `work_per_s` is the rate of one worker and must be > 0. `source` says in a
/// word where the rate comes from.
std::unique_ptr<CostModel> make_rate_costs(double work_per_s, std::string source);

/// A size counts as measured if a measured size is within this relative distance.
inline constexpr double near_size = 0.05;

/// Predicts from measured means. A size within `near_size` of a measured one scales that size's cost by the
/// ratio of sizes. Any other size is marked as extrapolated: between two measured sizes it takes the power
/// law through both, otherwise it scales the nearest size's cost. `source` names the table in errors.
std::unique_ptr<CostModel> make_table_costs(CostTable table, std::string source);

/// Makes a model from `work:RATE` (work per second and worker) or from a cost file. `where` names the
/// argument's origin in errors.
Result<std::unique_ptr<CostModel>> costs_from_argument(const std::string& argument, const std::string& where);

}  // namespace gusset::simulator
