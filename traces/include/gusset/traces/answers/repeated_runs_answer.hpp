#pragma once
#include <optional>
#include <string>

#include "gusset/traces/analysis/compare/change_limit.hpp"
#include "gusset/traces/analysis/compare/repeated_runs.hpp"
#include "gusset/traces/answers/answer.hpp"

namespace gusset::traces {

/// Says whether the condition `fail_if` (if any) is met, then whether B differs from A by more than noise.
Answer repeated_runs_answer(const RepeatedRuns& runs, const std::optional<ChangeLimit>& fail_if);
/// The JSON document of `gusset compare --against`.
std::string repeated_runs_json(const RepeatedRuns& runs, const std::optional<ChangeLimit>& fail_if);

}  // namespace gusset::traces
