#include "stream/node_map.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <map>
#include <random>

namespace gusset::simulator {
namespace {

TEST(NodeMap, ANewValueIsTheDefault) {
  NodeMap<int> map;
  const auto [value, is_new] = map.find_or_add(NodeId(7));
  EXPECT_TRUE(is_new);
  EXPECT_EQ(value, 0);
}

TEST(NodeMap, KeepsTheValuesOfManyNodes) {
  std::mt19937 random(1);
  NodeMap<std::uint64_t> map;
  std::map<std::uint32_t, std::uint64_t> expected;
  for (int i = 0; i < 20'000; ++i) {
    const auto node = static_cast<std::uint32_t>(random() % 3 == 0 ? random() % 4'000'000 : random() % 500);
    const auto [value, is_new] = map.find_or_add(NodeId(node));
    EXPECT_EQ(is_new, !expected.contains(node));
    EXPECT_EQ(value, expected[node]);
    value = expected[node] = random();
  }
  EXPECT_EQ(map.size(), expected.size());
  std::map<std::uint32_t, std::uint64_t> found;
  map.for_each([&](NodeId node, std::uint64_t value) { found[node.value()] = value; });
  EXPECT_EQ(found, expected);
}

}  // namespace
}  // namespace gusset::simulator
