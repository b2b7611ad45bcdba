#pragma once
#include <atomic>
#include <cstdint>
#include <vector>

#include "gusset/traces/picture/graph/graph_layout.hpp"

namespace gusset::traces {

/// Which edges of an acyclic graph say nothing that others don't: from another of its predecessors each such
/// edge's end can be reached from its begin. Without them every node is still reached from the same nodes.
/// O(nodes · edges / 64), in 512 bytes per node. All false where it was cancelled, or where the graph has a
/// cycle. Edges must differ from each other.
std::vector<bool> implied_edges(std::size_t nodes, const std::vector<LayoutGraph::Edge>& edges,
                                const std::atomic<bool>* cancelled = nullptr);

}  // namespace gusset::traces
