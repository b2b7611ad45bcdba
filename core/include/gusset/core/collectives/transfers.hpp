#pragma once
#include <algorithm>
#include <cstddef>
#include <functional>
#include <span>

#include "gusset/core/collectives/algorithm.hpp"

namespace gusset::detail {

/// Some elements of a vector, in the order in which a message contains them. A small value, because a
/// collective operation has very many selections.
struct Selection {
  enum class Kind : unsigned char {
    range,     ///< `count` elements from `first` on
    with_bit,  ///< of `blocks` blocks, those whose index has the bit `parameter`
    rotated,   ///< all blocks, forwards from block `parameter`, wrapping around at the end
    reversed,  ///< all blocks, backwards from block `parameter`, wrapping around at the start
  };
  Kind kind = Kind::range;
  std::size_t first = 0;
  std::size_t count = 0;  ///< number of elements in all pieces
  std::size_t blocks = 1;
  std::size_t block_elements = 0;
  std::size_t parameter = 0;

  static Selection range(std::size_t begin, std::size_t end) {
    return {Kind::range, begin, end - begin, 1, 0, 0};
  }
  bool is_range(std::size_t begin, std::size_t end) const {
    return kind == Kind::range && first == begin && count == end - begin;
  }

  /// Calls visit(first element, elements) for each contiguous piece, in order.
  template <class Visit>
  void for_each_piece(Visit&& visit) const {
    if (kind == Kind::range) return visit(first, count);
    for (std::size_t i = 0; i < blocks; ++i) {
      if (kind == Kind::with_bit && (i & parameter) == 0) continue;
      const std::size_t block = kind == Kind::with_bit  ? i
                                : kind == Kind::rotated ? (parameter + i) % blocks
                                                        : (parameter + blocks - i) % blocks;
      visit(block * block_elements, block_elements);
    }
  }

  friend bool operator==(const Selection&, const Selection&) = default;
};

/// A message of a collective operation, or a reordering of one rank's blocks.
struct Transfer {
  std::size_t from = 0;
  std::size_t to = 0;
  Selection taken;           ///< elements of the sender's vector
  Selection put;             ///< elements of the receiver's vector
  bool takes_input = false;  ///< all-to-all: `taken` is of the vector that is sent
  bool combines = false;     ///< the receiver reduces the elements with its own

  friend bool operator==(const Transfer&, const Transfer&) = default;
};

/// A collective operation.
struct CollectiveShape {
  CollectiveOperation operation = CollectiveOperation::broadcast;
  CollectiveAlgorithm algorithm = CollectiveAlgorithm::linear;  ///< one of algorithms_for(operation)
  std::size_t ranks = 1;
  std::size_t elements = 0;  ///< in each rank's vector; for an all-to-all a multiple of `ranks`
  std::size_t root = 0;      ///< the root of a broadcast or reduction
  std::size_t segment = 0;   ///< the most elements in a tree's message; 0: all
  std::size_t element_bytes = 1;
};

/// Receives one round: transfers that read what the vectors contained before the round.
using OnRound = std::function<void(std::span<const Transfer>)>;

/// Makes the transfers of an operation, round by round. No transfer is empty. They depend only on the
/// arguments, so all nodes and the simulator make the same ones.
void make_transfers(const CollectiveShape& shape, const OnRound& on_round);

// The parts of make_transfers, by the kind of algorithm.

void make_tree_transfers(const CollectiveShape& shape, const OnRound& on_round);
/// Spreads the root's vector in blocks: rank i, counted from the root, gets the blocks of its subtree.
void make_scatter_transfers(const CollectiveShape& shape, const OnRound& on_round);
/// Rank i, counted from the root, has block i, and every rank gets all blocks.
void make_gather_transfers(const CollectiveShape& shape, const OnRound& on_round);
void make_doubling_transfers(const CollectiveShape& shape, const OnRound& on_round);
void make_ring_transfers(const CollectiveShape& shape, const OnRound& on_round);
/// Halving and doubling, of an all-reduce or a reduction.
void make_halving_transfers(const CollectiveShape& shape, const OnRound& on_round);
void make_all_to_all_transfers(const CollectiveShape& shape, const OnRound& on_round);

}  // namespace gusset::detail
