#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "gusset/simulator/platform/platform.hpp"

namespace gusset::simulator {
namespace {

TEST(BuiltInPlatforms, AreListedByName) {
  EXPECT_EQ(platform_names(), (std::vector<std::string>{"opteron2427", "opteron8380", "rackham", "tintin",
                                                        "xeonphi7120p", "this"}));
  EXPECT_FALSE(platform_from_argument("haddock", "--platform").ok());
}

TEST(BuiltInPlatforms, EveryNumberHasASource) {
  for (const std::string& name : platform_names()) {
    if (name == "this") continue;
    const auto platform = platform_from_argument(name, "--platform");
    ASSERT_TRUE(platform.ok()) << name;
    EXPECT_EQ(platform->name, name);
    const auto document = nlohmann::json::parse(to_json(*platform));
    for (const auto& [field, value] : document.items()) {
      if (field == "sources" || field == "header_bytes") continue;  // this library defines the header
      EXPECT_GT(platform->sources.count(field), 0u) << name << ": " << field;
    }
    for (const auto& [field, text] : platform->sources)
      EXPECT_TRUE(document.contains(field) && !text.empty()) << name << ": " << field;
  }
}

TEST(BuiltInPlatforms, RackhamHas20CoresAndATwoToOneFatTree) {
  const auto rackham = platform_from_argument("rackham", "--platform");
  ASSERT_TRUE(rackham.ok());
  EXPECT_EQ(rackham->cores, 20u);
  EXPECT_EQ(rackham->sockets, 2u);
  EXPECT_DOUBLE_EQ(*rackham->gflops_per_core * rackham->cores, 704.0);
  EXPECT_DOUBLE_EQ(*rackham->memory_bandwidth_bytes_per_s, 2 * 68.3e9);
  EXPECT_NEAR(rackham->bandwidth_bytes_per_s, 4 * 14.0625e9 * 64 / 66 / 8, 1e6);
  EXPECT_FALSE(rackham->nodes.has_value()) << "any number of its nodes can be used";
  ASSERT_EQ(rackham->topology.kind, Topology::Kind::fat_tree);
  EXPECT_EQ(rackham->topology.levels.at(0).children, 2 * rackham->topology.levels.at(1).parents);
  EXPECT_GE(*places(rackham->topology), 486u);
}

TEST(BuiltInPlatforms, MachinesOfThePapersHaveTheirSocketsAndCaches) {
  const auto cab = platform_from_argument("opteron8380", "--platform");
  ASSERT_TRUE(cab.ok());
  EXPECT_EQ(cab->sockets, 4u);
  EXPECT_EQ(cab->cores, 16u);
  EXPECT_EQ(cab->caches, (std::vector<Cache>{{2, 512 << 10, 1}, {3, 6 << 20, 4}}));
  const auto istanbul = platform_from_argument("opteron2427", "--platform");
  ASSERT_TRUE(istanbul.ok());
  EXPECT_EQ(istanbul->sockets, 2u);
  EXPECT_EQ(istanbul->caches, (std::vector<Cache>{{2, 512 << 10, 1}, {3, 6 << 20, 6}}));
  const auto phi = platform_from_argument("xeonphi7120p", "--platform");
  ASSERT_TRUE(phi.ok());
  EXPECT_EQ(phi->cores, 61u);
  EXPECT_EQ(phi->caches, (std::vector<Cache>{{2, 512 << 10, 1}}));
}

TEST(BuiltInPlatforms, WorkersFillSocketAfterSocket) {
  const auto cab = platform_from_argument("opteron8380", "--platform");
  ASSERT_TRUE(cab.ok());
  const std::vector<DomainId> domains = domains_of_workers(*cab, 6);
  ASSERT_EQ(domains.size(), 6u);
  EXPECT_EQ(domains[3], DomainId(0));
  EXPECT_EQ(domains[4], DomainId(1));
  EXPECT_EQ(last_level_cache_bytes(*cab), 6u << 20);
  Platform shared = *cab;
  shared.nodes_per_host = 2;
  EXPECT_TRUE(domains_of_workers(shared, 6).empty());
  EXPECT_TRUE(domains_of_workers(Platform(), 1).empty());
  EXPECT_EQ(last_level_cache_bytes(Platform()), 0u);
}

TEST(BuiltInPlatforms, TintinHas16Cores) {
  const auto tintin = platform_from_argument("tintin", "--platform");
  ASSERT_TRUE(tintin.ok());
  EXPECT_EQ(tintin->cores, 16u);
  EXPECT_EQ(tintin->bandwidth_bytes_per_s, 40e9 * 8 / 10 / 8);
  EXPECT_GE(*places(tintin->topology), 160u);
}

TEST(BuiltInPlatforms, NameWithoutSlashOrExtensionIsAPlatform) {
  const auto rackham = platform_from_argument("rackham", "--platform");
  ASSERT_TRUE(rackham) << rackham.error().message();
  EXPECT_EQ(rackham->name, "rackham");
  EXPECT_EQ(platform_from_argument("./rackham", "--platform").error().message(),
            "./rackham: expected a file that can be read, found No such file or directory");
  EXPECT_EQ(platform_from_argument("rackham.json", "--platform").error().message(),
            "rackham.json: expected a file that can be read, found No such file or directory");
  EXPECT_EQ(platform_from_argument("rakham", "--platform").error().message(),
            "--platform: expected a file, nodes:cores:gflops:latency:bandwidth, opteron2427, "
            "opteron8380, rackham, tintin, xeonphi7120p or this, found "
            "'rakham'");
}

}  // namespace
}  // namespace gusset::simulator
