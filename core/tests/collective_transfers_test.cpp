// The transfers of collective operations, made on plain vectors: every algorithm computes the operation.
#include "gusset/core/collectives/transfers.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "gusset/core.hpp"

namespace gusset {
namespace {

using detail::CollectiveShape;
using detail::make_transfers;
using detail::Selection;
using detail::Transfer;
using ::testing::ElementsAre;
using enum CollectiveAlgorithm;
using Vectors = std::vector<std::vector<std::uint64_t>>;  // by rank

constexpr CollectiveOperation all_operations[] = {CollectiveOperation::broadcast, CollectiveOperation::reduce,
                                                  CollectiveOperation::allreduce,
                                                  CollectiveOperation::alltoall};

std::uint64_t initial(std::size_t rank, std::size_t element) {
  return (rank + 1) * 1'000'003 + element * element;
}

/// Makes the transfers, and counts messages and rounds.
struct VectorExchange {
  explicit VectorExchange(const CollectiveShape& shape) : outputs(shape.ranks), inputs(shape.ranks) {
    for (std::size_t rank = 0; rank < shape.ranks; ++rank) {
      for (std::size_t i = 0; i < shape.elements; ++i) inputs[rank].push_back(initial(rank, i));
      outputs[rank] = shape.operation == CollectiveOperation::alltoall
                          ? std::vector<std::uint64_t>(shape.elements)
                          : inputs[rank];
    }
    make_transfers(shape, [this](std::span<const Transfer> round) { make(round); });
  }

  void make(std::span<const Transfer> round) {
    ++rounds;
    Vectors messages;
    for (const Transfer& each : round) {
      std::vector<std::uint64_t>& message = messages.emplace_back();
      each.taken.for_each_piece([&](std::size_t first, std::size_t count) {
        const auto& from = (each.takes_input ? inputs : outputs)[each.from];
        for (std::size_t i = first; i < first + count; ++i) message.push_back(from.at(i));
      });
      EXPECT_EQ(message.size(), each.taken.count);
      EXPECT_GT(message.size(), 0u);
      if (each.from != each.to) ++sent;
    }
    for (std::size_t k = 0; k < round.size(); ++k) {
      std::size_t next = 0;
      round[k].put.for_each_piece([&](std::size_t first, std::size_t count) {
        for (std::size_t i = first; i < first + count; ++i) {
          std::uint64_t& target = outputs[round[k].to].at(i);
          target = (round[k].combines ? target : 0) + messages[k].at(next++);
        }
      });
      EXPECT_EQ(next, messages[k].size());
    }
  }

  Vectors outputs, inputs;
  std::size_t rounds = 0;
  std::size_t sent = 0;
};

/// The vector that a rank must end with; empty if any contents are allowed.
std::vector<std::uint64_t> expected(const CollectiveShape& shape, std::size_t rank) {
  std::vector<std::uint64_t> vector(shape.elements);
  const std::size_t block = shape.elements / shape.ranks;
  for (std::size_t i = 0; i < shape.elements; ++i) {
    if (shape.operation == CollectiveOperation::broadcast) {
      vector[i] = initial(shape.root, i);
    } else if (shape.operation == CollectiveOperation::alltoall) {
      vector[i] = initial(i / block, rank * block + i % block);
    } else {
      for (std::size_t other = 0; other < shape.ranks; ++other) vector[i] += initial(other, i);
    }
  }
  if (shape.operation == CollectiveOperation::reduce && rank != shape.root) vector.clear();
  return vector;
}

void check(const CollectiveShape& shape) {
  SCOPED_TRACE(std::string(name_of(shape.operation)) + " " + std::string(name_of(shape.algorithm)) + ", " +
               std::to_string(shape.ranks) + " ranks, root " + std::to_string(shape.root) + ", " +
               std::to_string(shape.elements) + " elements in segments of " + std::to_string(shape.segment));
  const VectorExchange exchange(shape);
  for (std::size_t rank = 0; rank < shape.ranks; ++rank) {
    const auto vector = expected(shape, rank);
    if (!vector.empty()) {
      EXPECT_EQ(exchange.outputs[rank], vector) << "rank " << rank;
    }
  }
}

std::size_t rounds_of(CollectiveOperation operation, CollectiveAlgorithm algorithm, std::size_t ranks,
                      std::size_t segment = 0) {
  return VectorExchange({operation, algorithm, ranks, 2 * ranks, 0, segment}).rounds;
}

TEST(CollectiveTransfers, ComputeTheOperationOnAnyNumberOfRanks) {
  for (const CollectiveOperation operation : all_operations) {
    for (const CollectiveAlgorithm algorithm : algorithms_for(operation)) {
      for (std::size_t ranks = 1; ranks <= 19; ++ranks) {
        const bool is_all_to_all = operation == CollectiveOperation::alltoall;
        for (const std::size_t elements : {is_all_to_all ? ranks : 1, 3 * ranks, 8 * ranks})
          check({operation, algorithm, ranks, elements, (elements + 5) % ranks, 0, 8});
      }
    }
  }
}

TEST(CollectiveTransfers, OfTreesCanBeCutIntoSegments) {
  for (const CollectiveOperation operation : {CollectiveOperation::broadcast, CollectiveOperation::reduce}) {
    for (const CollectiveAlgorithm algorithm : {linear, chain, binary, binomial, knomial}) {
      for (const std::size_t ranks : {2U, 7U, 16U}) {
        for (const std::size_t segment : {1U, 4U, 10U, 50U})
          check({operation, algorithm, ranks, 10, 1, segment, 8});
      }
    }
  }
}

TEST(CollectiveTransfers, ComputeTheOperationOnManyRanks) {
  check({CollectiveOperation::broadcast, scatter_allgather, 256, 300, 99, 0, 8});
  check({CollectiveOperation::allreduce, rabenseifner, 200, 300, 0, 0, 8});
  check({CollectiveOperation::alltoall, bruck, 150, 150, 0, 0, 8});
}

TEST(CollectiveTransfers, HaveAsManyRoundsAsTheAlgorithmNeeds) {
  using enum CollectiveOperation;
  EXPECT_EQ(rounds_of(broadcast, linear, 64), 1u);
  EXPECT_EQ(rounds_of(broadcast, chain, 64), 63u);
  EXPECT_EQ(rounds_of(broadcast, chain, 64, 16), 63u + 7u);  // 8 segments
  EXPECT_EQ(rounds_of(broadcast, binomial, 64), 6u);
  EXPECT_EQ(rounds_of(broadcast, binomial, 65), 7u);
  EXPECT_EQ(rounds_of(broadcast, knomial, 64), 3u);
  EXPECT_EQ(rounds_of(broadcast, scatter_allgather, 64), 12u);
  EXPECT_EQ(rounds_of(reduce, binomial, 64), 6u);
  EXPECT_EQ(rounds_of(reduce, rabenseifner, 64), 7u);
  EXPECT_EQ(rounds_of(allreduce, recursive_doubling, 64), 6u);
  EXPECT_EQ(rounds_of(allreduce, recursive_doubling, 65), 8u);
  EXPECT_EQ(rounds_of(allreduce, ring, 64), 126u);
  EXPECT_EQ(rounds_of(allreduce, rabenseifner, 64), 12u);
  EXPECT_EQ(rounds_of(alltoall, pairwise, 64), 64u);  // the first one stays on each rank
  EXPECT_EQ(rounds_of(alltoall, bruck, 64), 8u);      // two of them only reorder blocks
}

TEST(CollectiveTransfers, OfABinomialTreeReachTheFarthestRankFirst) {
  std::string found;
  make_transfers({CollectiveOperation::broadcast, binomial, 6, 1, 2}, [&](std::span<const Transfer> round) {
    for (const Transfer& each : round)
      found += std::to_string(each.from) + ">" + std::to_string(each.to) + " ";
    found += "| ";
  });
  EXPECT_EQ(found, "2>0 | 2>4 | 2>3 4>5 0>1 | ");
}

TEST(CollectiveTransfers, SendEachElementOnceToEachRankOfATree) {
  EXPECT_EQ(VectorExchange({CollectiveOperation::broadcast, binomial, 33, 8, 0, 0}).sent, 32u);
  EXPECT_EQ(VectorExchange({CollectiveOperation::reduce, binary, 33, 8, 0, 2}).sent, 4 * 32u);
}

}  // namespace
}  // namespace gusset
