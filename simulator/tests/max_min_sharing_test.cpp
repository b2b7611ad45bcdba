#include "network/max_min_sharing.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <map>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace gusset::simulator {
namespace {

using Pair = std::pair<unsigned, unsigned>;  // sender, receiver

using FlowCounts = std::map<Pair, unsigned>;  // number of flows of each pair

std::vector<std::uint32_t> links_of(const Routes& routes, const Pair& pair) {
  const Routes::Route route = routes.between(NodeId(pair.first), NodeId(pair.second));
  return {route.links.begin(), route.links.begin() + static_cast<std::ptrdiff_t>(route.length)};
}

/// Literal water-filling: the rates of all flows rise together; flows on a full link stop.
std::map<Pair, double> water_filling(const FlowCounts& flows, const Routes& routes,
                                     const std::vector<double>& capacities) {
  std::map<Pair, double> rates;
  for (;;) {
    std::vector<double> rest(routes.links());
    for (std::uint32_t link = 0; link < routes.links(); ++link) rest[link] = capacities[routes.level(link)];
    std::vector<double> rising(routes.links(), 0.0);
    for (const auto& [pair, count] : flows) {
      for (const std::uint32_t link : links_of(routes, pair)) {
        if (const auto fixed = rates.find(pair); fixed != rates.end()) {
          rest[link] -= count * fixed->second;
        } else {
          rising[link] += count;
        }
      }
    }
    double lowest = std::numeric_limits<double>::infinity();
    for (std::uint32_t link = 0; link < routes.links(); ++link) {
      if (rising[link] > 0) lowest = std::min(lowest, rest[link] / rising[link]);
    }
    if (lowest == std::numeric_limits<double>::infinity()) return rates;
    std::vector<Pair> full;
    for (const auto& [pair, count] : flows) {
      if (rates.contains(pair)) continue;
      for (const std::uint32_t link : links_of(routes, pair)) {
        if (rest[link] / rising[link] <= lowest * (1 + 1e-12)) full.push_back(pair);
      }
    }
    for (const Pair& pair : full) rates[pair] = lowest;
  }
}

/// Adds and removes flows with incremental sharing. Compares each result with water-filling from scratch.
template <std::size_t width>
class FlowsOver {
 public:
  FlowsOver(const Topology& topology, unsigned nodes, double capacity)
      : routes_(topology, nodes),
        capacities_(level_bandwidths(topology, capacity)),
        sharing_(routes_, capacities_) {}

  void add(unsigned from, unsigned to, unsigned count = 1) {
    flows_[{from, to}] += count;
    for (unsigned i = 0; i < count; ++i) sharing_.add_flow(channel(from, to));
  }
  void remove(unsigned from, unsigned to) {
    if (--flows_[{from, to}] == 0) flows_.erase({from, to});
    sharing_.remove_flow(channel(from, to));
  }
  void share() {
    sharing_.share([this](ChannelId id, double rate) { reported_[id] = rate; });
  }
  double rate(unsigned from, unsigned to) { return sharing_.rate(channel(from, to)); }

  void expect_max_min(const std::string& when = "") {
    share();
    for (const auto& [pair, rate] : water_filling(flows_, routes_, capacities_)) {
      const ChannelId id = channel(pair.first, pair.second);
      ASSERT_NEAR(sharing_.rate(id), rate, rate * 1e-9) << when << ": " << pair.first << "→" << pair.second;
      ASSERT_EQ(reported_.at(id), sharing_.rate(id)) << "rate() must equal the reported rate";
    }
  }
  const FlowCounts& flows() const { return flows_; }
  const MaxMinSharing<width>& sharing() const { return sharing_; }

 private:
  ChannelId channel(unsigned from, unsigned to) { return sharing_.channel(NodeId(from), NodeId(to)); }

  Routes routes_;
  std::vector<double> capacities_;  // by level
  MaxMinSharing<width> sharing_;
  FlowCounts flows_;
  std::map<ChannelId, double> reported_;
};

/// Flows over a crossbar.
class Flows : public FlowsOver<2> {
 public:
  Flows(unsigned nodes, double capacity) : FlowsOver(Topology(), nodes, capacity) {}
};

TEST(MaxMinSharing, SingleFlowGetsTheWholeLink) {
  Flows flows(3, 100.0);
  flows.add(0, 1);
  flows.add(1, 0);
  flows.add(2, 2);
  flows.share();
  EXPECT_EQ(flows.rate(0, 1), 100.0);
  EXPECT_EQ(flows.rate(1, 0), 100.0);
  EXPECT_EQ(flows.rate(2, 2), 100.0);
}

TEST(MaxMinSharing, OtherFlowsShareWhatLimitedFlowsLeave) {
  // Link into 3: three flows of 20 each. Link out of 0: one of these flows; the other flow gets the rest.
  Flows flows(6, 60.0);
  flows.add(0, 3);
  flows.add(1, 3, 2);
  flows.add(0, 4);
  flows.add(5, 4);
  flows.share();
  EXPECT_DOUBLE_EQ(flows.rate(0, 3), 20.0);
  EXPECT_DOUBLE_EQ(flows.rate(1, 3), 20.0);
  EXPECT_DOUBLE_EQ(flows.rate(0, 4), 30.0);  // half of the link into 4, less than 0 could send
  EXPECT_DOUBLE_EQ(flows.rate(5, 4), 30.0);
  flows.remove(5, 4);
  flows.share();
  EXPECT_DOUBLE_EQ(flows.rate(0, 4), 40.0);
  flows.remove(1, 3);
  flows.remove(1, 3);
  flows.share();
  EXPECT_DOUBLE_EQ(flows.rate(0, 3), 30.0);
  EXPECT_DOUBLE_EQ(flows.rate(0, 4), 30.0);
}

TEST(MaxMinSharing, ReportsEachRateChangeOnce) {
  const Routes routes(Topology(), 3);
  MaxMinSharing<2> sharing(routes, {10.0});
  unsigned reports = 0;
  const auto count = [&](ChannelId, double) { ++reports; };
  sharing.add_flow(sharing.channel(NodeId(0), NodeId(1)));
  sharing.share(count);
  EXPECT_EQ(reports, 1u);
  sharing.share(count);
  EXPECT_EQ(reports, 1u);
  sharing.add_flow(sharing.channel(NodeId(1), NodeId(2)));
  sharing.share(count);
  EXPECT_EQ(reports, 2u);
}

TEST(MaxMinSharing, ReportsTheRateOfARestartedFlow) {
  const Routes routes(Topology(), 2);
  MaxMinSharing<2> sharing(routes, {10.0});
  const ChannelId channel = sharing.channel(NodeId(0), NodeId(1));
  sharing.add_flow(channel);
  sharing.share([](ChannelId, double) {});
  sharing.remove_flow(channel);
  sharing.add_flow(channel);
  double rate = 0.0;
  sharing.share([&](ChannelId, double reported) { rate = reported; });
  EXPECT_EQ(rate, 10.0);
}

TEST(MaxMinSharing, RandomFlowsAreAlwaysMaxMinFair) {
  for (std::uint32_t seed = 1; seed <= 60; ++seed) {
    std::mt19937 random(seed);
    const auto below = [&](std::size_t n) { return static_cast<unsigned>(random() % n); };
    const unsigned nodes = 2 + below(14);
    const unsigned most = 1 + below(8 * nodes);
    const bool has_hot_spot = below(3) == 0;
    Flows flows(nodes, 12.5);
    unsigned live = 0;
    for (unsigned step = 0; step < 150; ++step) {
      for (unsigned changes = 1 + below(4); changes > 0; --changes) {
        if (live > 0 && below(2 * most) < live) {
          const auto& all = flows.flows();
          const Pair gone = std::next(all.begin(), below(all.size()))->first;
          flows.remove(gone.first, gone.second);
          --live;
        } else {
          const unsigned to = has_hot_spot && below(2) == 0 ? 0 : below(nodes);
          const unsigned count = 1 + below(3) * below(2);
          flows.add(below(nodes), to, count);
          live += count;
        }
      }
      flows.expect_max_min("seed " + std::to_string(seed) + ", step " + std::to_string(step));
      if (::testing::Test::HasFatalFailure()) return;
    }
  }
}

/// Adds and removes random flows on a fat tree.
template <std::size_t width>
void expect_max_min_on(const std::vector<FatTreeLevel>& levels, std::uint32_t seed) {
  const Topology topology{Topology::Kind::fat_tree, levels, {}, {}};
  const auto nodes = static_cast<unsigned>(places(topology).value());
  FlowsOver<width> flows(topology, nodes, 12.5);
  std::mt19937 random(seed);
  const auto below = [&](std::size_t n) { return static_cast<unsigned>(random() % n); };
  unsigned live = 0;
  for (unsigned step = 0; step < 100; ++step) {
    for (unsigned changes = 1 + below(4); changes > 0; --changes) {
      if (live > 0 && below(6 * nodes) < live) {
        const Pair gone = std::next(flows.flows().begin(), below(flows.flows().size()))->first;
        flows.remove(gone.first, gone.second);
        --live;
      } else {
        const unsigned from = below(nodes);
        const unsigned count = 1 + below(2);
        flows.add(from, (from + 1 + below(nodes - 1)) % nodes, count);
        live += count;
      }
    }
    flows.expect_max_min("seed " + std::to_string(seed) + ", step " + std::to_string(step));
    if (::testing::Test::HasFatalFailure()) return;
  }
}

TEST(MaxMinSharing, RandomFlowsOnFatTreesAreAlwaysMaxMinFair) {
  for (std::uint32_t seed = 1; seed <= 10; ++seed) {
    expect_max_min_on<2>({{5, 1, 1}}, seed);
    expect_max_min_on<4>({{4, 1, 1}, {3, 2, 1}}, seed);
    expect_max_min_on<4>({{4, 2, 1}, {3, 1, 2}}, seed);
    expect_max_min_on<6>({{2, 1, 1}, {3, 2, 1}, {2, 1, 2}}, seed);
    expect_max_min_on<Routes::max_length>({{2, 1, 1}, {2, 1, 1}, {2, 2, 1}, {2, 1, 1}}, seed);
    if (HasFatalFailure()) return;
  }
}

TEST(MaxMinSharing, RandomFlowsOverLevelsOfDifferentBandwidthAreAlwaysMaxMinFair) {
  for (std::uint32_t seed = 1; seed <= 10; ++seed) {
    expect_max_min_on<4>({{4, 1, 1, 3.0}, {3, 2, 1, 25.0}}, seed);
    expect_max_min_on<4>({{4, 1, 1}, {3, 2, 1, 4.0}}, seed);
    expect_max_min_on<4>({{4, 2, 1, 50.0}, {3, 1, 2}}, seed);
    expect_max_min_on<6>({{2, 1, 1, 10.0}, {3, 2, 1, 5.0}, {2, 1, 2, 20.0}}, seed);
    expect_max_min_on<Routes::max_length>({{2, 1, 1}, {2, 1, 1, 6.0}, {2, 2, 1, 30.0}, {2, 1, 1, 2.0}}, seed);
    if (HasFatalFailure()) return;
  }
}

TEST(MaxMinSharing, EqualSharesStayEqualDespiteRounding) {
  // All-to-all gives every link the same level. Removing flows then gives ties at each step.
  constexpr unsigned nodes = 9;
  Flows flows(nodes, 1.0 / 3.0);
  for (unsigned from = 0; from < nodes; ++from) {
    for (unsigned to = 0; to < nodes; ++to) {
      if (from == to) continue;
      flows.add(from, to);
      flows.expect_max_min("filling");
    }
  }
  for (unsigned shift = 1; shift < nodes; ++shift) {
    for (unsigned from = 0; from < nodes; ++from) {
      flows.remove(from, (from + shift) % nodes);
      flows.expect_max_min("thinning");
      if (::testing::Test::HasFatalFailure()) return;
    }
  }
}

TEST(MaxMinSharing, ChangesPropagateAlongLongChainsOfLevels) {
  // Link i has one flow more than link i + 1, so each level depends on the previous one.
  constexpr unsigned nodes = 24;
  Flows flows(nodes, 1.0);
  for (unsigned i = 0; i + 1 < nodes; ++i) {
    flows.add(i, i, nodes - i);
    flows.add(i, i + 1);
    flows.add((i + 7) % nodes, i);
  }
  flows.expect_max_min("built");
  flows.add(0, 1, 5);
  flows.expect_max_min("pushed at one end");
  for (unsigned i = 0; i < 5; ++i) {
    flows.remove(0, 1);
    flows.expect_max_min("let go");
  }
}

TEST(MaxMinSharing, ChangeLeavesOtherComponentsUntouched) {
  constexpr unsigned nodes = 200;
  Flows flows(nodes, 1.0);
  for (unsigned i = 0; i + 1 < nodes; i += 2) flows.add(i, i + 1, 1 + i % 3);
  flows.share();
  const std::uint64_t before = flows.sharing().levels_computed();
  flows.add(100, 101);
  flows.share();
  EXPECT_LE(flows.sharing().levels_computed() - before, 6u);
}

}  // namespace
}  // namespace gusset::simulator
