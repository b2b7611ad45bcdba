#pragma once
#include <chrono>
#include <map>

#include "node_record.hpp"

namespace gusset::cli {

/// How long gusset run-node waits before it ends, if its node has failed. The launcher ends the other nodes
/// only then, so nodes that fail at the same time report it.
inline constexpr std::chrono::milliseconds failed_node_waits{300};

/// The node whose failure is the cause of the others', nullptr if none has failed: the one that ended first.
/// A node that was stopped has only followed another one. So may have one that MPI has ended (SIGABRT, or a
/// status that is not 0) because another one was gone: the system may report that one's end later.
const NodeEnd* first_failure(const std::map<unsigned, NodeEnd>& ends);

}  // namespace gusset::cli
