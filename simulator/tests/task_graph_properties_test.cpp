// Properties of random task graphs with messages on any machine, network and policy.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <random>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "gusset/base/policy_names.hpp"
#include "gusset/core/active_message.hpp"
#include "gusset/core/task_graph.hpp"
#include "gusset/simulator/predict/replay.hpp"
#include "simulate.hpp"

namespace gusset::simulator {
namespace {

using testing::in_child;
using testing::Interval;
using testing::interval_of;
using testing::round_platform;
using testing::simulate;

/// Tasks on random nodes. Each edge leads to a later task and goes one of several ways.
class RandomTaskGraph {
 public:
  RandomTaskGraph(unsigned seed, unsigned nodes) : random_(seed) {
    const auto tasks = static_cast<int>(10 + below(60));
    for (int key = 0; key < tasks; ++key) {
      nodes_.emplace_back(below(nodes));
      in_degrees_.push_back(0);
      edges_.emplace_back();
    }
    for (int to = 1; to < tasks; ++to) {
      const unsigned inputs = below(4);
      for (unsigned i = 0; i < inputs; ++i) {
        const auto from = static_cast<std::size_t>(below(static_cast<unsigned>(to)));
        edges_[from].push_back({to, static_cast<Way>(below(5)), NodeId(below(nodes)), 1 + below(300)});
        ++in_degrees_[index(to)];
      }
    }
  }

  /// The totals that the simulation must count.
  struct Counts {
    std::uint64_t messages = 0;
    std::uint64_t payload_bytes = 0;
    friend bool operator==(const Counts&, const Counts&) = default;
  };
  Counts counts() const {
    Counts counts;
    const auto count = [&](NodeId from, NodeId to, std::uint64_t bytes) {
      if (from == to) return;
      ++counts.messages;
      counts.payload_bytes += bytes;
    };
    for (std::size_t from = 0; from < edges_.size(); ++from) {
      for (const Edge& edge : edges_[from]) {
        const NodeId here = nodes_[from];
        const NodeId there = nodes_[index(edge.to)];
        switch (edge.way) {
          case Way::fulfil:
            count(here, there, sizeof(int));
            break;
          case Way::small:
            count(here, there, sizeof(int) + sizeof(std::uint64_t) + edge.bytes);
            break;
          case Way::large:
            count(here, there, sizeof(int) + edge.bytes);
            break;
          case Way::relayed:
            count(here, edge.by, sizeof(int) + sizeof(std::uint64_t) + edge.bytes);
            count(edge.by, there, sizeof(int));
            break;
          case Way::sent:
            count(here, edge.by, sizeof(int) + edge.bytes);
            count(here, there, sizeof(int));
            break;
        }
      }
    }
    return counts;
  }

  std::size_t size() const { return nodes_.size(); }
  double work_of(int key) const { return 1.0 + key; }
  template <class Visit>
  void for_each_edge(Visit&& visit) const {
    for (std::size_t from = 0; from < edges_.size(); ++from) {
      for (const Edge& edge : edges_[from]) visit(static_cast<int>(from), edge.to);
    }
  }

  void run(Runtime& runtime) const {
    gusset::TaskGraph<int> graph(runtime, "step");
    ActiveMessage<int, std::span<const char>> small(runtime, "small");
    LargeMessage<char, int> large(runtime, "large");
    LargeMessage<char, int> gone(runtime, "gone");
    small.define({.then = [&](int to, std::span<const char>) { graph.fulfil(to); }});
    large.define({.then = [&](int to) { graph.fulfil(to); }});
    gone.define({.sent = [&](int to) { graph.fulfil(to); }});
    graph.define({.in_degree = [this](int key) { return std::max(1u, in_degrees_[index(key)]); },
                  .node = [this](int key) { return nodes_[index(key)]; },
                  .work = [this](int key) { return work_of(key); },
                  .priority = [](int key) { return -key; },
                  .then =
                      [&](int key) {
                        for (const Edge& edge : edges_[index(key)]) {
                          const std::span<const char> bytes(static_cast<const char*>(nullptr), edge.bytes);
                          const NodeId there = nodes_[index(edge.to)];
                          if (edge.way == Way::fulfil) graph.fulfil(edge.to);
                          if (edge.way == Way::small) small.send(there, edge.to, bytes);
                          if (edge.way == Way::large) large.send(there, bytes, edge.to);
                          if (edge.way == Way::relayed) small.send(edge.by, edge.to, bytes);
                          if (edge.way == Way::sent) gone.send(edge.by, bytes, edge.to);
                        }
                      }});
    for (std::size_t key = 0; key < size(); ++key) {
      if (in_degrees_[key] == 0) graph.fulfil(static_cast<int>(key));
    }
    runtime.wait();
  }

 private:
  enum class Way { fulfil, small, large, relayed, sent };
  struct Edge {
    int to = 0;
    Way way = Way::fulfil;
    NodeId by;
    std::size_t bytes = 0;
  };
  static std::size_t index(int key) { return static_cast<std::size_t>(key); }
  unsigned below(unsigned limit) { return static_cast<unsigned>(random_()) % limit; }

  std::mt19937 random_;
  std::vector<NodeId> nodes_;
  std::vector<unsigned> in_degrees_;
  std::vector<std::vector<Edge>> edges_;
};

void expect_graph_properties(unsigned seed, NetworkEngine network, std::string_view policy) {
  SCOPED_TRACE("seed " + std::to_string(seed) + ", " + std::string(name_of(network)) + ", " +
               std::string(policy));
  const unsigned nodes = 1 + seed % 5;
  const RandomTaskGraph graph(seed, nodes);
  SimulationInputs inputs;
  inputs.platform = round_platform(nodes, 1 + seed % 3);
  inputs.platform->header_bytes = seed % 2 * 50;
  inputs.grid = ProcessGrid{1, nodes, 1};
  inputs.network = network;
  inputs.policy = policy;
  inputs.window = seed % 4;
  if (seed % 3 == 0) inputs.overheads = {0.25, 0.125, 0.0, 0.0, 0.5};
  if (seed % 4 == 0) inputs.messages = {.count = 1, .send_s = 0.25, .receive_s = 0.25};
  const auto program = [&graph](Runtime& runtime) { graph.run(runtime); };
  const SimulationStatistics counted = simulate(inputs, program).statistics;
  inputs.costs = make_rate_costs(1.0, "stated");
  inputs.wants_trace = true;
  const SimulationResult result = simulate(inputs, program);  // also checks that the trace is possible
  const SimulationStatistics& statistics = result.statistics;

  EXPECT_EQ(statistics.totals, counted.totals);
  EXPECT_EQ(statistics.pairs, counted.pairs);
  EXPECT_EQ(statistics.totals.level1_tasks, graph.size());
  EXPECT_EQ(statistics.totals.messages, graph.counts().messages);
  EXPECT_EQ(statistics.totals.payload_bytes, graph.counts().payload_bytes);
  EXPECT_EQ(result.trace->messages.size(), graph.counts().messages);
  constexpr double rounding_s = 1e-6;
  EXPECT_GE(*statistics.makespan_s + rounding_s, statistics.bounds->work_s);
  EXPECT_GE(*statistics.makespan_s + rounding_s, statistics.bounds->critical_path_s);
  if (network != NetworkEngine::none) {
    EXPECT_GE(*statistics.makespan_s + rounding_s, statistics.bounds->network_s);
  }

  // A replay has the same tasks. Messages without readers do not appear in it.
  const auto replayed = replay(*result.trace, {});
  ASSERT_TRUE(replayed.ok()) << replayed.error().message();
  EXPECT_EQ(replayed->statistics.totals.level1_tasks, graph.size());

  std::map<double, Interval> by_work;
  for (std::size_t task = 0; task < result.trace->tasks.size(); ++task) {
    EXPECT_TRUE(by_work.emplace(result.trace->tasks.work[task], interval_of(*result.trace, task)).second)
        << "a task ran twice";
  }
  graph.for_each_edge([&](int from, int to) {
    EXPECT_GE(by_work.at(graph.work_of(to)).begin_s, by_work.at(graph.work_of(from)).end_s)
        << from << " before " << to;
  });
}

TEST(TaskGraphProperties, HoldWithEveryPolicy) {
  for (const std::string_view policy : built_in_policy_names) {
    for (unsigned seed = 1; seed <= 12; ++seed) expect_graph_properties(seed, NetworkEngine::fast, policy);
  }
}

TEST(TaskGraphProperties, HoldWithoutContention) {
  for (unsigned seed = 1; seed <= 40; ++seed)
    expect_graph_properties(seed, NetworkEngine::none, built_in_policy_names.front());
}

TEST(TaskGraphProperties, HoldWithSimGrid) {
  if (!has_simgrid()) GTEST_SKIP() << "built without SimGrid";
  for (unsigned seed = 1; seed <= 20; ++seed) {
    in_child([seed] {
      expect_graph_properties(seed, NetworkEngine::simgrid,
                              built_in_policy_names[seed % built_in_policy_names.size()]);
    });
  }
}

}  // namespace
}  // namespace gusset::simulator
