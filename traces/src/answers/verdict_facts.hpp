#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "gusset/traces/analysis/causes/critical_path.hpp"
#include "gusset/traces/analysis/causes/idle.hpp"
#include "gusset/traces/analysis/graph/task_graph.hpp"
#include "gusset/traces/analysis/time/efficiency.hpp"
#include "gusset/traces/analysis/time/statistics.hpp"
#include "gusset/traces/answers/verdict.hpp"

namespace gusset::traces {

/// Whose tasks a trace tells of: that decides what can be advised.
enum class RuntimeKind { gusset, openmp, other };

/// What the runtime needs between two tasks of a worker.
struct TaskOverhead {
  std::int64_t median_ns = 0;  ///< between what a worker was in and the next task's first begin there
  std::int64_t total_ns = 0;
  std::uint64_t count = 0;
  /// Whether only those count that were ready when the one before ended; else a quarter of all gaps are at
  /// most `median_ns` (waiting is among them), and `total_ns` is that for every gap; nothing where that is
  /// too long for a runtime.
  bool of_ready_tasks = false;
};

/// How much longer the same types must take on one place to call it slow.
inline constexpr double slow_ratio = 1.2;

/// A worker or a node on which the same types take longer than elsewhere.
struct SlowPlace {
  std::uint32_t number = 0;
  double ratio = 1.0;      ///< its time ÷ what the same tasks would have taken elsewhere
  double excess_ns = 0.0;  ///< the difference
};

/// When tasks were submitted that none other submitted.
struct SubmissionPace {
  std::int64_t median_interval_ns = 0;
  std::int64_t longest_interval_ns = 0;
  std::int64_t longest_at_ns = 0;  ///< its begin
  std::uint64_t tasks = 0;
};

/// All that sentences draw upon.
struct VerdictFacts {
  VerdictFacts(const Trace& trace, const VerdictOptions& options);

  const Trace& trace;
  const VerdictOptions& options;
  RuntimeKind runtime = RuntimeKind::gusset;
  std::string incomplete;  ///< the note that says so of a recording; empty where it is whole
  TaskGraph graph;
  Statistics statistics;
  IdleTime idle;
  double whole_ns = 0.0;                  ///< workers × makespan
  std::vector<std::int64_t> duration_ns;  ///< per task
  std::optional<CriticalBound> bound;
  TaskOverhead overhead;
  std::optional<SlowPlace> slow_worker;
  std::optional<SlowPlace> slow_node;
  std::optional<SubmissionPace> pace;
  std::optional<Efficiency> against_baseline;

  /// The facts are not all there, as nobody wants them any more.
  bool is_given_up() const {
    // Relaxed: it only saves time, and nothing else is read because of it.
    return options.cancelled != nullptr && options.cancelled->load(std::memory_order_relaxed);
  }

  /// Of workers × makespan.
  double share(double ns) const { return whole_ns > 0.0 ? ns / whole_ns : 0.0; }
  double idle_share(IdleCause cause) const { return share(static_cast<double>(idle.total.of(cause))); }
  double idle_ns() const { return static_cast<double>(statistics.idle_ns); }
};

}  // namespace gusset::traces
