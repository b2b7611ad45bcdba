#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "gusset/traces/model/span_source.hpp"
#include "gusset/traces/model/trace.hpp"

namespace gusset::traces {

/// Totals of one task type. The times per task are exclusive, and only what lies in the range.
struct TypeStatistics {
  TypeId type;
  std::uint64_t tasks = 0;   ///< with at least one run span
  std::int64_t busy_ns = 0;  ///< exclusive run time
  double share = 0.0;        ///< of the run time of all tasks
  std::int64_t min_ns = 0;
  std::int64_t median_ns = 0;  ///< of an even number of tasks: the mean of the middle two
  std::int64_t mean_ns = 0;
  std::int64_t max_ns = 0;
};

/// Totals of one worker. busy_ns + idle_ns is the makespan.
struct WorkerStatistics {
  WorkerId worker;
  std::uint64_t tasks = 0;   ///< whose first run span (in the range) is here
  std::int64_t busy_ns = 0;  ///< in run spans; where several lanes overlap, the time counts once
  std::int64_t idle_ns = 0;  ///< makespan − busy: nothing, or anything but a run span
  double busy_share = 0.0;
  // What the runtime did meanwhile; nothing where the trace has no span of that kind: it does not tell.
  std::optional<std::int64_t> wait_ns;    ///< waiting; a part of idle_ns
  std::optional<std::int64_t> steal_ns;   ///< looking for work; a part of idle_ns
  std::optional<std::int64_t> submit_ns;  ///< submitting: within a run a part of busy_ns, else of idle_ns
};

/// Totals of one node. Messages count where they are sent, or received, in the range.
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

/// Totals of a trace. Times in ns; shares in 0…1, 0 where there is nothing to share. Messages are 0 where the
/// trace does not know them: ask `Trace::recorded` before showing them.
struct Statistics {
  std::uint64_t tasks = 0;  ///< with at least one run span
  std::int64_t makespan_ns =
      0;                     ///< from the trace's start (0) to the last end of a span; of a range, its length
  std::int64_t busy_ns = 0;  ///< of all workers
  std::int64_t idle_ns = 0;
  double busy_share = 0.0;            ///< busy ÷ (workers · makespan)
  double mean_parallelism = 0.0;      ///< busy ÷ makespan
  std::vector<TypeStatistics> types;  ///< all types, by busy time, descending; ties by number
  std::vector<WorkerStatistics> workers;
  std::vector<NodeStatistics> nodes;
};

/// Totals over the whole trace, or over [begin_ns, end_ns) of it (cut to the trace). Only run spans are busy
/// time; a nested span's time belongs to the innermost, but that of submitting within a run to the run.
/// Linear in spans but for unions of lanes. Thread-safe on a trace nobody changes.
Statistics compute_statistics(const Trace& trace);
/// The same, of spans that come lane by lane: four bytes per task and one lane are in memory. Fails like the
/// source.
Result<Statistics> compute_statistics(SpanSource& source);
Statistics compute_statistics(const Trace& trace, std::int64_t begin_ns, std::int64_t end_ns);

}  // namespace gusset::traces
