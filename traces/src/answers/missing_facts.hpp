#pragma once
#include <string>
#include <vector>

#include "gusset/traces/model/trace.hpp"

namespace gusset::traces {

/// What a trace would need to say what workers and tasks waited for, but lacks: "submission times".
std::vector<std::string> missing_facts(const Trace& trace);

/// "a, b or c" with the given conjunction.
std::string listed(const std::vector<std::string>& items, const std::string& conjunction);

}  // namespace gusset::traces
