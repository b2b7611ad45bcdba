#include "transport/ping_pongs.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <set>
#include <thread>
#include <utility>
#include <vector>

#include "gusset/base/this_machine.hpp"
#include "transport/loopback.hpp"

namespace gusset::cluster {
namespace {

std::vector<NetworkMeasurement> measure(unsigned nodes) {
  std::vector<std::unique_ptr<Transport>> transports = make_loopback(nodes);
  std::vector<NetworkMeasurement> results(nodes);
  std::vector<std::thread> threads;
  for (unsigned node = 0; node < nodes; ++node)
    threads.emplace_back([&, node] { results[node] = ping_pongs(*transports[node]); });
  for (std::thread& thread : threads) thread.join();
  return results;
}

TEST(PingPongs, MeasureEveryPairInEachSize) {
  const NetworkMeasurement measured = measure(3).front();
  EXPECT_EQ(measured.hosts, std::vector<std::string>(3, host_name()));
  ASSERT_EQ(measured.ping_pongs.size(), 24u);
  std::set<std::pair<unsigned, unsigned>> pairs;
  for (const PingPong& each : measured.ping_pongs) {
    pairs.emplace(each.first, each.second);
    EXPECT_GT(each.one_way_s, 0.0) << each.bytes;
  }
  EXPECT_EQ(pairs, (std::set<std::pair<unsigned, unsigned>>{{0, 1}, {0, 2}, {1, 2}}));
  EXPECT_EQ(measured.ping_pongs.front().bytes, 8u);
  EXPECT_EQ(measured.ping_pongs.back().bytes, std::uint64_t{4} << 20);
}

TEST(PingPongs, OnlyNodeZeroHasTheResult) {
  const std::vector<NetworkMeasurement> results = measure(2);
  EXPECT_FALSE(results[0].ping_pongs.empty());
  EXPECT_TRUE(results[1].ping_pongs.empty());
  EXPECT_TRUE(results[1].hosts.empty());
}

TEST(PingPongs, OneNodeHasNoPairs) {
  const NetworkMeasurement measured = measure(1).front();
  EXPECT_EQ(measured.hosts.size(), 1u);
  EXPECT_TRUE(measured.ping_pongs.empty());
}

}  // namespace
}  // namespace gusset::cluster
