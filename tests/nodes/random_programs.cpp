// Runs random programs, or random task graphs, on the nodes that a launcher started. All contents must equal
// those of a serial run. Node 0 also simulates each program and graph, whose counts must equal the run's, and
// runs each program without steps on one node. Each node prints a line for each difference that it finds, and
// node 0 prints a summary at the end. usage: random_programs programs|moves|graphs|early FIRST COUNT. moves:
// programs whose nodes balance their load. early: messages with contents arrive at nodes whose programs lag
// behind the sender's.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <random>
#include <span>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "engine/settings.hpp"
#include "gusset/core/active_message.hpp"
#include "predicted_counts.hpp"
#include "random_distributed_program.hpp"
#include "random_task_graph.hpp"
#include "transport/launch.hpp"
#include "transport/open_transport.hpp"

namespace {

using namespace gusset;
using gusset::testing::RandomDistributedProgram;
using gusset::testing::RandomTaskGraph;

/// The result of a program on this node.
struct Outcome {
  unsigned node = 0;
  unsigned nodes = 0;
  std::string difference;  ///< empty: none
};

/// The balancing that a seed chooses: successive seeds take the policies in turn.
Balance balance_of(unsigned seed, unsigned nodes) {
  constexpr unsigned policies = 4;
  constexpr std::uint64_t tasks = 200;
  Balance balance{.policy = static_cast<Balance::Policy>(1 + seed % policies)};
  if (balance.asks()) return balance;
  std::mt19937 random(seed);
  for (std::uint64_t task = 0; task < tasks; ++task) balance.moves.emplace(task, NodeId(random() % nodes));
  return balance;
}

Outcome run(const cluster::Launch& launch, unsigned seed, bool moves) {
  const bool has_steps = seed % 2 == 0;
  const RandomDistributedProgram program(seed, has_steps, moves);
  const Options options{.threads = 1 + seed % 3};
  auto transport = cluster::open_transport(launch);
  if (!transport) return {.difference = transport.error().message()};
  Outcome outcome{transport.value()->node(), transport.value()->nodes(), ""};
  const auto counts = std::make_shared<cluster::RunCounts>();
  std::uint64_t found = 0, expected = 0;
  cluster::Settings settings;
  if (moves) settings.balance = balance_of(seed, outcome.nodes);
  {
    Runtime runtime(
        cluster::make_distributed_engine(options, settings, std::move(transport.value()), counts));
    found = program(runtime, &expected);
  }
  if (found != expected) {
    outcome.difference = "contents on " + std::to_string(outcome.nodes) + " nodes";
  } else if (outcome.node == 0) {
    outcome.difference =
        !has_steps && program(*std::make_unique<Runtime>(options)) != expected
            ? "contents on one node"
            : cluster::testing::difference_of(
                  *counts, cluster::testing::predicted_counts(outcome.nodes, program, {}, settings.balance));
  }
  return outcome;
}

Outcome run_graph(const cluster::Launch& launch, unsigned seed) {
  const RandomTaskGraph graph(seed);
  auto transport = cluster::open_transport(launch);
  if (!transport) return {.difference = transport.error().message()};
  Outcome outcome{transport.value()->node(), transport.value()->nodes(), ""};
  const auto counts = std::make_shared<cluster::RunCounts>();
  {
    Runtime runtime(cluster::make_distributed_engine({.threads = 1 + seed % 3}, {},
                                                     std::move(transport.value()), counts));
    outcome.difference = graph(runtime, outcome.node);
  }
  if (outcome.node != 0 || !outcome.difference.empty()) return outcome;
  const auto predicted =
      cluster::testing::predicted_counts(outcome.nodes, [&](Runtime& runtime) { graph(runtime, 0); });
  outcome.difference = cluster::testing::difference_of(*counts, predicted);
  return outcome;
}

/// Fills numbers, and sends them to a node afterwards.
struct SendingKernel {
  LargeMessage<double, std::size_t>* message;
  std::vector<double>* numbers;
  NodeId to;
  std::size_t number;
  void operator()() const { std::fill(numbers->begin(), numbers->end(), static_cast<double>(number)); }
  void then() const { message->send(to, *numbers, number); }
};

/// Tasks of node 0 send messages to other nodes, whose programs lag behind.
Outcome run_early(const cluster::Launch& launch, unsigned seed) {
  constexpr std::size_t messages = 3000;
  auto transport = cluster::open_transport(launch);
  if (!transport) return {.difference = transport.error().message()};
  Outcome outcome{transport.value()->node(), transport.value()->nodes(), ""};
  const auto counts = std::make_shared<cluster::RunCounts>();
  Runtime runtime(cluster::make_distributed_engine({.threads = 1}, {}, std::move(transport.value()), counts));
  std::vector<std::vector<double>> sent(messages), received(messages);
  std::atomic<std::size_t> arrived{0}, wrong{0};
  LargeMessage<double, std::size_t> message(runtime, "numbers");
  message.define({.memory =
                      [&](std::size_t number) {
                        received[number].assign(10 + number % seed, -1.0);
                        return std::span(received[number]);
                      },
                  .then =
                      [&](std::size_t number) {
                        ++arrived;
                        for (const double each : received[number])
                          wrong += each != static_cast<double>(number) ? 1U : 0U;
                      }});
  const auto to = [&](std::size_t number) {
    return NodeId(outcome.nodes == 1 ? 0 : 1 + number % (outcome.nodes - 1));
  };
  std::size_t expected = 0;
  for (std::size_t number = 0; number < messages; ++number) {
    sent[number].resize(10 + number % seed);
    expected += to(number).value() == outcome.node ? 1U : 0U;
    runtime.submit(TaskType("send")(1.0).on(NodeId(0)),
                   SendingKernel{&message, &sent[number], to(number), number});
    if (outcome.node != 0) std::this_thread::sleep_for(std::chrono::microseconds(1));
  }
  runtime.wait();
  if (arrived != expected) outcome.difference = "the number of messages, " + std::to_string(arrived);
  if (wrong > 0) outcome.difference = "the contents of messages";
  return outcome;
}

int refuse() {
  std::fprintf(stderr, "usage: random_programs programs|moves|graphs|early FIRST COUNT\n");
  return 2;
}

}  // namespace

int main(int count, char** words) {
  if (count != 4) return refuse();
  const std::string what = words[1];
  if (what != "programs" && what != "moves" && what != "graphs" && what != "early") return refuse();
  const unsigned first = static_cast<unsigned>(std::strtoul(words[2], nullptr, 10));
  const unsigned programs = static_cast<unsigned>(std::strtoul(words[3], nullptr, 10));
  const auto launch = cluster::read_launch();
  if (!launch) return std::fprintf(stderr, "%s\n", launch.error().message().c_str()), 2;
  Outcome outcome;
  int status = 0;
  for (unsigned seed = first; seed < first + programs; ++seed) {
    outcome = what == "graphs"  ? run_graph(launch.value(), seed)
              : what == "early" ? run_early(launch.value(), seed)
                                : run(launch.value(), seed, what == "moves");
    if (outcome.difference.empty()) continue;
    std::fprintf(stderr, "seed %u, node %u: expected no difference, found one: %s\n", seed, outcome.node,
                 outcome.difference.c_str());
    status = 1;
  }
  if (outcome.node == 0) std::printf("%s: %u runs on %u nodes\n", what.c_str(), programs, outcome.nodes);
  return status;
}
