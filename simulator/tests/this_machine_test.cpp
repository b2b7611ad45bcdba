#include "platform/this_machine.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "gusset/core/options.hpp"

namespace gusset::simulator {
namespace {

Platform synthetic(const char* description, unsigned cores) {
  Platform platform;
  platform.cores = cores;
  return with_hwloc(platform, description);
}

TEST(ThisMachine, HwlocReportsSocketsCachesAndMemory) {
  const Platform platform =
      synthetic("package:2 [numa(memory=1073741824)] l3:1(size=20971520) core:4 l2:1(size=262144) pu:1", 8);
  EXPECT_EQ(platform.sockets, 2u);
  EXPECT_EQ(platform.caches, (std::vector<Cache>{{2, 262144, 1}, {3, 20971520, 4}}));
  EXPECT_EQ(platform.memory_bytes, 2u << 30);
  EXPECT_FALSE(platform.memory_bandwidth_bytes_per_s.has_value()) << "nobody has measured it";
  for (const char* field : {"sockets", "caches", "memory_bytes"})
    EXPECT_TRUE(platform.sources.at(field).starts_with("hwloc ")) << field;
}

TEST(ThisMachine, LeavesOutPartsThatDoNotDivideTheCores) {
  const Platform platform = synthetic("package:2 l2:1(size=262144) core:4 pu:1", 5);
  EXPECT_FALSE(platform.sockets.has_value());
  EXPECT_TRUE(platform.caches.empty());
}

TEST(ThisMachine, InvalidDescriptionAddsNothing) {
  const Platform platform = synthetic("nonsense:of:sorts", 3);
  Platform expected;
  expected.cores = 3;
  EXPECT_EQ(platform, expected);
}

TEST(ThisMachine, RoundTripsAndStatesItsAssumptions) {
  const auto platform = platform_from_argument("this", "--platform");
  ASSERT_TRUE(platform) << platform.error().message();
  EXPECT_EQ(platform->cores, available_cores());
  EXPECT_TRUE(platform->sources.at("latency_s").starts_with("assumed"));
  EXPECT_TRUE(platform->sources.at("bandwidth_bytes_per_s").starts_with("assumed"));
  const auto again = parse_platform(to_json(*platform), "again.json");
  ASSERT_TRUE(again) << again.error().message();
  EXPECT_EQ(*again, *platform);
}

}  // namespace
}  // namespace gusset::simulator
