#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "gusset/traces/model/span_source.hpp"
#include "gusset/traces/model/trace.hpp"

namespace gusset::traces {

/// Totals of one task type. Times per task are exclusive and count only time in the range.
struct TypeStatistics {
  TypeId type;
  std::uint64_t tasks = 0;   ///< with at least one run span
  std::int64_t busy_ns = 0;  ///< exclusive run time
  double share = 0.0;        ///< share of the run time of all tasks
  std::int64_t min_ns = 0;
  std::int64_t median_ns = 0;  ///< for an even number of tasks: the mean of the middle two
  std::int64_t mean_ns = 0;
  std::int64_t max_ns = 0;
};

/// Totals of one worker. busy_ns + idle_ns is the makespan.
struct WorkerStatistics {
  WorkerId worker;
  std::uint64_t tasks = 0;   ///< tasks whose first run span (in the range) is here
  std::int64_t busy_ns = 0;  ///< time in run spans; counts once if several lanes overlap
  std::int64_t idle_ns = 0;  ///< makespan − busy: time in no span, or in any span but a run
  double busy_share = 0.0;
  // What the runtime did. Nothing if the trace has no span of that kind, that is, if it does not say.
  std::optional<std::int64_t> wait_ns;    ///< waiting; part of idle_ns
  std::optional<std::int64_t> steal_ns;   ///< looking for work; part of idle_ns
  std::optional<std::int64_t> submit_ns;  ///< submitting; part of busy_ns within a run, else of idle_ns
};

/// Totals of one node. A message counts if it was sent, or received, in the range.
struct NodeStatistics {
  NodeId node;
  std::uint64_t workers = 0;
  std::uint64_t tasks = 0;
  std::int64_t busy_ns = 0;
  double busy_share = 0.0;
  std::uint64_t messages_sent = 0;
  std::uint64_t messages_received = 0;
  std::uint64_t payload_bytes_sent = 0;
  std::uint64_t payload_bytes_received = 0;
};

/// Totals of a trace. Times are in ns. Shares are in 0…1, and 0 if the whole is 0. Message counts are 0 if
/// the trace has no messages: check `Trace::recorded` before showing them.
struct Statistics {
  std::uint64_t tasks = 0;       ///< with at least one run span
  std::int64_t makespan_ns = 0;  ///< from the trace's start (0) to the last span's end; the length of a range
  std::int64_t busy_ns = 0;      ///< of all workers
  std::int64_t idle_ns = 0;
  double busy_share = 0.0;            ///< busy ÷ (workers · makespan)
  double mean_parallelism = 0.0;      ///< busy ÷ makespan
  std::vector<TypeStatistics> types;  ///< all types, by busy time, descending; ties by number
  std::vector<WorkerStatistics> workers;
  std::vector<NodeStatistics> nodes;
};

/// Totals over the whole trace, or over [begin_ns, end_ns), clipped to the trace. Only run spans are busy
/// time. Time in nested spans belongs to the innermost span, except that submitting within a run belongs to
/// the run. Linear in spans, except for merging lanes of one worker. Thread-safe if no one modifies the
/// trace.
Statistics compute_statistics(const Trace& trace);
/// Computes the totals from spans lane by lane. Keeps one lane and four bytes per task in memory. Fails if
/// the source fails.
Result<Statistics> compute_statistics(SpanSource& source);
Statistics compute_statistics(const Trace& trace, std::int64_t begin_ns, std::int64_t end_ns);

}  // namespace gusset::traces
