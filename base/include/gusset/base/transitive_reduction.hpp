#pragma once
#include <atomic>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace gusset {

/// An edge of a directed graph whose nodes are numbered from 0.
struct GraphEdge {
  std::uint32_t from = 0;
  std::uint32_t to = 0;
  friend auto operator<=>(const GraphEdge&, const GraphEdge&) = default;
};

/// Which edges other edges imply: the end of such an edge can also be reached from its begin over other
/// nodes. Without them every node is still reached from the same nodes. Edges must differ from each other.
/// Edges that lead to nodes in or after a cycle are not implied. Takes O(nodes · edges / 64) where edges lead
/// far, much less where they stay among neighbours, and 512 bytes for each node between the ends of an edge.
/// All false where it was cancelled.
std::vector<bool> implied_edges(std::size_t nodes, const std::vector<GraphEdge>& edges,
                                const std::atomic<bool>* cancelled = nullptr);

/// The edges without repetition and without those that others imply, sorted by `to`, then by `from`.
std::vector<GraphEdge> without_implied(std::size_t nodes, std::vector<GraphEdge> edges);

}  // namespace gusset
