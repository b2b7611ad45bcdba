#pragma once
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "gusset/base/result.hpp"
#include "gusset/core/access_mode.hpp"
#include "gusset/core/ids.hpp"
#include "gusset/simulator/costs/cost_table.hpp"

namespace gusset::simulator {

/// Memory that a task accesses: a handle without parts, or a node's copy of one version of another node's
/// handle.
struct DataAccess {
  std::uint32_t handle = 0;  ///< number in order of creation
  std::uint32_t copy = 0;    ///< 0: the owner's contents; otherwise the number of a copy of one version
  NodeId owner{0};           ///< of the handle
  std::uint64_t bytes = 0;
  AccessMode mode = AccessMode::read;
};

/// The task that starts, and all that it accesses, each handle once.
struct StartingTask {
  std::uint32_t number = 0;  ///< place among all tasks of the simulation
  std::span<const DataAccess> accesses = {};
};

/// What a cost model knows about a task.
struct TaskShape {
  std::string_view type;
  double work = 0.0;                       ///< declared work; 0: none declared
  std::uint64_t bytes = 0;                 ///< total size of the accessed handles, each counted once
  const StartingTask* starting = nullptr;  ///< null, except in on_start of a model that needs accesses
};

/// Bytes that one or several tasks accessed, and how many of them they did not find in caches.
struct CacheMisses {
  std::uint64_t accessed_bytes = 0;
  std::uint64_t l2_bytes = 0;  ///< missing in L2
  std::uint64_t l3_bytes = 0;  ///< missing in L2 and in L3
  CacheMisses& operator+=(const CacheMisses& other) {
    accessed_bytes += other.accessed_bytes;
    l2_bytes += other.l2_bytes;
    l3_bytes += other.l3_bytes;
    return *this;
  }
  friend bool operator==(const CacheMisses&, const CacheMisses&) = default;
};

/// The misses of one task.
struct TaskMisses {
  CacheMisses bytes;
  std::uint32_t cache = 0;  ///< number of its worker's L3 on the host; of its L2 if there is no L3
  friend bool operator==(const TaskMisses&, const TaskMisses&) = default;
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

  /// Returns true if on_start needs the task's number and accesses.
  virtual bool needs_accesses() const { return false; }

  /// Returns what each task of this run missed in caches, by number; tasks at the end may be missing. Null if
  /// the model follows no caches.
  virtual const std::vector<TaskMisses>* misses() const { return nullptr; }

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

  /// Returns what messages cost if the model knows it.
  virtual MessageCosts messages() const { return {}; }

  /// Returns why task times vary, as measured; null if nothing is known.
  virtual const Variation* variation() const { return nullptr; }

  /// Returns the reasons why the costs are not reliable, each as a part of a sentence. Empty if there are
  /// none.
  virtual std::vector<std::string> doubts() const { return {}; }

  /// Returns the measured times per byte that is missing in caches, if the model knows any.
  virtual std::span<const CachePrice> cache_prices() const { return {}; }

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

/// Makes a model from `work:RATE` (work per second on one worker) or from a cost file. `where` names the
/// argument's origin in errors.
Result<std::unique_ptr<CostModel>> costs_from_argument(const std::string& argument, const std::string& where);

}  // namespace gusset::simulator
