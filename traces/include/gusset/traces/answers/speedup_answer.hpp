#pragma once
#include <string>

#include "gusset/traces/analysis/graph/speedup.hpp"
#include "gusset/traces/answers/answer.hpp"

namespace gusset::traces {

/// Says how many threads are worthwhile, with a table of the curve. Empty if the curve has no points.
Answer speedup_answer(const SpeedupCurve& curve);
/// The JSON document of `gusset speedup`. The curve must be complete.
std::string speedup_json(const SpeedupCurve& curve, const std::string& file, const std::string& policy,
                         std::uint64_t seeds);

}  // namespace gusset::traces
