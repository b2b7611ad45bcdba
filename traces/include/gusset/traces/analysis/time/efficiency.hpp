#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "gusset/traces/model/trace.hpp"

namespace gusset::traces {

/// Work inflation of one type: the mean duration of its tasks here, compared with the baseline.
/// Threads divide the work of a parallel region, or each does work of its own. So a region is one task here,
/// with the time of all its parts.
struct TypeInflation {
  std::string type;
  std::uint64_t tasks = 0;           ///< number of tasks that ran here
  std::uint64_t baseline_tasks = 0;  ///< number of tasks that ran in the baseline
  double mean_ns = 0.0;
  double baseline_mean_ns = 0.0;
  double ratio = 1.0;  ///< mean ÷ baseline mean; 1 if the latter is 0
  bool is_region = false;
  double extra_ns = 0.0;  ///< time here beyond the time at the baseline's means; may be negative
};

/// Compares a trace with a baseline: the same program on fewer workers.
struct Scalability {
  double speedup = 0.0;      ///< baseline makespan ÷ this makespan; 0 if this trace is empty
  double computation = 1.0;  ///< time of this trace's tasks at the baseline's means ÷ their actual time
  double global_efficiency = 0.0;    ///< parallel efficiency × computation
  double covered = 0.0;              ///< share of this trace's busy time in types that the baseline has
  std::vector<TypeInflation> types;  ///< types in both traces, by extra time, descending; ties by name
};

/// The multiplicative metrics of the POP project (Performance Optimisation and Productivity), for workers:
/// parallel efficiency = load balance × communication efficiency. All values are in 0…1, except with a
/// baseline; 0 if the trace is empty. "Useful" time is exclusive run time. Communication efficiency therefore
/// includes everything that keeps even the busiest worker from its work: data transfers, dependencies, the
/// runtime.
struct Efficiency {
  std::int64_t makespan_ns = 0;
  double parallel = 0.0;       ///< mean busy time ÷ makespan
  double load_balance = 0.0;   ///< mean busy time ÷ busy time of the busiest worker
  double communication = 0.0;  ///< busy time of the busiest worker ÷ makespan
  WorkerId busiest;            ///< ties: the lowest; none if there are no workers
  double node_balance = 0.0;   ///< mean busy share of nodes ÷ busy share of the busiest node
  /// The share of the workers' time in which their threads were in no parallel region and did nothing.
  /// Nothing if the trace does not record the synchronisation of a fork-join program.
  std::optional<double> outside_regions;
  std::optional<Scalability> scalability;  ///< present if there is a baseline
};

/// Linear in spans, except for workers with several lanes. Thread-safe if no one modifies the traces.
Efficiency efficiency(const Trace& trace, const Trace* baseline = nullptr);

/// The number of workers that were ever busy.
std::size_t workers_that_ran(const Trace& trace);

}  // namespace gusset::traces
