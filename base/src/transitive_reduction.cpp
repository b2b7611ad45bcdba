#include "gusset/base/transitive_reduction.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <span>
#include <tuple>

#include "gusset/base/groups.hpp"

namespace gusset {
namespace {

constexpr std::size_t block_nodes = 4096;  // the number of ancestors that one pass looks for
using Bits = std::array<std::uint64_t, block_nodes / 64>;
constexpr std::uint32_t unplaced = std::numeric_limits<std::uint32_t>::max();

/// The incoming edges of each node, and an order that puts each node after its predecessors. Nodes in and
/// after cycles have no place in this order.
struct TopologicalOrder {
  TopologicalOrder(std::size_t nodes, const std::vector<GraphEdge>& edges)
      : incoming(nodes,
                 [&](auto visit) {
                   for (std::uint32_t i = 0; i < edges.size(); ++i) visit(edges[i].to, i);
                 }),
        place(nodes, unplaced) {
    const Groups<std::uint32_t, std::uint32_t> successors(nodes, [&](auto visit) {
      for (const GraphEdge& edge : edges) visit(edge.from, edge.to);
    });
    std::vector<std::size_t> waits(nodes);
    for (std::uint32_t i = 0; i < nodes; ++i) {
      waits[i] = incoming.size(i);
      if (waits[i] == 0) order.push_back(i);
    }
    for (std::size_t done = 0; done < order.size(); ++done) {
      place[order[done]] = static_cast<std::uint32_t>(done);
      for (const std::uint32_t after : successors[order[done]]) {
        if (--waits[after] == 0) order.push_back(after);
      }
    }
  }
  Groups<std::uint32_t, std::uint32_t> incoming;  ///< indices of edges, by the node that they lead to
  std::vector<std::uint32_t> order;
  std::vector<std::uint32_t> place;
};

/// For each block of nodes, in order: the position after the last node that an edge from the block leads to.
/// Later nodes need not know which of the block's nodes are their ancestors.
std::vector<std::size_t> block_ends(const TopologicalOrder& graph, const std::vector<GraphEdge>& edges) {
  std::vector<std::size_t> ends((graph.order.size() + block_nodes - 1) / block_nodes, 0);
  for (const GraphEdge& edge : edges) {
    if (graph.place[edge.to] == unplaced) continue;
    std::size_t& end = ends[graph.place[edge.from] / block_nodes];
    end = std::max<std::size_t>(end, graph.place[edge.to] + 1);
  }
  return ends;
}

}  // namespace

std::vector<bool> implied_edges(std::size_t nodes, const std::vector<GraphEdge>& edges,
                                const std::atomic<bool>* cancelled) {
  std::vector<bool> implied(edges.size(), false);
  const TopologicalOrder graph(nodes, edges);
  const std::vector<std::size_t> ends = block_ends(graph, edges);
  std::vector<Bits> ancestors;  // ancestors within the block, for its first node and all later nodes
  for (std::size_t block = 0; block < graph.order.size(); block += block_nodes) {
    if (cancelled != nullptr && cancelled->load(std::memory_order_relaxed))  // relaxed: publishes no data
      return std::vector<bool>(edges.size(), false);
    const std::size_t end = ends[block / block_nodes];
    if (end > block && ancestors.size() < end - block) ancestors.resize(end - block);
    for (std::size_t i = block; i < end; ++i) {
      const std::span<const std::uint32_t> incoming = graph.incoming[graph.order[i]];
      const auto place_before = [&](std::uint32_t edge) { return graph.place[edges[edge].from]; };
      // First the ancestors of all predecessors; the last loop adds the predecessors themselves.
      Bits& above = ancestors[i - block];
      above.fill(0);
      for (const std::uint32_t edge : incoming) {
        if (place_before(edge) < block) continue;
        const Bits& before = ancestors[place_before(edge) - block];
        for (std::size_t word = 0; word < above.size(); ++word) above[word] |= before[word];
      }
      for (const std::uint32_t edge : incoming) {
        const std::size_t bit =
            place_before(edge) - block;  // wraps if the predecessor comes before the block
        if (bit < block_nodes && (above[bit / 64] >> (bit % 64) & 1) != 0) implied[edge] = true;
      }
      for (const std::uint32_t edge : incoming) {
        const std::size_t bit = place_before(edge) - block;
        if (bit < block_nodes) above[bit / 64] |= std::uint64_t{1} << (bit % 64);
      }
    }
  }
  return implied;
}

std::vector<GraphEdge> without_implied(std::size_t nodes, std::vector<GraphEdge> edges) {
  std::sort(edges.begin(), edges.end(), [](const GraphEdge& a, const GraphEdge& b) {
    return std::tie(a.to, a.from) < std::tie(b.to, b.from);
  });
  edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
  const std::vector<bool> implied = implied_edges(nodes, edges);
  std::size_t kept = 0;
  for (std::size_t i = 0; i < edges.size(); ++i) {
    if (!implied[i]) edges[kept++] = edges[i];
  }
  edges.resize(kept);
  return edges;
}

}  // namespace gusset
