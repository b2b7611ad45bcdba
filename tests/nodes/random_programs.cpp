// Runs random programs on the nodes that a launcher started, and on node 0 also on one node and simulated.
// All contents must equal those of a serial run, all counts the simulation's. Prints one line on node 0, and
// one for each difference. usage: random_programs FIRST COUNT
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <utility>

#include "engine/settings.hpp"
#include "predicted_counts.hpp"
#include "random_distributed_program.hpp"
#include "transport/launch.hpp"
#include "transport/open_transport.hpp"

namespace {

using namespace gusset;
using gusset::testing::RandomDistributedProgram;

/// What a program gave on this node.
struct Outcome {
  unsigned node = 0;
  unsigned nodes = 0;
  std::string difference;  ///< empty: none
};

Outcome run(const cluster::Launch& launch, unsigned seed) {
  const bool has_steps = seed % 2 == 0;
  const RandomDistributedProgram program(seed, has_steps);
  const Options options{.threads = 1 + seed % 3};
  auto transport = cluster::open_transport(launch);
  if (!transport) return {.difference = transport.error().message()};
  Outcome outcome{transport.value()->node(), transport.value()->nodes(), ""};
  const auto counts = std::make_shared<cluster::RunCounts>();
  std::uint64_t found = 0, expected = 0;
  {
    Runtime runtime(cluster::make_distributed_engine(options, {}, std::move(transport.value()), counts));
    found = program(runtime, &expected);
  }
  if (found != expected) {
    outcome.difference = "contents on " + std::to_string(outcome.nodes) + " nodes";
  } else if (outcome.node == 0) {
    outcome.difference = !has_steps && program(*std::make_unique<Runtime>(options)) != expected
                             ? "contents on one node"
                             : cluster::testing::difference_of(
                                   *counts, cluster::testing::predicted_counts(outcome.nodes, program));
  }
  return outcome;
}

}  // namespace

int main(int count, char** words) {
  if (count != 3) return std::fprintf(stderr, "usage: random_programs FIRST COUNT\n"), 2;
  const unsigned first = static_cast<unsigned>(std::strtoul(words[1], nullptr, 10));
  const unsigned programs = static_cast<unsigned>(std::strtoul(words[2], nullptr, 10));
  const auto launch = cluster::read_launch();
  if (!launch) return std::fprintf(stderr, "%s\n", launch.error().message().c_str()), 2;
  Outcome outcome;
  int status = 0;
  for (unsigned seed = first; seed < first + programs; ++seed) {
    outcome = run(launch.value(), seed);
    if (outcome.difference.empty()) continue;
    std::fprintf(stderr, "seed %u, node %u: expected no difference, found one: %s\n", seed, outcome.node,
                 outcome.difference.c_str());
    status = 1;
  }
  if (outcome.node == 0) std::printf("%u programs on %u nodes\n", programs, outcome.nodes);
  return status;
}
