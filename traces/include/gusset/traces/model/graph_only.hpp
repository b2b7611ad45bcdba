#pragma once
#include <cstdint>
#include <string>

namespace gusset::traces {

/// Whether a trace has tasks, but none of them ran: a task graph without times, for example from a DOT file.
/// `ran` is Statistics::tasks.
bool is_graph_only(std::uint64_t tasks, std::uint64_t ran);

/// Describes a graph without times: "a graph of 3 tasks, without times".
std::string graph_only_text(std::uint64_t tasks);

}  // namespace gusset::traces
