#include "gusset/simulator/platform/measured_network.hpp"

#include <gtest/gtest.h>

namespace gusset::simulator {
namespace {

/// Messages of 2 µs and 1 GB/s between all pairs, except that pair 0-1 takes twice as long.
std::vector<MessageTime> times_between(unsigned nodes) {
  std::vector<MessageTime> times;
  for (unsigned a = 0; a < nodes; ++a) {
    for (unsigned b = a + 1; b < nodes; ++b) {
      const double factor = a == 0 && b == 1 ? 2.0 : 1.0;
      for (const std::uint64_t bytes : {8u, 512u, 1u << 18, 1u << 20, 1u << 22})
        times.push_back({a, b, bytes, factor * (2e-6 + static_cast<double>(bytes) * 1e-9)});
    }
  }
  return times;
}

TEST(MeasuredNetwork, EachPairHasTheLatencyOfSmallAndTheBandwidthOfLongMessages) {
  const auto pairs = measured_pairs(times_between(3));
  ASSERT_EQ(pairs.size(), 3u);
  EXPECT_EQ(pairs[0].second, 1u);
  EXPECT_NEAR(pairs[0].latency_s, 4e-6, 1e-7);
  EXPECT_NEAR(pairs[0].bandwidth_bytes_per_s, 5e8, 1e3);
  EXPECT_EQ(pairs[2].first, 1u);
  EXPECT_EQ(pairs[2].second, 2u);
  EXPECT_NEAR(pairs[2].latency_s, 2e-6, 1e-7);
  EXPECT_NEAR(pairs[2].bandwidth_bytes_per_s, 1e9, 1e3);
}

TEST(MeasuredNetwork, TimesThatDoNotGrowGiveTheBandwidthOfTheLongestMessage) {
  const std::vector<MessageTime> times{{0, 1, 8, 1e-6}, {0, 1, 1 << 20, 1e-3}, {0, 1, 1 << 22, 1e-3}};
  EXPECT_DOUBLE_EQ(measured_pairs(times).front().bandwidth_bytes_per_s, (1 << 22) * 1e3);
}

TEST(MeasuredNetwork, ThePlatformHasTheMediansAndSaysSo) {
  Platform node;
  node.cores = 2;
  node.sources["latency_s"] = "assumed";
  const std::vector<std::string> hosts(4, "a");
  const auto platform = with_network(node, measured_pairs(times_between(4)), hosts, "2026-11-26");
  ASSERT_TRUE(platform);
  EXPECT_EQ(platform->nodes, 4u);
  EXPECT_EQ(platform->nodes_per_host, 4u);
  EXPECT_EQ(platform->cores, 2u);
  EXPECT_NEAR(platform->latency_s, 2e-6, 1e-7);
  EXPECT_NEAR(platform->bandwidth_bytes_per_s, 1e9, 1e3);
  EXPECT_EQ(platform->sources.at("latency_s"),
            "measured by gusset calibrate --network on 2026-11-26, median of 6 pairs of nodes");
  const auto again = parse_platform(to_json(*platform), "p.json");
  ASSERT_TRUE(again) << again.error().message();
  EXPECT_EQ(*again, *platform);
}

TEST(MeasuredNetwork, NodesOfAHostMustBeConsecutive) {
  const auto pairs = measured_pairs(times_between(4));
  const std::vector<std::string> paired{"a", "a", "b", "b"};
  EXPECT_EQ(with_network({}, pairs, paired, "")->nodes_per_host, 2u);
  const std::vector<std::string> apart{"a", "b", "c", "d"};
  EXPECT_EQ(with_network({}, pairs, apart, "")->nodes_per_host, 1u);
  for (const std::vector<std::string>& mixed : std::vector<std::vector<std::string>>{
           {"a", "b", "a", "b"}, {"a", "a", "a", "b"}, {"a", "b", "b", "b"}}) {
    const auto refused = with_network({}, pairs, mixed, "");
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().message().substr(0, 85),
              "calibrate: --network: expected the same number of consecutive nodes on each host, fou");
  }
}

}  // namespace
}  // namespace gusset::simulator
