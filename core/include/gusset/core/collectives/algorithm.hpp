#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace gusset {

/// Operations that several nodes perform together.
enum class CollectiveOperation : std::uint8_t { broadcast, reduce, allreduce, alltoall };

/// How the nodes of a collective operation exchange its data. Ranks number these nodes.
enum class CollectiveAlgorithm : std::uint8_t {
  automatic,           ///< what Open MPI chooses for that many ranks and bytes: see default_algorithm
  linear,              ///< every rank exchanges messages with the root, or with every other rank, all at once
  chain,               ///< each rank sends to the next; with segments, a pipeline
  binary,              ///< a binary tree
  binomial,            ///< a binomial tree: in each round, all ranks that have the data send it
  knomial,             ///< the same with three receivers for each sender in a round (radix 4)
  scatter_allgather,   ///< broadcast: a binomial tree spreads blocks, which all ranks then exchange
  nonoverlapping,      ///< all-reduce: a reduction, and then a broadcast
  recursive_doubling,  ///< all-reduce: whole vectors, exchanged at distances of 1, 2, 4 …
  ring,                ///< all-reduce: blocks pass through all ranks, twice
  rabenseifner,        ///< halving and doubling: halves, quarters … are exchanged and reduced, and then
                       ///< collected in the reverse order
  pairwise,            ///< all-to-all: in each round, each rank sends to one and receives from one
  bruck,               ///< all-to-all: blocks travel together, in a logarithmic number of rounds
};

/// "broadcast", "reduce", "allreduce" or "alltoall".
std::string_view name_of(CollectiveOperation operation);
/// The enumerator's name.
std::string_view name_of(CollectiveAlgorithm algorithm);
/// The algorithm of that name; none if there is no such name.
std::optional<CollectiveAlgorithm> algorithm_named(std::string_view name);
/// The algorithms that can perform an operation, without `automatic`.
std::span<const CollectiveAlgorithm> algorithms_for(CollectiveOperation operation);

/// What Open MPI 4.1 and 5.0 choose (coll/tuned's fixed decisions for operations that commute), for `bytes`
/// on each rank, or in each block of an all-to-all. If that is not among algorithms_for(), returns the
/// nearest one: for a split binary tree and an in-order binary tree a binary tree, for a segmented ring a
/// ring, for an all-to-all with limited requests a linear one, for an all-to-all between two ranks a pairwise
/// one.
CollectiveAlgorithm default_algorithm(CollectiveOperation operation, std::size_t ranks, std::size_t bytes);

}  // namespace gusset
