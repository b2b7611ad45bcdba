#pragma once
#include <optional>
#include <string>

#include "gusset/traces/analysis/compare/change_limit.hpp"
#include "gusset/traces/analysis/compare/repeated_runs.hpp"
#include "gusset/traces/answers/answer.hpp"

namespace gusset::traces {

/// Says whether B differs from A by more than noise; before that, what became of the condition `fail_if`.
Answer repeated_runs_answer(const RepeatedRuns& runs, const std::optional<ChangeLimit>& fail_if);
/// The JSON document of `gusset compare --against`.
std::string repeated_runs_json(const RepeatedRuns& runs, const std::optional<ChangeLimit>& fail_if);

}  // namespace gusset::traces
