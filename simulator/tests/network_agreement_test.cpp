// Compares the fast engine with SimGrid on sets of flows: each message must end at the same time.
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
using testing::crossbar;
using testing::in_child;
using testing::SentMessage;

void expect_agreement(const std::vector<SentMessage>& messages, unsigned nodes) {
  in_child([&] {
    CallbackLoop fast(make_fast_network(crossbar(), nodes));
    const auto simgrid = std::make_unique<CallbackLoop>(make_simgrid_network(crossbar(), nodes));
    const auto found = arrivals_ns(fast, messages);
    const auto expected = arrivals_ns(*simgrid, messages);
    for (std::size_t i = 0; i < messages.size(); ++i) {
      ASSERT_GT(expected[i], messages[i].time_ns) << "message " << i << " arrived";
      const auto takes_ns = static_cast<double>(expected[i] - messages[i].time_ns);
      // SimGrid's own precision is 1 ns, and its times here are rounded to 1 ns.
      EXPECT_NEAR(static_cast<double>(found[i]), static_cast<double>(expected[i]),
                  std::max(2.0, takes_ns * 1e-6))
          << "message " << i << " of " << messages[i].bytes << " bytes, " << messages[i].from << " to "
          << messages[i].to << " at " << messages[i].time_ns;
    }
  });
}

struct Pattern {
  std::string name;
  unsigned nodes = 2;
  std::vector<SentMessage> messages;
  friend std::ostream& operator<<(std::ostream& out, const Pattern& pattern) { return out << pattern.name; }
};

constexpr std::uint64_t mb = 1'000'000;

Pattern many_to_one() {
  Pattern pattern{"ManyToOne", 9, {}};
  for (unsigned i = 1; i < 9; ++i) pattern.messages.push_back({1'000 * i, i, 0, i * mb});
  return pattern;
}
Pattern one_to_many() {
  Pattern pattern{"OneToMany", 9, {}};
  for (unsigned i = 1; i < 9; ++i) pattern.messages.push_back({0, 0, i, (9 - i) * mb});
  return pattern;
}
Pattern all_to_all(bool is_equal) {
  Pattern pattern{is_equal ? "AllToAllOfOneSize" : "AllToAllOfManySizes", 6, {}};
  for (unsigned from = 0; from < 6; ++from) {
    for (unsigned to = 0; to < 6; ++to) {
      if (from != to) pattern.messages.push_back({0, from, to, is_equal ? mb : (1 + from + 7 * to) * mb / 3});
    }
  }
  return pattern;
}
Pattern with_empty_messages() {
  Pattern pattern{"EveryOtherMessageEmpty", 3, {}};
  for (unsigned i = 0; i < 12; ++i)
    pattern.messages.push_back({100'000 * i, i % 3, (i + 1) % 3, i % 2 == 0 ? 3 * mb : 0});
  return pattern;
}
Pattern random_pattern(std::uint32_t seed) {
  std::mt19937_64 random(seed);
  const auto below = [&](std::uint64_t n) { return random() % n; };
  const auto nodes = static_cast<unsigned>(2 + below(15));
  Pattern pattern{"Random" + std::to_string(seed), nodes, {}};
  const std::uint64_t span_ns = 1 + below(20'000'000);
  const bool has_hot_spot = below(2) == 0;
  for (std::uint64_t count = 20 + below(200); count > 0; --count) {
    SentMessage sent{static_cast<std::int64_t>(below(span_ns)), static_cast<unsigned>(below(nodes)), 0, 0};
    sent.to = has_hot_spot && below(3) == 0 ? 0 : static_cast<unsigned>(below(nodes));
    if (sent.to == sent.from) sent.to = (sent.to + 1) % nodes;
    sent.bytes = below(3) == 0 ? 2 * mb : 100'000 + below(10 * mb);
    pattern.messages.push_back(sent);
  }
  return pattern;
}

std::vector<Pattern> patterns() {
  std::vector<Pattern> result{many_to_one(), one_to_many(), all_to_all(true), all_to_all(false),
                              with_empty_messages()};
  for (std::uint32_t seed = 1; seed <= 30; ++seed) result.push_back(random_pattern(seed));
  return result;
}

class NetworkAgreement : public ::testing::TestWithParam<Pattern> {};

TEST_P(NetworkAgreement, FastEngineMatchesSimGrid) {
  expect_agreement(GetParam().messages, GetParam().nodes);
}

INSTANTIATE_TEST_SUITE_P(Patterns, NetworkAgreement, ::testing::ValuesIn(patterns()),
                         [](const auto& pattern) { return pattern.param.name; });

/// Returns the makespan of Cholesky on that network. Each node's single worker takes tasks in the order in
/// which they become ready. Links have only 1 GB/s, so that contention shows.
double makespan_s(NetworkEngine network, unsigned blocks, const ProcessGrid& grid) {
  SimulationInputs inputs;
  inputs.platform = crossbar();
  inputs.platform->bandwidth_bytes_per_s = 1e9;
  inputs.grid = grid;
  inputs.threads = 1;
  inputs.policy = "fifo";
  inputs.costs = make_rate_costs(3e10, "stated");
  inputs.network = network;
  const auto result = testing::simulate(inputs, [&](Runtime& runtime) {
    testing::factorize(runtime, 256 * blocks, blocks, AccessMode::write);
  });
  return result.statistics.makespan_s.value();
}

TEST(MakespanAgreement, FastEngineMatchesSimGridAndContentionAddsTime) {
  for (const unsigned blocks : {5u, 8u, 12u, 16u}) {
    for (const ProcessGrid grid : {ProcessGrid{2, 2, 1}, ProcessGrid{3, 3, 1}, ProcessGrid{1, 9, 1}}) {
      const double fast_s = makespan_s(NetworkEngine::fast, blocks, grid);
      EXPECT_LT(makespan_s(NetworkEngine::none, blocks, grid), fast_s);
      in_child([&] {
        const double simgrid_s = makespan_s(NetworkEngine::simgrid, blocks, grid);
        EXPECT_NEAR(fast_s, simgrid_s, simgrid_s * 1e-6) << blocks << " blocks on " << grid.text();
      });
    }
  }
}

}  // namespace
}  // namespace gusset::simulator
