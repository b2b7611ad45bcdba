#pragma once
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "gusset/base/result.hpp"
#include "gusset/core/ids.hpp"
#include "gusset/simulator/costs/cost_table.hpp"

namespace gusset::simulator {

/// What a cost model may know of a task.
struct TaskShape {
  std::string_view type;
  double work = 0.0;        ///< declared; 0: none
  std::uint64_t bytes = 0;  ///< of all handles it accesses, each once
};

struct TaskCost {
  double seconds = 0.0;
  double deviation_s = 0.0;   ///< standard deviation of what was measured
  bool extrapolated = false;  ///< from a size that is not near
  SizeKind kind = SizeKind::work;
  double measured_size = 0.0;  ///< that the cost comes from, where it was measured
};

/// Says how long tasks take. Not thread-safe.
class CostModel {
 public:
  virtual ~CostModel() = default;

  /// How long a task takes by itself. Throws SimulationError naming the type where the model has no cost for
  /// it.
  virtual TaskCost cost(const TaskShape& task) const = 0;

  /// How long it takes on that worker now, given its cost by itself: a place for models that remember what
  /// ran where. A worker's tasks come in the order of their simulated start.
  virtual double on_start(const TaskShape& task, const TaskCost& cost, NodeId node, WorkerId worker) {
    (void)task, (void)node, (void)worker;
    return cost.seconds;
  }

  /// Another of the same, that knows nothing of this one's runs; null where there can't be one. Seeds are
  /// simulated side by side with one each, else one after the other.
  virtual std::unique_ptr<CostModel> clone() const { return nullptr; }

  /// A run begins: what on_start remembers of others is void.
  virtual void restart() {}

  /// Whether the deviations of its costs are `assumed_deviation`, as nobody measured any.
  virtual bool assumes_deviation() const { return false; }

  /// What the runtime takes besides, where the model knows.
  virtual Overheads overheads() const { return {}; }

  /// A JSON object that states the model, for the documents of a prediction.
  virtual std::string description() const = 0;
};

/// How much kernels vary where nobody has measured it: standard deviation ÷ mean.
inline constexpr double assumed_deviation = 1e-3;

/// Declared work ÷ rate. `source` says in a word where the rate comes from. work_per_s > 0, of one worker.
std::unique_ptr<CostModel> make_rate_costs(double work_per_s, std::string source);

/// A size counts as measured where one within this share of it was.
inline constexpr double near_size = 0.05;

/// Measured means. A size between two measured ones takes what a power law through both says, another one
/// the nearest one's cost, scaled by the ratio of sizes; both are marked as extrapolated where the nearest is
/// farther than `near_size`. `source` names the table in
/// errors.
std::unique_ptr<CostModel> make_table_costs(CostTable table, std::string source);

/// `work:RATE` (work per second and worker) or a file of costs. `where` stands for the argument's origin in
/// errors.
Result<std::unique_ptr<CostModel>> costs_from_argument(const std::string& argument, const std::string& where);

}  // namespace gusset::simulator
