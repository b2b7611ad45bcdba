// Collective operations that cut vectors into blocks, or exchange whole vectors between pairs of ranks.
#include <algorithm>
#include <bit>
#include <vector>

#include "gusset/core/collectives/transfers.hpp"

namespace gusset::detail {
namespace {

/// One round under construction. Leaves out transfers without elements.
class Round {
 public:
  explicit Round(const OnRound& on_round) : on_round_(on_round) {}

  void add(std::size_t from, std::size_t to, Selection selection, bool combines) {
    if (selection.count > 0) transfers_.push_back({from, to, selection, selection, false, combines});
  }
  void end() {
    if (!transfers_.empty()) on_round_(transfers_);
    transfers_.clear();
  }

 private:
  const OnRound& on_round_;
  std::vector<Transfer> transfers_;
};

/// Cuts a vector into blocks, which may be empty.
struct VectorBlocks {
  std::size_t elements = 0;
  std::size_t blocks = 1;

  std::size_t begin(std::size_t block) const {
    return block * (elements / blocks) + std::min(block, elements % blocks);
  }
  Selection operator()(std::size_t first, std::size_t end) const {
    return Selection::range(begin(first), begin(end));
  }
};

/// The ranks that take part in halving and doubling: the largest power of two. If there are more ranks, the
/// first ones work in pairs: an even rank gives its vector to the odd rank after it.
struct PairedRanks {
  explicit PairedRanks(std::size_t ranks) : power(std::bit_floor(ranks)), extra(ranks - power) {}
  std::size_t rank(std::size_t index) const { return index < extra ? 2 * index + 1 : index + extra; }

  std::size_t power;
  std::size_t extra;
};

void join_pairs(const PairedRanks& paired, std::size_t elements, Round& round) {
  for (std::size_t i = 0; i < paired.extra; ++i)
    round.add(2 * i, 2 * i + 1, Selection::range(0, elements), true);
  round.end();
}

void split_pairs(const PairedRanks& paired, std::size_t elements, Round& round) {
  for (std::size_t i = 0; i < paired.extra; ++i)
    round.add(2 * i + 1, 2 * i, Selection::range(0, elements), false);
  round.end();
}

/// The blocks that a rank has reduced when halves of size `distance` are left.
std::size_t first_block(std::size_t index, std::size_t distance) {
  return index / distance * distance;
}

}  // namespace

void make_scatter_transfers(const CollectiveShape& shape, const OnRound& on_round) {
  Round round(on_round);
  const VectorBlocks blocks{shape.elements, shape.ranks};
  for (std::size_t distance = std::bit_ceil(shape.ranks) / 2; distance > 0; distance /= 2) {
    for (std::size_t i = 0; i + distance < shape.ranks; i += 2 * distance) {
      const std::size_t first = i + distance;
      round.add((i + shape.root) % shape.ranks, (first + shape.root) % shape.ranks,
                blocks(first, std::min(first + distance, shape.ranks)), false);
    }
    round.end();
  }
}

void make_gather_transfers(const CollectiveShape& shape, const OnRound& on_round) {
  Round round(on_round);
  const VectorBlocks blocks{shape.elements, shape.ranks};
  const auto rank = [&](std::size_t i) { return (i + shape.root) % shape.ranks; };
  if (std::has_single_bit(shape.ranks)) {
    for (std::size_t distance = 1; distance < shape.ranks; distance *= 2) {
      for (std::size_t i = 0; i < shape.ranks; ++i) {
        const std::size_t first = first_block(i, distance);
        round.add(rank(i), rank(i ^ distance), blocks(first, first + distance), false);
      }
      round.end();
    }
    return;
  }
  for (std::size_t k = 0; k + 1 < shape.ranks; ++k) {
    for (std::size_t i = 0; i < shape.ranks; ++i) {
      const std::size_t block = (i + shape.ranks - k) % shape.ranks;
      round.add(rank(i), rank(i + 1), blocks(block, block + 1), false);
    }
    round.end();
  }
}

void make_doubling_transfers(const CollectiveShape& shape, const OnRound& on_round) {
  Round round(on_round);
  const PairedRanks paired(shape.ranks);
  join_pairs(paired, shape.elements, round);
  for (std::size_t distance = 1; distance < paired.power; distance *= 2) {
    for (std::size_t i = 0; i < paired.power; ++i)
      round.add(paired.rank(i), paired.rank(i ^ distance), Selection::range(0, shape.elements), true);
    round.end();
  }
  split_pairs(paired, shape.elements, round);
}

void make_ring_transfers(const CollectiveShape& shape, const OnRound& on_round) {
  Round round(on_round);
  const VectorBlocks blocks{shape.elements, shape.ranks};
  for (std::size_t k = 0; k < 2 * (shape.ranks - 1); ++k) {
    for (std::size_t i = 0; i < shape.ranks; ++i) {
      const std::size_t block = (i + 2 * shape.ranks - k) % shape.ranks;
      round.add(i, (i + 1) % shape.ranks, blocks(block, block + 1), k + 1 < shape.ranks);
    }
    round.end();
  }
}

void make_halving_transfers(const CollectiveShape& shape, const OnRound& on_round) {
  Round round(on_round);
  const PairedRanks paired(shape.ranks);
  const VectorBlocks blocks{shape.elements, paired.power};
  join_pairs(paired, shape.elements, round);
  for (std::size_t distance = paired.power / 2; distance > 0; distance /= 2) {
    for (std::size_t i = 0; i < paired.power; ++i) {
      const std::size_t first = first_block(i ^ distance, distance);
      round.add(paired.rank(i), paired.rank(i ^ distance), blocks(first, first + distance), true);
    }
    round.end();
  }
  if (shape.operation == CollectiveOperation::reduce) {
    for (std::size_t i = 0; i < paired.power; ++i) {
      if (paired.rank(i) != shape.root) round.add(paired.rank(i), shape.root, blocks(i, i + 1), false);
    }
    return round.end();
  }
  for (std::size_t distance = 1; distance < paired.power; distance *= 2) {
    for (std::size_t i = 0; i < paired.power; ++i) {
      const std::size_t first = first_block(i, distance);
      round.add(paired.rank(i), paired.rank(i ^ distance), blocks(first, first + distance), false);
    }
    round.end();
  }
  split_pairs(paired, shape.elements, round);
}

}  // namespace gusset::detail
