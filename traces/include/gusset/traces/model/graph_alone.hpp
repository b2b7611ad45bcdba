#pragma once
#include <cstdint>
#include <string>

namespace gusset::traces {

/// Whether a trace has tasks of which none ran: a task graph without times, such as a DOT file. `ran` is
/// Statistics::tasks.
bool is_graph_alone(std::uint64_t tasks, std::uint64_t ran);

/// What to call such a trace: "a graph of 3 tasks, without times".
std::string graph_alone_text(std::uint64_t tasks);

}  // namespace gusset::traces
