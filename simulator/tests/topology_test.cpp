#include "gusset/simulator/platform/topology.hpp"

#include <gtest/gtest.h>

#include <string>

#include "gusset/simulator/platform/platform.hpp"

namespace gusset::simulator {
namespace {

Topology tree_topology(std::vector<FatTreeLevel> levels) {
  return {Topology::Kind::fat_tree, std::move(levels), {}, {}};
}
Topology torus(std::vector<unsigned> dimensions) {
  return {Topology::Kind::torus, {}, std::move(dimensions), {}};
}

std::string json_with(const std::string& topology) {
  return R"({"cores": 4, "latency_s": 1e-6, "bandwidth_bytes_per_s": 1e9, "topology": )" + topology + "}";
}
std::string topology_error_of(const std::string& topology) {
  const auto platform = parse_platform(json_with(topology), "m.json");
  return platform ? "no error" : platform.error().message();
}
Topology topology_of(const std::string& topology) {
  const auto platform = parse_platform(json_with(topology), "m.json");
  EXPECT_TRUE(platform) << platform.error().message();
  return platform ? platform->topology : Topology{};
}

TEST(Topology, CrossbarHoldsAnyNumberOfNodesOneHopApart) {
  const Topology crossbar;
  EXPECT_FALSE(places(crossbar).has_value());
  EXPECT_EQ(hops(crossbar, NodeId(0), NodeId(9999)), 1u);
  EXPECT_EQ(min_hops(crossbar), 1u);
  EXPECT_EQ(links_of_a_node(crossbar), 1u);
}

TEST(Topology, FatTreeRouteGoesUpToTheFirstCommonSwitch) {
  const Topology tree = tree_topology({{4, 1, 1}, {3, 2, 1}, {2, 2, 1}});
  EXPECT_EQ(places(tree), 24u);
  EXPECT_EQ(hops(tree, NodeId(0), NodeId(3)), 2u);
  EXPECT_EQ(hops(tree, NodeId(0), NodeId(4)), 4u);
  EXPECT_EQ(hops(tree, NodeId(11), NodeId(12)), 6u);
  EXPECT_EQ(min_hops(tree), 2u);
  EXPECT_EQ(links_of_a_node(tree_topology({{4, 2, 3}})), 6u);
}

TEST(Topology, TorusRouteTakesTheShorterWayInEachDimension) {
  const Topology ring = torus({5});
  EXPECT_EQ(places(ring), 5u);
  EXPECT_EQ(hops(ring, NodeId(0), NodeId(2)), 2u);
  EXPECT_EQ(hops(ring, NodeId(0), NodeId(3)), 2u);
  EXPECT_EQ(hops(ring, NodeId(4), NodeId(0)), 1u);
  const Topology cube = torus({4, 3, 2});
  EXPECT_EQ(places(cube), 24u);
  EXPECT_EQ(hops(cube, NodeId(0), NodeId(2 + 4 * 2 + 12 * 1)), 2u + 1u + 1u);
  EXPECT_EQ(min_hops(cube), 1u);
  EXPECT_EQ(links_of_a_node(torus({4, 1, 2})), 4u);
}

TEST(Topology, PlacesSaturate) {
  EXPECT_EQ(places(torus({65536, 65536, 65536, 65536, 65536})), ~std::uint64_t{0});
}

TEST(Topology, ReadsJson) {
  EXPECT_EQ(topology_of("\"crossbar\""), Topology{});
  EXPECT_EQ(topology_of(R"({"kind": "crossbar"})"), Topology{});
  EXPECT_EQ(topology_of(R"({"kind": "torus", "dimensions": [4, 3, 2]})"), torus({4, 3, 2}));
  EXPECT_EQ(
      topology_of(
          R"({"kind": "fat_tree", "levels": [{"children": 4}, {"children": 3, "parents": 2, "links": 5}]})"),
      tree_topology({{4, 1, 1}, {3, 2, 5}}));
  EXPECT_EQ(topology_of(R"({"kind": "fat_tree", "levels": [{"children": 4, "bandwidth_bytes_per_s": 5e9}]})"),
            tree_topology({{4, 1, 1, 5e9}}));
}

TEST(Topology, LevelsMayHaveTheirOwnBandwidth) {
  const Topology tree = tree_topology({{4, 1, 1}, {3, 2, 5, 5e9}, {2, 1, 1}});
  EXPECT_EQ(level_bandwidths(tree, 2e9), (std::vector<double>{2e9, 5e9, 2e9}));
  EXPECT_TRUE(has_level_bandwidths(tree));
  EXPECT_FALSE(has_level_bandwidths(tree_topology({{4, 1, 1}})));
  EXPECT_EQ(level_bandwidths(torus({4, 3}), 2e9), std::vector<double>{2e9});
  EXPECT_EQ(levels_of_route(tree, hops(tree, NodeId(0), NodeId(3))), 1u);
  EXPECT_EQ(levels_of_route(tree, hops(tree, NodeId(0), NodeId(4))), 2u);
  EXPECT_EQ(levels_of_route(torus({9}), 4), 1u);
}

TEST(Topology, JsonRoundTrips) {
  for (const Topology& topology : {Topology{}, torus({4, 3, 2}), tree_topology({{24, 1, 1}, {21, 12, 1}}),
                                   tree_topology({{2, 3, 4}}), tree_topology({{2, 3, 4, 5e8}, {3, 1, 1}})}) {
    Platform platform;
    platform.bandwidth_bytes_per_s = 1.0;
    platform.topology = topology;
    const auto again = parse_platform(to_json(platform), "again.json");
    ASSERT_TRUE(again) << again.error().message();
    EXPECT_EQ(*again, platform);
  }
}

TEST(Topology, ErrorsNameTheInvalidField) {
  const std::string kinds =
      "m.json: topology: expected \"crossbar\", or an object of kind crossbar, fat_tree or torus, found ";
  EXPECT_EQ(topology_error_of("\"hypercube\""), kinds + "\"hypercube\"");
  EXPECT_EQ(topology_error_of("3"), kinds + "3");
  EXPECT_EQ(topology_error_of("{}"), "m.json: topology.kind: expected text, found nothing");
  EXPECT_EQ(topology_error_of(R"({"kind": "simgrid", "file": "c.xml"})"),
            "m.json: topology.kind: expected crossbar, fat_tree or torus, found \"simgrid\"");
  EXPECT_EQ(topology_error_of(R"({"kind": "crossbar", "dimensions": [2]})"),
            "m.json: topology: expected fields kind, found \"dimensions\"");
  EXPECT_EQ(topology_error_of(R"({"kind": "torus"})"),
            "m.json: topology.dimensions: expected a list, found nothing");
  EXPECT_EQ(topology_error_of(R"({"kind": "torus", "dimensions": []})"),
            "m.json: topology.dimensions: expected 1 to 8 dimensions, found 0");
  EXPECT_EQ(topology_error_of(R"({"kind": "torus", "dimensions": [4, 0]})"),
            "m.json: topology.dimensions[1]: expected a whole number from 1 to 65536, found 0");
  EXPECT_EQ(topology_error_of(R"({"kind": "torus", "dimensions": [4, "x"]})"),
            "m.json: topology.dimensions[1]: expected a whole number from 1 to 65536, found \"x\"");
  EXPECT_EQ(topology_error_of(R"({"kind": "torus", "dimensions": [300, 300]})"),
            "m.json: topology: expected at most 65536 places for nodes, found 90000");
  EXPECT_EQ(topology_error_of(R"({"kind": "fat_tree", "levels": [{"children": 4}, {"parents": 2}]})"),
            "m.json: topology.levels[1].children: expected a whole number from 1 to 65536, found nothing");
  EXPECT_EQ(
      topology_error_of(R"({"kind": "fat_tree", "levels": [{"children": 4, "bandwidth_bytes_per_s": 0}]})"),
      "m.json: topology.levels[0].bandwidth_bytes_per_s: expected bytes per second, from 1 to 1e18, found 0");
  EXPECT_EQ(topology_error_of(R"({"kind": "fat_tree", "levels": [{"children": 4, "uplinks": 2}]})"),
            "m.json: topology.levels[0]: expected fields bandwidth_bytes_per_s, children, links, parents, "
            "found \"uplinks\"");
  EXPECT_EQ(topology_error_of(
                R"({"kind": "fat_tree", "levels": [{"children": 2, "parents": 65536}, {"children": 9}]})"),
            "m.json: topology: expected at most 65536 switches, found more");
  EXPECT_EQ(topology_error_of(R"({"kind": "fat_tree", "levels": [{"children": 65536, "links": 1024}]})"),
            "m.json: topology: expected at most 1048576 links, found more");
}

TEST(Topology, RefusesMoreNodesThanPlaces) {
  EXPECT_EQ(parse_platform(R"({"nodes": 25, "cores": 1, "latency_s": 0, "bandwidth_bytes_per_s": 1,
                               "topology": {"kind": "torus", "dimensions": [4, 3, 2]}})",
                           "m.json")
                .error()
                .message(),
            "m.json: nodes: expected at most 24, as many as its topology holds, found 25");
}

}  // namespace
}  // namespace gusset::simulator
