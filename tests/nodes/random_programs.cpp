// Runs random programs on the nodes that a launcher started, and on node 0 also on one node and simulated.
// All contents must equal those of a serial run, all counts the simulation's. Prints one line on node 0, and
// one for each difference. usage: random_programs FIRST COUNT
#include <mpi.h>

#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <utility>

#include "engine/settings.hpp"
#include "predicted_counts.hpp"
#include "transport/launch.hpp"
#include "transport/open_transport.hpp"

namespace {

using namespace gusset;
using gusset::testing::RandomDistributedProgram;

/// One program on this node. Returns what differs; empty: nothing.
std::string run(unsigned seed) {
  const bool has_steps = seed % 2 == 0;
  const RandomDistributedProgram program(seed, has_steps);
  const Options options{.threads = 1 + seed % 3};
  const auto launch = cluster::read_launch();
  if (!launch) return launch.error().message();
  auto transport = cluster::open_transport(launch.value());
  if (!transport) return transport.error().message();
  const unsigned node = transport.value()->node(), nodes = transport.value()->nodes();
  const auto counts = std::make_shared<cluster::RunCounts>();
  std::uint64_t found = 0, expected = 0;
  {
    Runtime runtime(cluster::make_distributed_engine(options, {}, std::move(transport.value()), counts));
    found = program(runtime, &expected);
  }
  if (found != expected) return "contents on " + std::to_string(nodes) + " nodes";
  if (node != 0) return "";
  if (!has_steps && program(*std::make_unique<Runtime>(options)) != expected) return "contents on one node";
  return cluster::testing::difference_of(*counts, cluster::testing::predicted_counts(nodes, program));
}

}  // namespace

int main(int count, char** words) {
  if (count != 3) return std::fprintf(stderr, "usage: random_programs FIRST COUNT\n"), 2;
  int level = 0, node = 0, nodes = 0;
  MPI_Init_thread(&count, &words, MPI_THREAD_MULTIPLE, &level);
  MPI_Comm_rank(MPI_COMM_WORLD, &node);
  MPI_Comm_size(MPI_COMM_WORLD, &nodes);
  const unsigned first = static_cast<unsigned>(std::strtoul(words[1], nullptr, 10));
  const unsigned programs = static_cast<unsigned>(std::strtoul(words[2], nullptr, 10));
  int status = 0;
  for (unsigned seed = first; seed < first + programs; ++seed) {
    const std::string difference = run(seed);
    if (difference.empty()) continue;
    std::fprintf(stderr, "seed %u, node %d: expected no difference, found one: %s\n", seed, node,
                 difference.c_str());
    status = 1;
  }
  if (node == 0) std::printf("%u programs on %d nodes\n", programs, nodes);
  MPI_Finalize();
  return status;
}
