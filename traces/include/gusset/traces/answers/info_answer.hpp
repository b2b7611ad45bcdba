#pragma once
#include <cstdint>
#include <optional>
#include <string>

#include "gusset/traces/analysis/time/statistics.hpp"
#include "gusset/traces/answers/answer.hpp"

namespace gusset::traces {

/// A trace's totals. Of a large trace without dependencies, the frame of its file is enough.
struct TraceTotals {
  const Trace& trace;
  const Statistics& statistics;
  std::optional<std::int64_t> bound_ns;  ///< of the critical path; nothing where dependencies are not known
};

/// What `gusset info` says: how well a trace's workers were used, and by what.
Answer info_answer(const TraceTotals& totals, const std::string& file);
std::string info_json(const TraceTotals& totals, const std::string& file);

/// One sentence of totals, which ends a run: "4 tasks on 2 workers, makespan 1.20 ms, …".
std::string totals_sentence(const TraceTotals& totals);

}  // namespace gusset::traces
