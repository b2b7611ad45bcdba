#include "graph_positions.hpp"

namespace gusset::traces::layered {

std::vector<double> place_row(const std::vector<RowWish>& wishes) {
  struct Block {
    double weighted_x = 0.0;
    double weight = 0.0;
    std::size_t count = 0;
    double mean() const { return weighted_x / weight; }
  };
  // In coordinates that count distances as nothing, order is all that matters.
  std::vector<double> offset(wishes.size(), 0.0);
  for (std::size_t i = 1; i < wishes.size(); ++i) {
    offset[i] = offset[i - 1] + wishes[i - 1].half_width + wishes[i - 1].half_gap + wishes[i].half_width +
                wishes[i].half_gap;
  }
  std::vector<Block> blocks;
  for (std::size_t i = 0; i < wishes.size(); ++i) {
    Block block{wishes[i].weight * (wishes[i].x - offset[i]), wishes[i].weight, 1};
    while (!blocks.empty() && blocks.back().mean() >= block.mean()) {
      block.weighted_x += blocks.back().weighted_x;
      block.weight += blocks.back().weight;
      block.count += blocks.back().count;
      blocks.pop_back();
    }
    blocks.push_back(block);
  }
  std::vector<double> placed;
  placed.reserve(wishes.size());
  for (const Block& block : blocks) {
    for (std::size_t i = 0; i < block.count; ++i) placed.push_back(block.mean() + offset[placed.size()]);
  }
  return placed;
}

}  // namespace gusset::traces::layered
