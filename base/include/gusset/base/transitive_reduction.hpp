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

/// Says which edges are implied by others: the end of an implied edge can also be reached from its start
/// through other nodes. Removing all implied edges changes no node's reachable set. Edges must be distinct.
/// Edges to nodes in or after a cycle are never implied. Takes O(nodes · edges / 64) time if edges span far,
/// much less if they stay among neighbours, and 512 bytes for each node between the ends of an edge. Returns
/// all false if cancelled.
std::vector<bool> implied_edges(std::size_t nodes, const std::vector<GraphEdge>& edges,
                                const std::atomic<bool>* cancelled = nullptr);

/// Returns the edges without duplicates and without implied ones, sorted by `to`, then by `from`.
std::vector<GraphEdge> without_implied(std::size_t nodes, std::vector<GraphEdge> edges);

}  // namespace gusset
