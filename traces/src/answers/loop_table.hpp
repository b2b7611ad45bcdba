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

/// Whether GCC compiled the OpenMP program. Such programs divide static loops themselves, so that no runtime
/// sees them. Other constructs call the runtime from a line that may belong to the statement before.
bool is_of_gcc(const Trace& trace);
/// "lu.c:41": where the construct is. In GCC's programs, the recorded line may precede that of its region;
/// the region's line is nearer then.
std::string construct_place(const Trace& trace, const LoopStatistics& loop);

/// One row for each construct, the one that lost most time first.
Table loop_table(const Trace& trace);

}  // namespace gusset::traces
