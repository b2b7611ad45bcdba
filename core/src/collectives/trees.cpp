// Broadcasts and reductions along trees of ranks, with or without segments.
#include <algorithm>
#include <vector>

#include "gusset/core/collectives/transfers.hpp"

namespace gusset::detail {
namespace {

constexpr std::size_t knomial_radix = 4;

/// Ranks are counted from the root. A parent sends to its child in this round, if its vector is one segment.
struct TreeEdge {
  std::size_t parent = 0;
  std::size_t child = 0;
  std::size_t round = 0;
};

struct Tree {
  std::vector<TreeEdge> edges;
  std::size_t stride = 1;  ///< rounds between two segments: the most rounds in which a rank sends
};

Tree linear_tree(std::size_t ranks) {
  Tree tree;
  for (std::size_t child = 1; child < ranks; ++child) tree.edges.push_back({0, child, 0});
  return tree;
}

Tree chain_tree(std::size_t ranks) {
  Tree tree;
  for (std::size_t child = 1; child < ranks; ++child) tree.edges.push_back({child - 1, child, child - 1});
  return tree;
}

Tree binary_tree(std::size_t ranks) {
  Tree tree;
  tree.stride = 2;
  std::vector<std::size_t> has_all(ranks);  // the first round in which a rank can send
  for (std::size_t child = 1; child < ranks; ++child) {
    const std::size_t parent = (child - 1) / 2;
    const std::size_t round = has_all[parent] + (child - 1) % 2;
    has_all[child] = round + 1;
    tree.edges.push_back({parent, child, round});
  }
  return tree;
}

/// In each round, each rank that has the data sends it to radix − 1 others; the farthest ones first.
Tree nomial_tree(std::size_t ranks, std::size_t radix) {
  Tree tree;
  std::size_t reach = 1;
  while (reach < ranks) reach *= radix;
  tree.stride = 0;
  for (std::size_t distance = reach / radix; distance > 0; distance /= radix, ++tree.stride) {
    for (std::size_t parent = 0; parent < ranks; parent += distance * radix) {
      for (std::size_t k = 1; k < radix && parent + k * distance < ranks; ++k)
        tree.edges.push_back({parent, parent + k * distance, tree.stride});
    }
  }
  tree.stride = std::max<std::size_t>(1, tree.stride);
  return tree;
}

Tree make_tree(CollectiveAlgorithm algorithm, std::size_t ranks) {
  switch (algorithm) {
    case CollectiveAlgorithm::chain:
      return chain_tree(ranks);
    case CollectiveAlgorithm::binary:
      return binary_tree(ranks);
    case CollectiveAlgorithm::binomial:
      return nomial_tree(ranks, 2);
    case CollectiveAlgorithm::knomial:
      return nomial_tree(ranks, knomial_radix);
    default:
      return linear_tree(ranks);
  }
}

Transfer along(const TreeEdge& edge, std::size_t begin, std::size_t end, const CollectiveShape& shape) {
  const std::size_t parent = (edge.parent + shape.root) % shape.ranks;
  const std::size_t child = (edge.child + shape.root) % shape.ranks;
  const Selection selection = Selection::range(begin, end);
  if (shape.operation == CollectiveOperation::reduce)
    return {child, parent, selection, selection, false, true};
  return {parent, child, selection, selection, false, false};
}

}  // namespace

void make_tree_transfers(const CollectiveShape& shape, const OnRound& on_round) {
  if (shape.elements == 0) return;
  const Tree tree = make_tree(shape.algorithm, shape.ranks);
  const std::size_t segment = shape.segment == 0 ? shape.elements : shape.segment;
  const std::size_t segments = (shape.elements + segment - 1) / segment;
  std::size_t rounds = 0;
  for (const TreeEdge& edge : tree.edges)
    rounds = std::max(rounds, edge.round + (segments - 1) * tree.stride + 1);
  std::vector<Transfer> transfers;
  for (std::size_t i = 0; i < rounds; ++i) {
    // A reduction is a broadcast that runs backwards.
    const std::size_t round = shape.operation == CollectiveOperation::reduce ? rounds - 1 - i : i;
    transfers.clear();
    for (const TreeEdge& edge : tree.edges) {
      if (round < edge.round || (round - edge.round) % tree.stride != 0) continue;
      const std::size_t index = (round - edge.round) / tree.stride;
      if (index >= segments) continue;
      const std::size_t begin = index * segment;
      transfers.push_back(along(edge, begin, std::min(begin + segment, shape.elements), shape));
    }
    if (!transfers.empty()) on_round(transfers);
  }
}

}  // namespace gusset::detail
