#pragma once
#include <cstdint>
#include <optional>
#include <string>

#include "gusset/traces/analysis/time/statistics.hpp"
#include "gusset/traces/answers/answer.hpp"

namespace gusset::traces {

/// The bound of a fork-join trace with more tasks takes too long: its strands need about 500 B of memory and
/// 5 µs a task.
inline constexpr std::uint64_t max_tasks_with_bound = 5'000'000;

/// A trace's totals. The frame of a .gus file is enough for a large trace without dependencies.
struct TraceTotals {
  const Trace& trace;
  const Statistics& statistics;
  /// The critical path's bound. Nothing if dependencies are unknown or cyclic, or with a `bound_limit`.
  std::optional<std::int64_t> bound_ns;
  /// The bound was not computed, because the trace has more tasks than this.
  std::optional<std::uint64_t> bound_limit = std::nullopt;
};

/// The `bound_limit` of a trace of that many tasks; nothing if its bound can be computed. `frame` needs no
/// tables.
std::optional<std::uint64_t> bound_limit(const Trace& frame, std::uint64_t tasks,
                                         std::uint64_t max_tasks = max_tasks_with_bound);

/// The answer of `gusset info`: how well a trace's workers were used, and by which types.
Answer info_answer(const TraceTotals& totals, const std::string& file);
/// The JSON document of `gusset info`.
std::string info_json(const TraceTotals& totals, const std::string& file);

/// One sentence of totals, printed at the end of a run: "4 tasks on 2 workers, makespan 1.20 ms, …".
std::string totals_sentence(const TraceTotals& totals);

}  // namespace gusset::traces
