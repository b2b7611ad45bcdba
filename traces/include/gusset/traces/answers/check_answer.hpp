#pragma once
#include <string>

#include "gusset/traces/analysis/check/check.hpp"
#include "gusset/traces/answers/answer.hpp"

namespace gusset::traces {

/// Says whether the trace could have happened, then describes each of the first violations. A violation's
/// targets are the tasks that contradict each other.
Answer check_answer(const Trace& trace, const CheckResult& result, const std::string& file);
/// The JSON document of `gusset check`.
std::string check_json(const Trace& trace, const CheckResult& result, const std::string& file);

}  // namespace gusset::traces
