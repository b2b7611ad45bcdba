// Collective operations on nodes that exchange messages: the results are right, and the simulator predicts
// the same counts.
#include "gusset/core/collectives.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>

#include "loopback_nodes.hpp"
#include "predicted_counts.hpp"

namespace gusset::cluster {
namespace {

using testing::LoopbackRun;

constexpr CollectiveOperation operations[] = {CollectiveOperation::broadcast, CollectiveOperation::reduce,
                                              CollectiveOperation::allreduce, CollectiveOperation::alltoall};

struct CollectiveProgram {
  CollectiveOperation operation;
  CollectiveOptions options;
  std::size_t elements = 1;
  std::size_t times = 2;

  /// Returns an empty text if this node's result is right.
  std::string operator()(Runtime& runtime) const {
    Collectives all(runtime);
    auto x = all.vectors<std::uint64_t>("x", elements);
    auto y = all.vectors<std::uint64_t>("y", elements);
    x.init([&](auto, std::size_t rank, Tile<std::uint64_t> tile, auto, auto) {
      for (std::size_t i = 0; i < elements; ++i) tile(i, 0) = initial(rank, i);
    });
    const std::size_t root = all.ranks() / 2;
    for (std::size_t k = 0; k < times; ++k) {
      switch (operation) {
        case CollectiveOperation::broadcast:
          all.broadcast(x, root, options);
          break;
        case CollectiveOperation::reduce:
          all.reduce(x, root, std::plus<>(), options);
          if (k + 1 < times) all.broadcast(x, root);
          break;
        case CollectiveOperation::allreduce:
          all.allreduce(x, std::plus<>(), options);
          break;
        case CollectiveOperation::alltoall:
          all.alltoall(k % 2 == 0 ? x : y, k % 2 == 0 ? y : x, options);
          break;
      }
    }
    runtime.wait();
    return runtime.has_data() ? difference(runtime, x, root) : "";
  }

 private:
  static std::uint64_t initial(std::size_t rank, std::size_t i) { return rank * 1000 + i % 1000; }

  std::string difference(Runtime& runtime, TiledMatrix<std::uint64_t>& x, std::size_t root) const {
    const std::size_t ranks = runtime.grid().nodes();
    for (std::size_t rank = 0; rank < ranks; ++rank) {
      if (!runtime.engine().holds(NodeId(static_cast<std::uint32_t>(rank)))) continue;
      if (operation == CollectiveOperation::reduce && rank != root) continue;
      for (std::size_t i = 0; i < elements; ++i) {
        std::uint64_t sum = 0;
        for (std::size_t other = 0; other < ranks; ++other) sum += initial(other, i);
        for (std::size_t k = 1; k < times; ++k) sum *= ranks;
        const std::uint64_t right = operation == CollectiveOperation::broadcast  ? initial(root, i)
                                    : operation == CollectiveOperation::alltoall ? initial(rank, i)
                                                                                 : sum;
        if (const std::uint64_t found = x.tile(0, rank)(i, 0); found != right) {
          return "rank " + std::to_string(rank) + ", element " + std::to_string(i) + ": expected " +
                 std::to_string(right) + ", found " + std::to_string(found);
        }
      }
    }
    return "";
  }
};

TEST(CollectivesOnNodes, GiveTheRightResultsAndTheCountsThatTheSimulatorPredicts) {
  for (const CollectiveOperation operation : operations) {
    for (const CollectiveAlgorithm algorithm : algorithms_for(operation)) {
      for (const unsigned nodes : {2U, 5U, 8U}) {
        for (const std::size_t elements : {std::size_t{nodes}, std::size_t{40} * nodes}) {
          SCOPED_TRACE(std::string(name_of(operation)) + " " + std::string(name_of(algorithm)) + ", " +
                       std::to_string(nodes) + " nodes, " + std::to_string(elements) + " elements");
          const CollectiveProgram program{operation, {algorithm, elements > nodes ? 100U : 0U}, elements};
          LoopbackRun run{.nodes = nodes, .network = {nodes, nodes % 2 * 5}};
          run([&](Runtime& runtime, unsigned) { EXPECT_EQ(program(runtime), ""); });
          EXPECT_EQ(testing::difference_of(run.counts, testing::predicted_counts(nodes, program)), "");
        }
      }
    }
  }
}

TEST(CollectivesOnNodes, GiveTheRightResultsForAnyLengthWithDefaultOptions) {
  for (const CollectiveOperation operation : operations) {
    for (const std::size_t elements : {12U, 1200U, 12'000U}) {
      SCOPED_TRACE(std::string(name_of(operation)) + ", " + std::to_string(elements) + " elements");
      LoopbackRun run{.nodes = 6, .threads = 2};
      run([&](Runtime& runtime, unsigned) {
        EXPECT_EQ((CollectiveProgram{operation, {}, elements}(runtime)), "");
      });
    }
  }
}

TEST(CollectivesOnNodes, CanLeaveNodesOut) {
  LoopbackRun run{.nodes = 4};
  run([](Runtime& runtime, unsigned node) {
    Collectives some(runtime, {NodeId(3), NodeId(0)});
    auto x = some.vectors<int>("x", 2);
    x.init([](auto, std::size_t rank, Tile<int> tile, auto, auto) {
      tile(0, 0) = 1;
      tile(1, 0) = static_cast<int>(10 * rank);
    });
    some.allreduce(x);
    runtime.wait();
    if (node == 3) {
      EXPECT_EQ(x.tile(0, 0)(1, 0), 10);
    }
  });
  ASSERT_EQ(run.counts.pairs.size(), 2u);
}

}  // namespace
}  // namespace gusset::cluster
