#pragma once
#include <string>
#include <string_view>

#include "gusset/traces/analysis/time/loops.hpp"
#include "gusset/traces/answers/table.hpp"

namespace gusset::traces {

/// "loop", "sections", …
std::string_view construct_kind_name(WorkConstruct::Kind kind);
/// "static", "dynamic,4", "static, ordered"; empty if the schedule is unknown.
std::string schedule_text(const WorkConstruct& construct);

/// One row for each construct, the one that lost most time first.
Table loop_table(const Trace& trace);

}  // namespace gusset::traces
