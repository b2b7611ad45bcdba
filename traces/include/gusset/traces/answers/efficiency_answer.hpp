#pragma once
#include <optional>
#include <string>

#include "gusset/traces/analysis/time/efficiency.hpp"
#include "gusset/traces/answers/answer.hpp"

namespace gusset::traces {

/// Communication efficiency as two factors: what would be left if messages took no time, and the rest.
struct CommunicationSplit {
  double serialisation = 0.0;
  double transfer = 0.0;
};

/// What `gusset efficiency` says: how well workers were used, as factors that multiply.
Answer efficiency_answer(const Trace& trace, const Efficiency& efficiency,
                         const std::optional<CommunicationSplit>& split);
std::string efficiency_json(const Efficiency& efficiency, const std::optional<CommunicationSplit>& split,
                            const std::string& file, const std::string& baseline_file);

}  // namespace gusset::traces
