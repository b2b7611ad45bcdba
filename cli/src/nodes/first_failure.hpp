#pragma once
#include <chrono>
#include <map>

#include "node_record.hpp"

namespace gusset::cli {

/// How long gusset run-node waits before it ends, after its node has failed. The launcher ends the other
/// nodes only when run-node has ended, so nodes that fail at the same time can report their own failures.
inline constexpr std::chrono::milliseconds failed_node_waits{300};

/// The node whose failure caused the others', or nullptr if none has failed. Usually the node that failed
/// first. But MPI may end a node (with SIGABRT, or an exit status other than 0) because another node is gone,
/// and the system may report that other node's end later; the other node is then the cause. A node that lost
/// a peer is the cause only if no other node has failed. Nodes that the launcher stopped never count.
const NodeEnd* first_failure(const std::map<unsigned, NodeEnd>& ends);

}  // namespace gusset::cli
