#pragma once
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "answers/barrier_loss.hpp"
#include "answers/created_tasks.hpp"
#include "answers/region_types.hpp"
#include "gusset/traces/analysis/causes/critical_path.hpp"
#include "gusset/traces/analysis/causes/idle.hpp"
#include "gusset/traces/analysis/graph/task_graph.hpp"
#include "gusset/traces/analysis/time/blocked_time.hpp"
#include "gusset/traces/analysis/time/efficiency.hpp"
#include "gusset/traces/analysis/time/fine_lock.hpp"
#include "gusset/traces/analysis/time/loops.hpp"
#include "gusset/traces/analysis/time/statistics.hpp"
#include "gusset/traces/answers/verdict.hpp"

namespace gusset::traces {

/// The runtime that ran the tasks. It decides which advice applies.
enum class RuntimeKind { gusset, openmp, other };

/// The runtime's time between two tasks of a worker: the gap from the end of its previous work to the next
/// task's start. All values are zero if the typical gap is too long to be a runtime's overhead.
struct TaskOverhead {
  std::int64_t typical_ns = 0;  ///< the median gap; or the lower quartile, see of_ready_tasks
  std::int64_t total_ns = 0;    ///< of all gaps, of which each counts up to the typical length
  std::uint64_t count = 0;      ///< of gaps
  double mean_work_ns = 0.0;    ///< of the tasks after the gaps
  std::int64_t median_work_ns = 0;
  /// True: only tasks count that were ready when the previous one ended. False: gaps include waiting, so the
  /// lower quartile is typical.
  bool of_ready_tasks = false;
};

/// A place is slow if the same types take this many times as long there as elsewhere.
inline constexpr double slow_ratio = 1.2;

/// A worker or a node on which the same types take longer than elsewhere.
struct SlowPlace {
  std::uint32_t number = 0;
  double ratio = 1.0;      ///< its time ÷ the time of the same tasks elsewhere
  double excess_ns = 0.0;  ///< the difference of the two
};

/// The submission times of tasks that no other task submitted.
struct SubmissionPace {
  std::int64_t median_interval_ns = 0;
  double mean_interval_ns = 0.0;
  std::int64_t longest_interval_ns = 0;
  std::int64_t longest_at_ns = 0;  ///< start of the longest interval
  std::uint64_t tasks = 0;
};

/// All facts that the sentences use.
struct VerdictFacts {
  VerdictFacts(const Trace& trace, const VerdictOptions& options);

  const Trace& trace;
  const VerdictOptions& options;
  RuntimeKind runtime = RuntimeKind::gusset;
  std::string incomplete;  ///< the note that says why a recording is incomplete; empty if it is complete
  TaskGraph graph;
  Statistics statistics;
  IdleTime idle;
  double whole_ns = 0.0;  ///< workers × makespan
  TaskTimes times;
  std::vector<bool> is_part;               ///< per task: whether it is a thread's part of a parallel region
  std::vector<std::int64_t> preempted_ns;  ///< per worker; empty if not recorded
  std::optional<std::int64_t> uncounted_preempted_ns;  ///< how much more their sum can be; nothing if unknown
  BlockedTime blocked;
  std::optional<CriticalBound> bound;
  std::int64_t schedule_bound_ns = 0;  ///< no schedule of the tasks on these workers is shorter; 0 if unknown
  CreatedTasks created;
  std::map<TypeId, RegionType> regions;
  TaskOverhead overhead;
  BarrierLoss barriers;
  std::optional<SlowPlace> slow_worker;
  std::optional<SlowPlace> slow_node;
  std::optional<SubmissionPace> pace;
  Loops loops;
  std::optional<FineLock> fine_lock;  ///< the lock that costs much time to take; nothing if there is none
  std::optional<Efficiency> against_baseline;

  /// Whether the analysis was cancelled. Some facts are then missing.
  bool is_cancelled() const {
    // Relaxed: no other data depends on the flag. It only saves time.
    return options.cancelled != nullptr && options.cancelled->load(std::memory_order_relaxed);
  }

  /// A time as a share of workers × makespan.
  double share(double ns) const { return whole_ns > 0.0 ? ns / whole_ns : 0.0; }
  double idle_share(IdleCause cause) const { return share(static_cast<double>(idle.total.of(cause))); }
  double idle_ns() const { return static_cast<double>(statistics.idle_ns); }
  double makespan_ns() const { return static_cast<double>(statistics.makespan_ns); }
  double workers() const { return static_cast<double>(trace.workers.size()); }
};

}  // namespace gusset::traces
