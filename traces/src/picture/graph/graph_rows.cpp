#include "graph_rows.hpp"

#include <algorithm>

namespace gusset::traces::layered {
namespace {

std::vector<std::uint32_t> positions(const Layers& layers) {
  std::vector<std::uint32_t> position(layers.level.size());
  for (const auto& row : layers.rows) {
    for (std::size_t i = 0; i < row.size(); ++i) position[row[i]] = static_cast<std::uint32_t>(i);
  }
  return position;
}

/// Sorts a row by the mean position of each place's neighbours. A place without neighbours keeps its
/// position.
void sort_row(std::vector<std::uint32_t>& row, const Neighbours& neighbours,
              std::vector<std::uint32_t>& position, std::vector<double>& target) {
  for (const std::uint32_t place : row) {
    double sum = 0.0;
    for (const std::uint32_t other : neighbours[place]) sum += position[other];
    const std::size_t count = neighbours.size(place);
    target[place] = count == 0 ? position[place] : sum / static_cast<double>(count);
  }
  std::stable_sort(row.begin(), row.end(),
                   [&](std::uint32_t a, std::uint32_t b) { return target[a] < target[b]; });
  for (std::size_t i = 0; i < row.size(); ++i) position[row[i]] = static_cast<std::uint32_t>(i);
}

}  // namespace

Neighbours neighbours_above(const Layers& layers) {
  return {layers.level.size(), [&](auto visit) {
            for (const Link& link : layers.links) visit(link.lower, link.upper);
          }};
}

Neighbours neighbours_below(const Layers& layers) {
  return {layers.level.size(), [&](auto visit) {
            for (const Link& link : layers.links) visit(link.upper, link.lower);
          }};
}

std::uint64_t count_crossings(const Layers& layers, const Neighbours& below) {
  const std::vector<std::uint32_t> position = positions(layers);
  std::uint64_t crossings = 0;
  std::vector<std::uint32_t> tree;  // Fenwick tree: number of ends up to a position
  std::vector<std::uint32_t> ends;
  for (std::size_t level = 0; level + 1 < layers.rows.size(); ++level) {
    tree.assign(layers.rows[level + 1].size() + 1, 0);
    std::uint32_t seen = 0;
    for (const std::uint32_t place : layers.rows[level]) {
      ends.clear();
      for (const std::uint32_t other : below[place]) ends.push_back(position[other]);
      for (const std::uint32_t end : ends) {  // lines of one place do not cross each other
        std::uint32_t up_to = 0;
        for (std::uint32_t i = end + 1; i > 0; i -= i & (~i + 1)) up_to += tree[i];
        crossings += seen - up_to;
      }
      for (const std::uint32_t end : ends) {
        for (std::uint32_t i = end + 1; i < tree.size(); i += i & (~i + 1)) ++tree[i];
        ++seen;
      }
    }
  }
  return crossings;
}

std::uint64_t order_rows(Layers& layers, const Neighbours& above, const Neighbours& below, int sweeps,
                         std::uint64_t first_crossings, const std::atomic<bool>* cancelled) {
  std::vector<std::uint32_t> position = positions(layers);
  std::vector<double> target(layers.level.size(), 0.0);
  auto best = layers.rows;
  std::uint64_t fewest = first_crossings;
  const auto keep_best = [&] {
    const std::uint64_t crossings = count_crossings(layers, below);
    if (crossings >= fewest) return;
    fewest = crossings;
    best = layers.rows;
  };
  for (int sweep = 0; sweep < sweeps && fewest > 0 && !was_cancelled(cancelled); ++sweep) {
    for (std::size_t level = 1; level < layers.rows.size(); ++level)
      sort_row(layers.rows[level], above, position, target);
    keep_best();
    for (std::size_t level = layers.rows.size(); level-- > 0;)
      sort_row(layers.rows[level], below, position, target);
    keep_best();
  }
  layers.rows = std::move(best);
  return fewest;
}

std::vector<double> place_row(const std::vector<RowTarget>& targets) {
  struct Block {
    double weighted_x = 0.0;
    double weight = 0.0;
    std::size_t count = 0;
    double mean() const { return weighted_x / weight; }
  };
  // Subtracting the distances leaves only the order as a constraint.
  std::vector<double> offset(targets.size(), 0.0);
  for (std::size_t i = 1; i < targets.size(); ++i) {
    offset[i] = offset[i - 1] + targets[i - 1].half_width + targets[i - 1].half_gap + targets[i].half_width +
                targets[i].half_gap;
  }
  std::vector<Block> blocks;
  for (std::size_t i = 0; i < targets.size(); ++i) {
    Block block{targets[i].weight * (targets[i].x - offset[i]), targets[i].weight, 1};
    while (!blocks.empty() && blocks.back().mean() >= block.mean()) {
      block.weighted_x += blocks.back().weighted_x;
      block.weight += blocks.back().weight;
      block.count += blocks.back().count;
      blocks.pop_back();
    }
    blocks.push_back(block);
  }
  std::vector<double> placed;
  placed.reserve(targets.size());
  for (const Block& block : blocks) {
    for (std::size_t i = 0; i < block.count; ++i) placed.push_back(block.mean() + offset[placed.size()]);
  }
  return placed;
}

}  // namespace gusset::traces::layered
