#pragma once
#include <cstdint>
#include <optional>
#include <string>

#include "gusset/traces/analysis/time/statistics.hpp"
#include "gusset/traces/answers/answer.hpp"

namespace gusset::traces {

/// A trace's totals. The frame of a .gus file is enough for a large trace without dependencies.
struct TraceTotals {
  const Trace& trace;
  const Statistics& statistics;
  std::optional<std::int64_t> bound_ns;  ///< the critical path's bound; nothing if dependencies are unknown
};

/// The answer of `gusset info`: how well a trace's workers were used, and by which types.
Answer info_answer(const TraceTotals& totals, const std::string& file);
/// The JSON document of `gusset info`.
std::string info_json(const TraceTotals& totals, const std::string& file);

/// One sentence of totals, printed at the end of a run: "4 tasks on 2 workers, makespan 1.20 ms, …".
std::string totals_sentence(const TraceTotals& totals);

}  // namespace gusset::traces
