#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "gusset/traces/model/trace.hpp"

namespace gusset::traces {

/// Work inflation of one type: its tasks' mean duration here against the baseline's.
struct TypeInflation {
  std::string type;
  std::uint64_t tasks = 0;           ///< that ran, here
  std::uint64_t baseline_tasks = 0;  ///< that ran, in the baseline
  double mean_ns = 0.0;
  double baseline_mean_ns = 0.0;
  double ratio = 1.0;     ///< mean ÷ baseline mean; 1 where the latter is 0
  double extra_ns = 0.0;  ///< time here beyond what the baseline's means would have taken; may be negative
};

/// What changes against a baseline: the same program on fewer workers.
struct Scalability {
  double speedup = 0.0;      ///< the baseline's makespan ÷ this one's; 0 where this one is empty
  double computation = 1.0;  ///< the time this trace's tasks would take at the baseline's means ÷ theirs
  double global_efficiency = 0.0;    ///< parallel efficiency × computation
  double covered = 0.0;              ///< share of the busy time here whose types are in the baseline
  std::vector<TypeInflation> types;  ///< of both, by extra time, descending; ties by name
};

/// The multiplicative metrics of the POP project (Performance Optimisation and Productivity), for workers:
/// parallel efficiency = load balance × communication efficiency. All in 0…1 but with a baseline; 0 where the
/// trace is empty. "Useful" time is exclusive run time, so that communication efficiency counts whatever
/// keeps even the busiest worker from its work: data on its way, dependencies, the runtime.
struct Efficiency {
  std::int64_t makespan_ns = 0;
  double parallel = 0.0;                   ///< mean busy time ÷ makespan
  double load_balance = 0.0;               ///< mean busy time ÷ the busiest worker's
  double communication = 0.0;              ///< the busiest worker's busy time ÷ makespan
  WorkerId busiest;                        ///< ties: the lowest; none without workers
  double node_balance = 0.0;               ///< mean busy share of nodes ÷ the busiest node's
  std::optional<Scalability> scalability;  ///< with a baseline
};

/// Linear in spans, but for several lanes of one worker. Thread-safe on traces nobody changes.
Efficiency efficiency(const Trace& trace, const Trace* baseline = nullptr);

}  // namespace gusset::traces
