#pragma once
#include <string>

#include "gusset/traces/analysis/check/check.hpp"
#include "gusset/traces/answers/answer.hpp"

namespace gusset::traces {

/// Whether a trace can have happened, then a sentence for each of the first violations, whose targets are the
/// tasks that contradict.
Answer check_answer(const Trace& trace, const CheckResult& result, const std::string& file);
/// The document of `gusset check`.
std::string check_json(const Trace& trace, const CheckResult& result, const std::string& file);

}  // namespace gusset::traces
