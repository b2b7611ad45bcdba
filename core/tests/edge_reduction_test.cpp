#include "edge_reduction.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>
#include <string>

namespace gusset::detail {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

/// Which tasks come before each, over any number of edges.
std::vector<std::vector<bool>> closure(const Predecessors& before) {
  const std::size_t count = before.size();
  std::vector<std::vector<bool>> reach(count, std::vector<bool>(count, false));
  for (std::size_t task = 0; task < count; ++task) {
    for (const std::uint32_t predecessor : before[task]) reach[task][predecessor] = true;
  }
  for (std::size_t middle = 0; middle < count; ++middle) {
    for (std::size_t task = 0; task < count; ++task) {
      for (std::size_t first = 0; first < count; ++first) {
        if (reach[task][middle] && reach[middle][first]) reach[task][first] = true;
      }
    }
  }
  return reach;
}

TEST(EdgeReduction, NothingStaysNothing) {
  EXPECT_THAT(without_implied({}), IsEmpty());
}

TEST(EdgeReduction, RepeatedEdgesBecomeOne) {
  EXPECT_THAT(without_implied({{}, {0, 0, 0}}), ElementsAre(IsEmpty(), ElementsAre(0)));
}

TEST(EdgeReduction, AnEdgeThatAChainImpliesGoes) {
  EXPECT_THAT(without_implied({{}, {0}, {0, 1}}), ElementsAre(IsEmpty(), ElementsAre(0), ElementsAre(1)));
}

TEST(EdgeReduction, PredecessorsMayHaveHigherNumbers) {
  EXPECT_THAT(without_implied({{2, 1}, {2}, {}}), ElementsAre(ElementsAre(1), ElementsAre(2), IsEmpty()));
}

TEST(EdgeReduction, CyclesKeepTheirEdges) {
  EXPECT_THAT(without_implied({{1}, {0}, {0, 1}}),
              ElementsAre(ElementsAre(1), ElementsAre(0), ElementsAre(0, 1)));
}

TEST(EdgeReduction, KeepsTheOrderAndNoEdgeTooMany) {
  for (unsigned seed = 1; seed <= 30; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937 random(seed);
    constexpr std::uint32_t count = 25;
    std::vector<std::uint32_t> number(count);  // so that the order is not that of the numbers
    for (std::uint32_t i = 0; i < count; ++i) number[i] = i * 7 % count;
    Predecessors before(count);
    for (std::uint32_t i = 0; i < count; ++i) {
      for (std::uint32_t j = 0; j < i; ++j) {
        if (random() % 4 == 0) before[number[i]].push_back(number[j]);
      }
    }
    const Predecessors reduced = without_implied(before);
    const auto order = closure(before);
    EXPECT_EQ(closure(reduced), order);
    for (std::uint32_t task = 0; task < count; ++task) {
      for (const std::uint32_t one : reduced[task]) {
        for (const std::uint32_t other : reduced[task])
          EXPECT_FALSE(order[other][one]) << task << ": " << one;
      }
    }
  }
}

}  // namespace
}  // namespace gusset::detail
