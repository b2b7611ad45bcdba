// Compares the fast engine with SimGrid on fat trees: messages must end at nearly the same time.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <ostream>
#include <random>
#include <string>
#include <vector>

#include "callback_loop.hpp"
#include "cholesky.hpp"
#include "network/fast_network.hpp"
#include "network/simgrid/network.hpp"
#include "sent_messages.hpp"
#include "simulate.hpp"

namespace gusset::simulator {
namespace {

using testing::arrivals_ns;
using testing::CallbackLoop;
using testing::in_child;
using testing::SentMessage;

constexpr unsigned tree_nodes = 64;
constexpr std::uint64_t megabyte = 1'000'000;

Platform platform_of(const std::vector<FatTreeLevel>& levels) {
  Platform platform = testing::crossbar();
  platform.topology = {Topology::Kind::fat_tree, levels, {}, {}};
  return platform;
}

struct Tree {
  std::string name;
  std::vector<FatTreeLevel> levels;
};

std::vector<Tree> trees() {
  return {{"OneSwitch", {{64, 1, 1}}},
          {"TwoToOne", {{16, 1, 1}, {4, 8, 1}}},
          {"OneUplink", {{8, 1, 1}, {8, 1, 1}}},
          {"ThreeLevels", {{4, 1, 1}, {4, 2, 1}, {4, 4, 1}}},
          {"ParallelCables", {{8, 1, 2}, {4, 2, 2}, {2, 1, 3}}},
          {"FourLevels", {{4, 1, 1}, {2, 2, 1}, {4, 1, 2}, {2, 2, 1}}}};
}

using Messages = std::vector<SentMessage>;

Messages all_to_all() {
  Messages messages;
  for (unsigned from = 0; from < tree_nodes; from += 3) {
    for (unsigned to = 1; to < tree_nodes; to += 2)
      if (from != to) messages.push_back({0, from, to, (1 + (from + to) % 5) * megabyte});
  }
  return messages;
}
Messages to_the_opposite_half() {
  Messages messages;
  for (unsigned from = 0; from < tree_nodes; ++from)
    messages.push_back({1'000 * from, from, (from + 32) % tree_nodes, 4 * megabyte});
  return messages;
}
Messages broadcasts_of_blocks() {
  Messages messages;
  for (unsigned round = 0; round < 12; ++round) {
    const unsigned from = round * 5 % tree_nodes;
    for (unsigned i = 1; i < 8; ++i) {
      messages.push_back({200'000 * round, from, (from + i) % tree_nodes, 2 * megabyte});
      messages.push_back({200'000 * round, from, (from + 8 * i) % tree_nodes, 2 * megabyte});
    }
  }
  return messages;
}
Messages to_one() {
  Messages messages;
  for (unsigned from = 1; from < tree_nodes; ++from)
    messages.push_back({500 * from, from, 0, from * 100'000});
  return messages;
}
Messages random_messages(std::uint32_t seed) {
  std::mt19937_64 random(seed);
  const std::uint64_t span_ns = 1 + random() % 20'000'000;
  Messages messages(100 + random() % 400);
  for (SentMessage& sent : messages) {
    sent.time_ns = static_cast<std::int64_t>(random() % span_ns);
    sent.from = static_cast<unsigned>(random() % tree_nodes);
    sent.to = (sent.from + 1 + static_cast<unsigned>(random() % (tree_nodes - 1))) % tree_nodes;
    sent.bytes = random() % 8 == 0 ? 0 : 50'000 + random() % (8 * megabyte);
  }
  return messages;
}

struct Case {
  Tree tree;
  std::string pattern;
  Messages messages;
  friend std::ostream& operator<<(std::ostream& out, const Case& what) {
    return out << what.tree.name << what.pattern;
  }
};

std::vector<Case> cases() {
  std::vector<Case> all;
  for (const Tree& tree : trees()) {
    all.push_back({tree, "AllToAll", all_to_all()});
    all.push_back({tree, "OppositeHalf", to_the_opposite_half()});
    all.push_back({tree, "Broadcasts", broadcasts_of_blocks()});
    all.push_back({tree, "ToOne", to_one()});
    for (std::uint32_t seed = 1; seed <= 5; ++seed)
      all.push_back({tree, "Random" + std::to_string(seed), random_messages(seed)});
  }
  return all;
}

class FatTreeAgreement : public ::testing::TestWithParam<Case> {};

TEST_P(FatTreeAgreement, FastEngineMatchesSimGrid) {
  const Messages& messages = GetParam().messages;
  const Platform platform = platform_of(GetParam().tree.levels);
  in_child([&] {
    CallbackLoop fast(make_fast_network(platform, tree_nodes));
    const auto simgrid = std::make_unique<CallbackLoop>(make_simgrid_network(platform, tree_nodes));
    const auto found = arrivals_ns(fast, messages);
    const auto expected = arrivals_ns(*simgrid, messages);
    for (std::size_t i = 0; i < messages.size(); ++i) {
      ASSERT_GE(expected[i], messages[i].time_ns) << "message " << i << " arrived";
      const auto takes_ns = static_cast<double>(expected[i] - messages[i].time_ns);
      EXPECT_NEAR(static_cast<double>(found[i]), static_cast<double>(expected[i]), 2.0 + takes_ns * 1e-6)
          << "message " << i << " of " << messages[i].bytes << " bytes, " << messages[i].from << " to "
          << messages[i].to << " at " << messages[i].time_ns;
    }
  });
}

INSTANTIATE_TEST_SUITE_P(Patterns, FatTreeAgreement, ::testing::ValuesIn(cases()),
                         [](const auto& what) { return what.param.tree.name + what.param.pattern; });

double makespan_s(NetworkEngine network, const std::vector<FatTreeLevel>& levels) {
  SimulationInputs inputs;
  inputs.platform = platform_of(levels);
  inputs.platform->bandwidth_bytes_per_s = 1e9;
  inputs.grid = {8, 8, 1};
  inputs.threads = 1;
  inputs.policy = "fifo";
  inputs.costs = make_rate_costs(3e10, "stated");
  inputs.network = network;
  const auto result = testing::simulate(
      inputs, [](Runtime& runtime) { testing::factorize(runtime, 256 * 24, 24, AccessMode::write); });
  return result.statistics.makespan_s.value();
}

TEST(FatTreeMakespan, FastEngineMatchesSimGridAndContentionAddsTime) {
  for (const Tree& tree : trees()) {
    const double fast_s = makespan_s(NetworkEngine::fast, tree.levels);
    EXPECT_LT(makespan_s(NetworkEngine::none, tree.levels), fast_s) << tree.name;
    in_child([&] {
      const double simgrid_s = makespan_s(NetworkEngine::simgrid, tree.levels);
      EXPECT_NEAR(fast_s, simgrid_s, simgrid_s * 1e-3) << tree.name;
    });
  }
}

}  // namespace
}  // namespace gusset::simulator
