#include <vector>

#include "gusset/core/collectives/transfers.hpp"

namespace gusset::detail {
namespace {

using Kind = Selection::Kind;

Selection block_of(const CollectiveShape& shape, std::size_t block) {
  const std::size_t elements = shape.elements / shape.ranks;
  return Selection::range(block * elements, (block + 1) * elements);
}

/// The block that rank `from` has for rank `to`.
Transfer straight(const CollectiveShape& shape, std::size_t from, std::size_t to) {
  return {from, to, block_of(shape, to), block_of(shape, from), true, false};
}

Selection all_blocks(const CollectiveShape& shape, Kind kind, std::size_t parameter) {
  return {kind, 0, shape.elements, shape.ranks, shape.elements / shape.ranks, parameter};
}

/// In round k, each rank sends to the k-th rank after it; in round 0 it copies its own block. A linear
/// exchange makes all rounds at once.
void exchange_blocks(const CollectiveShape& shape, const OnRound& on_round) {
  std::vector<Transfer> transfers;
  for (std::size_t k = 0; k < shape.ranks; ++k) {
    for (std::size_t i = 0; i < shape.ranks; ++i)
      transfers.push_back(straight(shape, i, (i + k) % shape.ranks));
    if (shape.algorithm == CollectiveAlgorithm::linear && k + 1 < shape.ranks) continue;
    on_round(transfers);
    transfers.clear();
  }
}

/// Block i goes from rank r to rank r + i [Bruck et al., "Efficient algorithms for all-to-all communications
/// in multiport message-passing systems", 1997]: for each bit of i, over a distance of the bit's value,
/// together with all blocks that have the bit.
void exchange_by_bits(const CollectiveShape& shape, const OnRound& on_round) {
  std::vector<Transfer> transfers;
  const Selection in_order = Selection::range(0, shape.elements);
  const auto on_each_rank = [&](Kind kind, bool takes_input) {
    for (std::size_t i = 0; i < shape.ranks; ++i)
      transfers.push_back({i, i, all_blocks(shape, kind, i), in_order, takes_input, false});
    on_round(transfers);
    transfers.clear();
  };
  on_each_rank(Kind::rotated, true);
  for (std::size_t bit = 1; bit < shape.ranks; bit *= 2) {
    Selection blocks = all_blocks(shape, Kind::with_bit, bit);
    blocks.count = 0;
    blocks.for_each_piece([&](std::size_t, std::size_t count) { blocks.count += count; });
    for (std::size_t i = 0; i < shape.ranks; ++i)
      transfers.push_back({i, (i + bit) % shape.ranks, blocks, blocks, false, false});
    on_round(transfers);
    transfers.clear();
  }
  on_each_rank(Kind::reversed, false);
}

}  // namespace

void make_all_to_all_transfers(const CollectiveShape& shape, const OnRound& on_round) {
  if (shape.elements == 0) return;
  if (shape.algorithm == CollectiveAlgorithm::bruck) return exchange_by_bits(shape, on_round);
  exchange_blocks(shape, on_round);
}

}  // namespace gusset::detail
