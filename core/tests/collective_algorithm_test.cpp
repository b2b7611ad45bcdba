#include "gusset/core/collectives/algorithm.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "gusset/core.hpp"

namespace gusset {
namespace {

using enum CollectiveAlgorithm;

constexpr std::size_t million = 1'000'000;

TEST(CollectiveAlgorithm, ConvertsToAndFromItsName) {
  for (unsigned i = 0; i <= static_cast<unsigned>(bruck); ++i) {
    const auto algorithm = static_cast<CollectiveAlgorithm>(i);
    EXPECT_EQ(algorithm_named(name_of(algorithm)), algorithm) << name_of(algorithm);
  }
  EXPECT_EQ(name_of(CollectiveOperation::alltoall), "alltoall");
  EXPECT_EQ(algorithm_named("fastest"), std::nullopt);
}

TEST(CollectiveAlgorithm, DefaultIsOpenMpis) {
  using enum CollectiveOperation;
  EXPECT_EQ(default_algorithm(allreduce, 1024, 8), nonoverlapping);
  EXPECT_EQ(default_algorithm(allreduce, 1024, 8000), recursive_doubling);
  EXPECT_EQ(default_algorithm(allreduce, 1024, 20'000), rabenseifner);
  EXPECT_EQ(default_algorithm(allreduce, 1024, million), rabenseifner);
  EXPECT_EQ(default_algorithm(allreduce, 3, 5000), ring);
  EXPECT_EQ(default_algorithm(allreduce, 16, 1024), recursive_doubling);
  EXPECT_EQ(default_algorithm(allreduce, 16, 4096), rabenseifner);
  EXPECT_EQ(default_algorithm(broadcast, 16, 8), knomial);
  EXPECT_EQ(default_algorithm(broadcast, 16, million), binomial);
  EXPECT_EQ(default_algorithm(broadcast, 16, 16 * million), scatter_allgather);
  EXPECT_EQ(default_algorithm(broadcast, 1024, 8 * million), scatter_allgather);
  EXPECT_EQ(default_algorithm(broadcast, 8, million), linear);
  EXPECT_EQ(default_algorithm(reduce, 16, 100), binary);
  EXPECT_EQ(default_algorithm(reduce, 1024, million), binomial);
  EXPECT_EQ(default_algorithm(alltoall, 2, 8), pairwise);
  EXPECT_EQ(default_algorithm(alltoall, 64, 100), bruck);
  EXPECT_EQ(default_algorithm(alltoall, 300, 100'000), pairwise);
  EXPECT_EQ(default_algorithm(alltoall, 100, 100'000), linear);
}

TEST(CollectiveAlgorithm, DefaultCanPerformTheOperation) {
  for (const auto operation : {CollectiveOperation::broadcast, CollectiveOperation::reduce,
                               CollectiveOperation::allreduce, CollectiveOperation::alltoall}) {
    const auto possible = algorithms_for(operation);
    for (std::size_t ranks = 1; ranks < 10'000; ranks += 1 + ranks / 3) {
      for (std::size_t bytes = 0; bytes < 100 * million; bytes = 2 * bytes + 1) {
        const CollectiveAlgorithm chosen = default_algorithm(operation, ranks, bytes);
        EXPECT_NE(std::ranges::find(possible, chosen), possible.end())
            << name_of(operation) << " on " << ranks << " ranks, " << bytes << " bytes: " << name_of(chosen);
      }
    }
  }
}

}  // namespace
}  // namespace gusset
