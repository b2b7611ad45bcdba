#include "gusset/core/collectives/transfers.hpp"

namespace gusset::detail {

void make_transfers(const CollectiveShape& shape, const OnRound& on_round) {
  using enum CollectiveAlgorithm;
  CollectiveShape part = shape;
  switch (shape.algorithm) {
    case scatter_allgather:
      make_scatter_transfers(shape, on_round);
      return make_gather_transfers(shape, on_round);
    case nonoverlapping:
      for (const CollectiveOperation each : {CollectiveOperation::reduce, CollectiveOperation::broadcast}) {
        part.operation = each;
        part.algorithm = default_algorithm(each, shape.ranks, shape.elements * shape.element_bytes);
        make_transfers(part, on_round);
      }
      return;
    case recursive_doubling:
      return make_doubling_transfers(shape, on_round);
    case ring:
      return make_ring_transfers(shape, on_round);
    case rabenseifner:
      return make_halving_transfers(shape, on_round);
    default:
      break;
  }
  if (shape.operation == CollectiveOperation::alltoall) return make_all_to_all_transfers(shape, on_round);
  make_tree_transfers(shape, on_round);
}

}  // namespace gusset::detail
