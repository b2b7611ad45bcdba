#include "gusset/traces/analysis/graph/transitive_reduction.hpp"

#include <algorithm>
#include <array>

namespace gusset::traces {
namespace {

constexpr std::size_t block_nodes = 4096;  // ancestors that one pass looks for
using Bits = std::array<std::uint64_t, block_nodes / 64>;

/// Predecessors of each node by number of edge, and an order in which they come first; shorter than the nodes
/// where there is a cycle.
struct InOrder {
  InOrder(std::size_t nodes, const std::vector<LayoutGraph::Edge>& edges)
      : first(nodes + 1, 0), edge_before(edges.size()) {
    std::vector<std::uint32_t> first_after(nodes + 1, 0);
    for (const auto& e : edges) {
      ++first[e.to + 1];
      ++first_after[e.from + 1];
    }
    for (std::size_t i = 0; i < nodes; ++i) {
      first[i + 1] += first[i];
      first_after[i + 1] += first_after[i];
    }
    std::vector<std::uint32_t> next(first.begin(), first.end() - 1);
    std::vector<std::uint32_t> next_after(first_after.begin(), first_after.end() - 1);
    std::vector<std::uint32_t> after(edges.size());
    for (std::size_t i = 0; i < edges.size(); ++i) {
      edge_before[next[edges[i].to]++] = static_cast<std::uint32_t>(i);
      after[next_after[edges[i].from]++] = edges[i].to;
    }
    std::vector<std::uint32_t> waits(nodes);
    for (std::uint32_t i = 0; i < nodes; ++i) {
      waits[i] = first[i + 1] - first[i];
      if (waits[i] == 0) order.push_back(i);
    }
    for (std::size_t done = 0; done < order.size(); ++done) {
      for (std::uint32_t i = first_after[order[done]]; i < first_after[order[done] + 1]; ++i) {
        if (--waits[after[i]] == 0) order.push_back(after[i]);
      }
    }
  }
  std::vector<std::uint32_t> first;
  std::vector<std::uint32_t> edge_before;
  std::vector<std::uint32_t> order;
};

}  // namespace

std::vector<bool> implied_edges(std::size_t nodes, const std::vector<LayoutGraph::Edge>& edges,
                                const std::atomic<bool>* cancelled) {
  std::vector<bool> implied(edges.size(), false);
  const InOrder graph(nodes, edges);
  if (graph.order.size() < nodes) return implied;
  std::vector<std::uint32_t> place(nodes);
  for (std::uint32_t i = 0; i < nodes; ++i) place[graph.order[i]] = i;
  // In order, ancestors of a block's nodes can only stand in or before it: a pass begins at its block.
  std::vector<Bits> ancestors(nodes);
  for (std::size_t block = 0; block < nodes; block += block_nodes) {
    if (cancelled != nullptr && cancelled->load(std::memory_order_relaxed))  // relaxed: a flag alone
      return std::vector<bool>(edges.size(), false);
    for (std::size_t i = block; i < nodes; ++i) {
      const std::uint32_t node = graph.order[i];
      Bits& above = ancestors[i];  // of all predecessors; they themselves come in below
      above.fill(0);
      for (std::uint32_t e = graph.first[node]; e < graph.first[node + 1]; ++e) {
        const std::uint32_t before = place[edges[graph.edge_before[e]].from];
        if (before < block) continue;
        for (std::size_t word = 0; word < above.size(); ++word) above[word] |= ancestors[before][word];
      }
      for (std::uint32_t e = graph.first[node]; e < graph.first[node + 1]; ++e) {
        const std::uint32_t before = place[edges[graph.edge_before[e]].from];
        if (before < block || before >= block + block_nodes) continue;
        const std::size_t bit = before - block;
        if ((above[bit / 64] >> (bit % 64) & 1) != 0) implied[graph.edge_before[e]] = true;
      }
      for (std::uint32_t e = graph.first[node]; e < graph.first[node + 1]; ++e) {
        const std::uint32_t before = place[edges[graph.edge_before[e]].from];
        if (before < block || before >= block + block_nodes) continue;
        const std::size_t bit = before - block;
        above[bit / 64] |= std::uint64_t{1} << (bit % 64);
      }
    }
  }
  return implied;
}

}  // namespace gusset::traces
