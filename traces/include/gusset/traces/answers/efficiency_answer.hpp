#pragma once
#include <optional>
#include <string>

#include "gusset/traces/analysis/time/efficiency.hpp"
#include "gusset/traces/answers/answer.hpp"

namespace gusset::traces {

/// Splits communication efficiency into two factors: the efficiency if messages took no time (serialisation),
/// and the rest (transfer).
struct CommunicationSplit {
  double serialisation = 0.0;
  double transfer = 0.0;
};

/// The answer of `gusset efficiency`: how well workers were used, as factors that multiply.
Answer efficiency_answer(const Trace& trace, const Efficiency& efficiency,
                         const std::optional<CommunicationSplit>& split);
/// The JSON document of `gusset efficiency`.
std::string efficiency_json(const Efficiency& efficiency, const std::optional<CommunicationSplit>& split,
                            const std::string& file, const std::string& baseline_file);

}  // namespace gusset::traces
