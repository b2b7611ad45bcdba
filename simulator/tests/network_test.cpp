#include "gusset/simulator/network.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "cholesky.hpp"
#include "gusset/core/options.hpp"
#include "simulate.hpp"

namespace gusset::simulator {
namespace {

using testing::message_of;
using testing::simulate;
using testing::timed;

std::string error_of(const std::string& word) {
  const auto engine = network_from_argument(word, "--network");
  return engine ? "no error" : engine.error().message();
}

TEST(Network, EnginesHaveNames) {
  for (const NetworkEngine engine : {NetworkEngine::fast, NetworkEngine::none, default_network()}) {
    const auto read = network_from_argument(name_of(engine), "--network");
    ASSERT_TRUE(read) << read.error().message();
    EXPECT_EQ(*read, engine);
  }
  EXPECT_EQ(name_of(NetworkEngine::simgrid), "simgrid");
}

TEST(Network, OtherWordsAreRefused) {
  const std::string known =
      has_simgrid() ? "simgrid, fast or none" : "fast or none, as this build has no SimGrid";
  EXPECT_EQ(error_of("ns-3"), "--network: expected " + known + ", found 'ns-3'");
  EXPECT_EQ(error_of(""), "--network: expected " + known + ", found nothing");
  EXPECT_EQ(error_of("Fast"), "--network: expected " + known + ", found 'Fast'");
}

TEST(Network, SimGridIsTheDefaultWhereItIsBuiltInAndRefusedWhereItIsNot) {
  EXPECT_EQ(default_network(), has_simgrid() ? NetworkEngine::simgrid : NetworkEngine::fast);
  EXPECT_EQ(error_of("simgrid"), has_simgrid() ? "no error"
                                               : "--network: expected fast or none, as this build has no "
                                                 "SimGrid, found 'simgrid'");
}

TEST(Network, TheEnvironmentChooses) {
  Options options;
  options.settings = {{"network", "fast"}};
  EXPECT_EQ(inputs_from_options(options).network, NetworkEngine::fast);
  options.settings = {};
  EXPECT_EQ(inputs_from_options(options).network, default_network());
  options.settings = {{"network", "slow"}};
  EXPECT_EQ(message_of([&] { inputs_from_options(options); }).substr(0, 24), "GUSSET_NETWORK: expected");
}

TEST(Network, StatisticsAndTraceNameIt) {
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

TEST(Network, OnOneNodeOrWithoutTimesContentionIsNoAssumption) {
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
