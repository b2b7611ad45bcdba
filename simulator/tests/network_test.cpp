#include "gusset/simulator/network/network.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cholesky.hpp"
#include "gusset/core/options.hpp"
#include "simulate.hpp"

namespace gusset::simulator {
namespace {

using testing::message_of;
using testing::simulate;
using testing::timed;

std::string name_error_of(const std::string& word) {
  const auto engine = network_from_argument(word, "--network");
  return engine ? "no error" : engine.error().message();
}

TEST(Network, EngineNamesRoundTrip) {
  for (const NetworkEngine engine : {NetworkEngine::fast, NetworkEngine::none, default_network()}) {
    const auto read = network_from_argument(name_of(engine), "--network");
    ASSERT_TRUE(read) << read.error().message();
    EXPECT_EQ(*read, engine);
  }
  EXPECT_EQ(name_of(NetworkEngine::simgrid), "simgrid");
}

TEST(Network, RefusesUnknownNames) {
  const std::string known =
      has_simgrid() ? "simgrid, fast or none" : "fast or none, as this build has no SimGrid";
  EXPECT_EQ(name_error_of("ns-3"), "--network: expected " + known + ", found 'ns-3'");
  EXPECT_EQ(name_error_of(""), "--network: expected " + known + ", found nothing");
  EXPECT_EQ(name_error_of("Fast"), "--network: expected " + known + ", found 'Fast'");
}

TEST(Network, SimGridIsTheDefaultIfBuiltInAndRefusedOtherwise) {
  EXPECT_EQ(default_network(), has_simgrid() ? NetworkEngine::simgrid : NetworkEngine::fast);
  EXPECT_EQ(name_error_of("simgrid"), has_simgrid()
                                          ? "no error"
                                          : "--network: expected fast or none, as this build has no "
                                            "SimGrid, found 'simgrid'");
}

TEST(Network, EnvironmentSelectsTheEngine) {
  Options options;
  options.settings = {{"network", "fast"}};
  EXPECT_EQ(inputs_from_options(options).network, NetworkEngine::fast);
  options.settings = {};
  EXPECT_EQ(inputs_from_options(options).network, default_network());
  options.settings = {{"network", "slow"}};
  EXPECT_EQ(message_of([&] { inputs_from_options(options); }).substr(0, 24), "GUSSET_NETWORK: expected");
}

Platform on(Topology topology) {
  Platform platform = testing::round_platform(4, 1);
  platform.topology = std::move(topology);
  return platform;
}
const Topology ring{Topology::Kind::torus, {}, {4}, {}};
const Topology tree{Topology::Kind::fat_tree, {{2, 1, 1}, {2, 1, 1}}, {}, {}};
const Topology file{Topology::Kind::simgrid, {}, {}, "c.xml"};

TEST(Network, SimGridDoesNotShareLinksBetweenNodes) {
  Platform shared = on({});
  shared.nodes_per_link = 2;
  EXPECT_EQ(network_for(shared, NetworkEngine::simgrid), NetworkEngine::fast);
  EXPECT_EQ(network_for(shared, NetworkEngine::none), NetworkEngine::none);
  const auto possible = check_network(NetworkEngine::simgrid, shared, "--network", "m.json");
  ASSERT_FALSE(possible);
  EXPECT_EQ(possible.error().message(),
            "--network: expected fast or none, as nodes of m.json share links, found 'simgrid'");
}

TEST(Network, SimGridHasOneBandwidthForAllLevels) {
  Platform platform = on(tree);
  platform.topology.levels[1].bandwidth_bytes_per_s = 5e9;
  EXPECT_EQ(network_for(platform, NetworkEngine::simgrid), NetworkEngine::fast);
  const auto possible = check_network(NetworkEngine::simgrid, platform, "--network", "m.json");
  ASSERT_FALSE(possible);
  EXPECT_EQ(possible.error().message(),
            "--network: expected fast or none, as levels of m.json have bandwidths of their own, found "
            "'simgrid'");
}

TEST(Network, EnginesRefuseUnsupportedTopologies) {
  const auto name_error_of = [](NetworkEngine engine, const Topology& topology) {
    const auto possible = check_network(engine, on(topology), "--network", "m.json");
    return possible ? "none" : possible.error().message();
  };
  for (const NetworkEngine engine : {NetworkEngine::simgrid, NetworkEngine::fast, NetworkEngine::none})
    EXPECT_EQ(name_error_of(engine, {}), "none");
  for (const Topology& topology : {ring, tree, file})
    EXPECT_EQ(name_error_of(NetworkEngine::simgrid, topology), "none");
  EXPECT_EQ(name_error_of(NetworkEngine::none, ring), "none");
  EXPECT_EQ(name_error_of(NetworkEngine::none, tree), "none");
  EXPECT_EQ(name_error_of(NetworkEngine::fast, tree), "none");
  if (!has_simgrid()) {
    EXPECT_EQ(
        name_error_of(NetworkEngine::fast, ring),
        "m.json: expected a crossbar, a fat tree, or the network \"none\", as this build has no SimGrid, "
        "found a torus");
    return;
  }
  EXPECT_EQ(name_error_of(NetworkEngine::fast, ring),
            "--network: expected simgrid or none, as m.json is a torus, found 'fast'");
  EXPECT_EQ(name_error_of(NetworkEngine::fast, file),
            "--network: expected simgrid, as m.json is a SimGrid file, found 'fast'");
  EXPECT_EQ(name_error_of(NetworkEngine::none, file),
            "--network: expected simgrid, as m.json is a SimGrid file, found 'none'");
}

TEST(Network, DefaultsToSimGridExceptForCrossbarsAndFatTrees) {
  EXPECT_EQ(network_for(on({}), NetworkEngine::fast), NetworkEngine::fast);
  EXPECT_EQ(network_for(on(tree), NetworkEngine::simgrid), NetworkEngine::fast);
  EXPECT_EQ(network_for(on({})), default_network());
  const NetworkEngine expected = has_simgrid() ? NetworkEngine::simgrid : NetworkEngine::fast;
  for (const Topology& topology : {ring, file})
    EXPECT_EQ(network_for(on(topology), NetworkEngine::fast), expected);
}

TEST(Network, UnsupportedPlatformFailsBeforeTheProgramRuns) {
  SimulationInputs inputs = timed(4, 1);
  inputs.platform = on(ring);
  inputs.platform_source = "m.json";
  inputs.network = NetworkEngine::fast;
  const std::string message = message_of([&] { make_simulation_engine(inputs); });
  EXPECT_EQ(message,
            has_simgrid()
                ? "GUSSET_NETWORK: expected simgrid or none, as m.json is a torus, found 'fast'"
                : "m.json: expected a crossbar, or the network \"none\", as this build has no SimGrid, "
                  "found a torus");
  inputs.platform->nodes = std::nullopt;
  inputs.grid = ProcessGrid{1, 5, 1};
  EXPECT_EQ(message_of([&] { make_simulation_engine(inputs); }),
            "GUSSET_GRID: expected at most 4 nodes, as many as m.json holds, found 1x5 of 5 nodes");
}

TEST(Network, RoutesDifferEvenWithoutContention) {
  SimulationInputs inputs = timed(4, 1);
  inputs.platform = on(ring);
  inputs.network = NetworkEngine::none;
  const SimulationResult result =
      simulate(inputs, [](Runtime& runtime) { testing::factorize(runtime, 8, 4); });
  EXPECT_EQ(nlohmann::json::parse(result.statistics.network_json).at("topology"), "torus");
  EXPECT_GE(*result.statistics.makespan_s, result.statistics.bounds->critical_path_s);
  EXPECT_GE(*result.statistics.makespan_s, result.statistics.bounds->network_s);
}

TEST(Network, ReportsOnlyRelevantAssumptionsOfAPlatform) {
  const auto assumptions_of = [](SimulationInputs inputs) {
    return simulate(std::move(inputs), [](Runtime& runtime) { testing::factorize(runtime, 8, 4); })
        .statistics.assumptions;
  };
  SimulationInputs inputs = timed(4, 1);
  inputs.network = NetworkEngine::fast;
  inputs.platform->sources = {{"latency_s", "assumed: none was found"},
                              {"bandwidth_bytes_per_s", "a data sheet"},
                              {"gflops_per_core", "assumed: like a similar machine"}};
  inputs.platform_source = "m.json";
  EXPECT_EQ(assumptions_of(inputs), (std::vector<std::string>{"latency_s of m.json: none was found"}));
  SimulationInputs alone = timed(1, 1);
  alone.platform->sources = inputs.platform->sources;
  EXPECT_TRUE(assumptions_of(alone).empty()) << "one node sends nothing, and costs were given";
}

TEST(Network, StatisticsAndTraceNameTheEngine) {
  for (const NetworkEngine engine : {NetworkEngine::fast, NetworkEngine::none}) {
    SimulationInputs inputs = timed(4, 1);
    inputs.network = engine;
    const SimulationResult result =
        simulate(inputs, [](Runtime& runtime) { testing::factorize(runtime, 8, 4); });
    const auto network = nlohmann::json::parse(result.statistics.network_json);
    EXPECT_EQ(network.at("engine"), name_of(engine));
    EXPECT_EQ(network.at("sharing"), engine == NetworkEngine::fast ? "max-min" : "none");
    EXPECT_NE(model_json(result.statistics).find(result.statistics.network_json), std::string::npos);
    EXPECT_EQ(result.statistics.assumptions.size(), engine == NetworkEngine::none ? 1u : 0u);
  }
}

TEST(Network, ContentionIsNoAssumptionOnOneNodeOrWithoutTimes) {
  SimulationInputs one = timed(1, 2);
  one.network = NetworkEngine::none;
  SimulationInputs counted = timed(4, 1);
  counted.network = NetworkEngine::none;
  counted.costs = nullptr;
  counted.wants_trace = false;
  for (const SimulationInputs& inputs : {one, counted}) {
    EXPECT_TRUE(simulate(inputs, [](Runtime& runtime) {
                  testing::factorize(runtime, 8, 4);
                }).statistics.assumptions.empty());
  }
}

}  // namespace
}  // namespace gusset::simulator
